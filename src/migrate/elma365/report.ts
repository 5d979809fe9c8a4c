import type { Survey } from './data/survey.ts'
import { toText } from './text.ts'

/**
 * What became of something: it is there as it was; in another form; it waits for somebody; it is left out,
 * because nobody knows what it means here.
 */
export const OUTCOMES = ['taken', 'changed', 'by hand', 'not understood'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** What became of one thing in a component: `what` names it, `why` says how it changed or what to do. */
export type Line = { outcome: Outcome; what: string; why: string }

/** One component of a package. */
export type Entry = {
  kind: string
  /** Where it was: `hr.trips/approve`. */
  from: string
  name: string
  /** The file that it became. */
  file?: string
  lines: Line[]
}

export type Counts = Record<Outcome, number>

export type Report = {
  /** What the portal holds, if it was asked. */
  portal?: Survey
  /** What the package calls itself. */
  title: string
  type: string
  /** Components by the worst that became of something in them. */
  counts: Counts
  kinds: Record<string, Counts>
  entries: (Entry & { outcome: Outcome })[]
  /** Parts of the package that could not be read. */
  unread: { part: string; why: string }[]
}

export const outcomeOf = ({ lines }: Pick<Entry, 'lines'>): Outcome =>
  OUTCOMES.findLast((outcome) => lines.some((line) => line.outcome === outcome)) ?? 'taken'

export function toReport(
  { title, type }: { title: string; type: string },
  entries: Entry[],
  unread: Report['unread'],
): Report {
  const judged = entries.map((entry) => ({ ...readable(entry), outcome: outcomeOf(entry) }))
  const byKind = Map.groupBy(judged, ({ kind }) => kind)
  const kinds = [...byKind].sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    ...{ title, type, counts: count(judged) },
    kinds: Object.fromEntries(kinds.map(([kind, own]) => [kind, count(own)])),
    entries: judged,
    unread: unread.map(({ part, why }) => ({ part: toText(part), why: toText(why) })),
  }
}

/** Names of packages may hold anything, also what a terminal would obey. */
const readable = ({ kind, from, lines, ...entry }: Entry): Entry => ({
  ...entry,
  ...{ kind: toText(kind), from: toText(from) },
  lines: lines.map(({ outcome, what, why }) => ({ outcome, what: toText(what), why: toText(why) })),
})

const count = (entries: { outcome: Outcome }[]): Counts =>
  Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, entries.filter((each) => each.outcome === outcome).length]),
  ) as Counts
