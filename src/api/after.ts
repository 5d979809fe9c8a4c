import { z } from 'zod'
import { invalid } from '../lib/errors.ts'
import { Page } from './schemas.ts'

/** The cursor of a list of numbered rows: the number of the last one. */
export const AfterNumber = z.coerce
  .string<string | number>()
  .regex(/^\d{0,15}$/, 'expected "" or the `after` of an answer')
  .optional()
  .describe('"" for the first page, then what the last answer had as `after`')

/** Paging of a list of numbered rows, newest first. */
export const NewestFirst = z.object({
  after: AfterNumber,
  before: z.coerce
    .number()
    .int()
    .optional()
    .describe('older than `after`, and still understood: only those before this number'),
  size: Page.shape.size,
})

type PageRequest = z.output<typeof NewestFirst>

/** The number before which the page starts; undefined = at the newest. */
export function startOf({ after, before }: PageRequest): number | undefined {
  if (after === undefined) return before
  if (before !== undefined) throw invalid('before: cannot be combined with after')
  return after === '' ? undefined : Number(after)
}

/** The `after` of the next page, behind one with these numbers. */
export function nextOf(
  { after, size }: Pick<PageRequest, 'after' | 'size'>,
  numbers: readonly number[],
) {
  if (after === undefined) return {}
  const last = numbers.length < size ? undefined : numbers.at(-1)
  return { after: last === undefined ? null : String(last) }
}
