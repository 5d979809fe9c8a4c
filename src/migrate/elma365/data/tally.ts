import { z } from 'zod'
import type { Transferred } from '../../../lib/transfer.ts'

const Problem = z.object({
  kind: z.string(),
  app: z.string().optional(),
  id: z.string(),
  message: z.string(),
})
export type Problem = z.infer<typeof Problem>

const count = z.int()
const Counts = z.object({
  ...{ created: count, updated: count, unchanged: count, kept: count, refused: count },
  linked: count,
})
export type Counts = z.infer<typeof Counts>

/** A tally as it is kept in a file. */
export const TallyState = z.object({
  counts: z.record(z.string(), Counts),
  problems: z.array(Problem),
  problemCount: count,
})

const NONE: Counts = { created: 0, updated: 0, unchanged: 0, kept: 0, refused: 0, linked: 0 }

/** Nobody reads more of them; how many there are is counted. */
const MOST_PROBLEMS = 1000

/** What became of everything in one run, however often it was interrupted. */
export class Tally {
  readonly counts: Record<string, Counts> = {}
  readonly problems: Problem[] = []
  problemCount = 0
  readonly #told = new Set<string>()

  add({ kind, app }: { kind: string; app?: string }, stored: Transferred): void {
    const name = app === undefined ? kind : `${kind} of ${app}`
    const counts = this.counts[name] ?? { ...NONE }
    this.counts[name] = counts
    counts.created += stored.created
    counts.updated += stored.updated
    counts.unchanged += stored.unchanged
    counts.kept += stored.kept
    counts.refused += stored.refused
    counts.linked += Object.keys(stored.linked).length
    for (const problem of stored.problems) {
      this.tell({ kind, ...(app !== undefined && { app }), ...problem })
    }
  }

  /** What was told before the run was interrupted. */
  recall({ counts, problems, problemCount }: z.infer<typeof TallyState>): void {
    Object.assign(this.counts, counts)
    for (const problem of problems) this.tell(problem)
    this.problemCount = problemCount
  }

  toJSON(): z.infer<typeof TallyState> {
    const { counts, problems, problemCount } = this
    return { counts, problems, problemCount }
  }

  /** What is the same on every page is told once. */
  tell(problem: Problem): void {
    const text = JSON.stringify(problem)
    if (this.#told.has(text)) return
    this.problemCount++
    if (this.problems.length >= MOST_PROBLEMS) return
    this.#told.add(text)
    this.problems.push(problem)
  }
}
