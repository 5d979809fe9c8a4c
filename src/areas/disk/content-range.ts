import { invalid } from '../../lib/errors.ts'

/** The byte range of a request, from its header. */
export type ContentRange = { start: number; end: number; size: number }

/** The bytes from `start` up to, not including, `end`. */
export type Extent = { start: number; end: number }

const FORM = /^bytes\s+(\d{1,15})-(\d{1,15})\/(\d{1,15})$/i

export function readContentRange(text: string): ContentRange {
  const [start = 0, end = 0, size = 0] = (FORM.exec(text.trim())?.slice(1) ?? []).map(Number)
  const isRight = FORM.test(text.trim()) && start <= end && end <= size
  if (!isRight || (start === size && size > 0)) {
    throw invalid(
      `Content-Range "${text.slice(0, 100)}": expected bytes <start>-<end>/<size>, such as bytes 0-1000/1000`,
    )
  }
  return { start, end, size }
}

/**
 * The received length tells which form the client uses: the documented form excludes the end,
 * standard HTTP includes it.
 */
export function extentOf({ start, end, size }: ContentRange, received: number): Extent {
  if (received === end - start) return { start, end }
  if (received === end - start + 1 && end < size) return { start, end: end + 1 }
  throw invalid(`InvalidPart: Content-Range says ${end - start} bytes, the part has ${received}`)
}

/** Whether the request may contain the whole file; a last part never starts at 0. */
export const mayBeWhole = ({ start, end, size }: ContentRange): boolean =>
  start === 0 && end >= size - 1
