/** A field of an app or a variable of a process, as the API describes them. */
export type ScriptField = {
  code: string
  type: string
  single: boolean
  data: Record<string, unknown>
  view: { name: string }
}

/** What a script knows about where it runs. */
export type ScriptEnvironment = {
  /** The workspace, followed by a dot and the app if the process belongs to one. */
  namespace: string
  /** The code of the module it belongs to. */
  module?: string | undefined
  /** The variables of its process. */
  fields: readonly ScriptField[]
  /** The public address of the server. */
  site?: string | undefined
  /** The parameters of its workspace or module, if it reads them. */
  parameters?: { fields: readonly ScriptField[]; values: Record<string, unknown> }
}

export const NO_ENVIRONMENT: ScriptEnvironment = { namespace: '', fields: [] }
