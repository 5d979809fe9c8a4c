import type { DraftFile } from '../draft/types.ts'
import { type Draft, useDraftFile } from '../draft/use-draft.ts'

/** A hook cannot be left out. */
const ALWAYS_THERE = 'solution.yaml'

/** A file of the draft, if it has it; one that was just made is not asked for before it is saved. */
export function useFile(draft: Draft, path: string): DraftFile | undefined {
  const isSaved = draft.info?.files.some((each) => each.path === path && each.state !== 'removed')
  useDraftFile(draft, isSaved ? path : ALWAYS_THERE)
  return draft.files[path]
}
