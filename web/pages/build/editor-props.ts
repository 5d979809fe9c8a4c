import type { Draft } from './draft/use-draft.ts'

/** What the designer of a kind is given: the draft, and the path of the file it is for. */
export type EditorProps = { draft: Draft; file: string }
