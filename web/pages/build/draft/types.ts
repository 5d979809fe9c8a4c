import type {
  Draft,
  DraftFile,
  DraftProblem,
  ListedFile,
} from '../../../../src/areas/drafts/operations.ts'
import type { ReplyOf } from '../../../client.ts'

export type { DraftFile }
/** A draft as the server describes it. */
export type DraftInfo = Draft
export type FileEntry = ListedFile
export type Problem = DraftProblem
export type SavedEdits = Omit<ReplyOf<'drafts', 'edit'>, '$headers'>

/** Where something is in a definition: keys of maps and numbers in lists. */
export type KeyPath = readonly (string | number)[]

/** One change of a file; the rest of its text stays as it is. */
export type Edit = { file: string } & (
  | { op: 'set'; at: KeyPath; value: unknown }
  | { op: 'remove'; at: KeyPath }
  | { op: 'insert'; at: KeyPath; value: unknown }
  | { op: 'move'; at: KeyPath; to: number }
  | { op: 'renameKey'; at: KeyPath; to: string }
  | { op: 'create'; value?: unknown; text?: string; base64?: string }
  | { op: 'write'; text?: string; base64?: string }
  | { op: 'delete' }
  | { op: 'rename'; to: string }
)
