import type { ScriptEnvironment, ScriptField } from './environment.ts'

/** Any value of a script. */
// biome-ignore lint/suspicious/noExplicitAny: values of scripts have any form
export type Any = any

type Values = Record<string, Any>
type Address = { namespace: string; code: string }
type FindAddress = () => Promise<Address>

/** What is known about a field; its definition is fetched on demand. */
export type FieldAbout = {
  find: () => Promise<ScriptField | undefined>
  /** The app whose files it has. */
  home?: FindAddress | undefined
  /** The values it belongs to, if any. */
  value?: () => Any
}

/** What a search lists. */
export type Listing = {
  /** The fields that conditions may use. */
  fields: () => Promise<readonly ScriptField[]>
  list: (input: object) => Promise<{ result: Any[]; total: number }>
  toItem: (row: Any) => Any
}

/** Shared by the parts of the script API: each part adds its own members. */
export type Kit = {
  /** Sends a request to the server, which answers with JSON. */
  ask(request: object): Promise<Any>
  /** If it is rejected and the script never awaits it, the run fails. */
  watch(promise: Promise<Any>): Promise<Any>
  place: ScriptEnvironment
  /** The initial variables. */
  context: Values
  // guard.ts
  guarded<T extends object>(target: T, name: string): T
  dictionary(make: (code: string) => Any): Any
  textOf(value: Any, what: string): string
  // calls.ts
  call(name: string, request?: { params?: object; input?: object }): Promise<Any>
  // http.ts
  toBase64(bytes: ArrayLike<number>): string
  // files.ts
  createFile(directory: string, name: Any, content: Any): Promise<string>
  fileOf(id: string): Any
  directories: Any
  searchFiles(): Any
  // storage.ts
  newCache(name: string): Any
  newStorage(address: () => Promise<{ namespace: string; code?: string }>, name: string): Any
  // values.ts
  Datetime: Any
  TDate: Any
  TTime: Any
  Duration: Any
  Money: Any
  // codec.ts
  Table: Any
  decodeAll(fields: readonly ScriptField[], row: Values): Values
  encodeAll(fields: readonly ScriptField[], data: Values): Values
  changed(before: Values, now: Values): Values
  constant(field: ScriptField | undefined, value: Any): Any
  // search.ts
  newSearch(listing: Listing): Any
  listingOf(operation: string, toItem: (row: Any) => Any): Listing
  // docflow.ts
  docflowOf(item: Address & { id: string }): Any
  // apps.ts
  appOf(address: FindAddress, name?: string): Any
  fieldOf(code: string, about: FieldAbout): Any
  newFile(home: FindAddress, given: Any[]): Promise<Any>
  refOf(namespace: string, code: string, id: string): Any
  isRef(value: Any): boolean
  codeOf(code: string): string
  // people.ts
  userOf(id: string): Any
  people: { users: Any; userGroups: Any; organisationStructure: Any }
  // processes.ts
  processOf(address: FindAddress): Any
}
