import { isPreviewed, PREVIEW_HEADER } from '../src/api/preview.ts'

let current: string | undefined

/** Looks as somebody else from now on, or as oneself again. */
export function setPreview(id: string | undefined): void {
  current = id
}

export const previewHeaders = (path: string): Record<string, string> =>
  current !== undefined && isPreviewed(path) ? { [PREVIEW_HEADER]: current } : {}
