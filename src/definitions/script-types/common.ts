/** What all scripts have in common; docs/guides/scripts.md describes it. */
export const COMMON = `// Written by \`kontor types\`.

declare class Duration {
  constructor(amount: number, unit?: 'milliseconds' | 'seconds' | 'minutes' | 'hours' | 'days' | 'weeks')
  readonly milliseconds: number
  readonly seconds: number
  readonly minutes: number
  readonly hours: number
  readonly days: number
}

declare class Datetime {
  constructor(given?: Date | Datetime | string | number, pattern?: string)
  readonly year: number
  readonly month: number
  readonly day: number
  readonly weekday: number
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
  add(duration: Duration): Datetime
  sub(other: Datetime): Duration
  addDate(years?: number, months?: number, days?: number): Datetime
  after(other: Datetime): boolean
  before(other: Datetime): boolean
  equal(other: Datetime): boolean
  format(pattern?: string): string
  getDate(): TDate
  getTime(): TTime
  truncateTime(): Datetime
  unix(): number
  utc(): Datetime
  asDate(): Date
}

declare class TDate {
  constructor(year: number, month: number, day: number)
  readonly year: number
  readonly month: number
  readonly day: number
  asDatetime(time?: TTime): Datetime
  addDate(years?: number, months?: number, days?: number): TDate
  after(other: TDate): boolean
  before(other: TDate): boolean
  equal(other: TDate): boolean
  sub(other: TDate): Duration
  format(pattern?: string): string
}

declare class TTime {
  constructor(hours?: number, minutes?: number, seconds?: number, milliseconds?: number)
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
  readonly milliseconds: number
  format(pattern?: string): string
}

declare class Money {
  constructor(amount: number, currency: string)
  readonly cents: number
  readonly currency: string
  add(other: Money): Money
  multiply(factor: number): Money
  asFloat(): number
}

type Enum<Code extends string> = { code: Code; name?: string }
type Status<Code extends string> = { id?: number; code: Code; name?: string }
type FullName = { lastname: string; firstname: string; middlename: string }
type Phone = { type: string; tel: string; ext?: string | null }
type Email = { type: string; email: string }
type Account = { type: string; login: string }
interface Table<Row> extends Array<Row> {
  insert(at?: number): Row
  delete(at: number): void
}

interface Reference<Data> {
  readonly namespace: string
  readonly code: string
  readonly id: string
  fetch(): Promise<Item<Data>>
  delete(): Promise<void>
  restore(): Promise<void>
  sendMessage(title: string, text?: string): Promise<void>
  docflow(): Docflow
}
interface Docflow {
  getApprovalLists(): Promise<any[]>
  getInformLists(): Promise<any[]>
  getRegistrations(): Promise<any[]>
  register(folder: string): Promise<any>
  manualRegister(number: string, folder: string): Promise<any>
  reserve(folder: string): Promise<any>
  deleteRegistration(registration: any): Promise<void>
  deleteReservation(registration: any): Promise<void>
}
declare const RefItem: new (namespace: string, code: string, id: string) => Reference<any>

interface Item<Data> extends Reference<Data> {
  data: Data
  readonly fields: Fields<Data>
  save(): Promise<void>
  setStatus(status: Data extends { __status?: infer Known } ? Known : never): Promise<boolean>
}

type Variants<Value> = Value extends { code: infer Code extends string }
  ? { readonly variants: { readonly [Key in Code]: { code: Key } } }
  : Value extends (infer Each)[]
    ? Variants<Each>
    : unknown
type Linked<Value> =
  Value extends Reference<infer Data>
    ? { readonly app: App<Data> }
    : Value extends Reference<infer Data>[]
      ? { readonly app: App<Data> }
      : unknown
type Fetched<Value> = Value extends (infer Each)[]
  ? Fetched<Each>
  : Value extends { fetch(): Promise<infer Item> }
    ? Item
    : never
type Fields<Data> = {
  readonly [Code in keyof Data]-?: {
    readonly code: string
    create(...given: any[]): any
    fetchAll(): Promise<Fetched<NonNullable<Data[Code]>>[]>
  } & Variants<NonNullable<Data[Code]>> &
    Linked<NonNullable<Data[Code]>>
}

type Condition = { readonly condition: unique symbol }
type Compared<Value> = {
  eq(value: Value | null): Condition
  neq(value: Value | null): Condition
  gt(value: Value): Condition
  gte(value: Value): Condition
  lt(value: Value): Condition
  lte(value: Value): Condition
  like(text: string): Condition
  in(values: Value[]): Condition
  link(value: any): Condition
  has(value: any): Condition
  all(values: any[]): Condition
}
type Conditions<Data> = { readonly [Code in keyof Data]-?: Compared<any> }
type Groups = { and(...all: Condition[]): Condition; or(...all: Condition[]): Condition }

interface Search<Data, Item> {
  where(condition: (f: Conditions<Data>, g: Groups) => Condition): Search<Data, Item>
  from(from: number): Search<Data, Item>
  size(size: number): Search<Data, Item>
  sort(code: keyof Data & string, ascending?: boolean): Search<Data, Item>
  fields(fields: { [Code in keyof Data]?: boolean }): Search<Data, Item>
  all(): Promise<Item[]>
  first(): Promise<Item | undefined>
  count(): Promise<number>
}

interface Cache {
  getItem(key: string): Promise<any>
  setItem(key: string, value: any, seconds?: number): Promise<void>
}
interface ScriptStorage {
  getItem(key: string): Promise<any>
  setItem(key: string, value: any): Promise<void>
  removeItem(key: string): Promise<void>
}
interface App<Data> {
  readonly cache: Cache
  readonly storage: ScriptStorage
  create(): Item<Data>
  search(): Search<Data, Item<Data>>
  readonly fields: Fields<Data>
  readonly processes: { readonly [code: string]: Process<any> }
}
interface Process<Variables> {
  run(context?: Variables): Promise<string>
  _searchInstances(): Search<any, Instance>
  _searchTasks(): Search<any, Task>
}
interface Instance {
  readonly id: string
  readonly data: any
  interrupt(comment?: string): Promise<void>
  updateContext(context: Record<string, any>, comment?: string): Promise<void>
}
interface Exit {
  readonly id: string
  readonly name: string
}
interface Task {
  readonly id: string
  readonly data: any
  getProcessInstance(): Promise<Instance>
  getPerformers(): Promise<User[]>
  getExits(): Promise<Exit[]>
  reassign(user: User | string, comment?: string): Promise<void>
  changeDueDate(date: Datetime | Date | string, comment?: string): Promise<void>
  submitTask(exit?: Exit | string, data?: Record<string, any>): Promise<void>
}
interface Settings<Data> {
  readonly data: Readonly<Data>
  readonly fields: Fields<Data>
}
interface ScriptContext<Variables> {
  readonly data: Variables
  readonly fields: Fields<Variables>
}

interface User {
  readonly id: string
  readonly data: any
  fetch(): Promise<User>
  positions(): Promise<OrgUnit[]>
  getChiefs(): Promise<User[]>
}
interface Group {
  readonly id: string
  readonly data: any
  users(from?: number, size?: number): Promise<User[]>
  subGroups(from?: number, size?: number): Promise<Group[]>
  parentGroups(from?: number, size?: number): Promise<Group[]>
  positions(from?: number, size?: number): Promise<{ readonly id: string; readonly data: any }[]>
}
interface OrgUnit {
  readonly id: string
  readonly data: {
    readonly type: 'DEPARTMENT' | 'POSITION'
    readonly name: string
    readonly parent?: string
    readonly isHead: boolean
  }
  users(): User[]
  getParent(): OrgUnit | undefined
  getChildren(): OrgUnit[]
  find(name: string): OrgUnit | undefined
}
interface OrgTree {
  getRoot(): OrgUnit
  find(name: string): OrgUnit | undefined
}
interface Directory {
  readonly id: string
  readonly data: any
  getParents(): Promise<Directory[]>
  getChildren(): Promise<(Directory | FileReference)[]>
  getDirs(): Promise<Directory[]>
  getFiles(): Promise<FileReference[]>
  createChildren(name: string): Promise<Directory>
  createFile(name: string, content: ArrayBuffer | ArrayBufferView): Promise<FileReference>
  moveFiles(files: FileReference | FileReference[]): Promise<void>
  delete(): Promise<void>
}
interface FileReference {
  readonly id: string
  readonly data?: any
  fetch(): Promise<FileReference>
  getDownloadUrl(): Promise<string>
  getVersions(offset?: number, limit?: number): Promise<any[]>
}

declare const Global: { readonly ns: Workspaces }
declare const Imports: Workspaces
/** What a function of a route is called with. */
interface HttpApiRequest {
  readonly method: string
  readonly query: { readonly [name: string]: string | string[] | undefined }
  readonly headers: { readonly [name: string]: string | undefined }
  readonly body: string
}
declare class HttpResponse {
  constructor(status?: number)
  status(status: number): this
  set(name: string, value: string): this
  content(text: string): this
  json(value: any): this
  redirect(address: string): this
}
declare const System: {
  readonly cache: Cache
  readonly files: {
    search(): Search<any, FileReference>
    createTemporary(name: string, content: ArrayBuffer): Promise<FileReference>
  }
  readonly directories: { search(): Search<any, Directory> }
  readonly organisationStructure: { fetchTree(): Promise<OrgTree> }
  getBaseUrl(): string
  readonly users: { search(): Search<any, User>; getCurrentUser(): Promise<User> }
  readonly userGroups: { search(): Search<any, Group> }
  readonly productionSchedule: { calcDate(from: Datetime, time: number | Duration): Promise<Datetime> }
}
declare const kontor: {
  call(operation: string, request?: { params?: object; input?: unknown }): Promise<any>
}
declare function fetch(
  url: string,
  options?: {
    method?: string
    headers?: Record<string, string>
    body?: string
    query?: Record<string, unknown>
  },
): Promise<{
  readonly status: number
  readonly ok: boolean
  readonly headers: Map<string, string>
  text(): Promise<string>
  json(): Promise<any>
}>
declare function atob(text: string): string
declare function btoa(text: string): string
declare function setTimeout(callback: () => void, milliseconds?: number): void
`
