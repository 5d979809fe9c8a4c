/** A field of an app or a variable of a process, as the API describes them. */
export type PlaceField = {
  code: string
  type: string
  single: boolean
  data: Record<string, unknown>
  view: { name: string }
}

/** Where a script is. */
export type ScriptPlace = {
  /** The workspace, with the app after a point if the process belongs to one. */
  namespace: string
  /** The code of its module, if it is in one. */
  module?: string | undefined
  /** The variables of its process. */
  fields: readonly PlaceField[]
  /** The public address of the server. */
  site?: string | undefined
  /** The settings of its workspace or module, where it reads them. */
  parameters?: { fields: readonly PlaceField[]; values: Record<string, unknown> }
}

export const NOWHERE: ScriptPlace = { namespace: '', fields: [] }
