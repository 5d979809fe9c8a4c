import type { Transferred } from '../../../lib/transfer.ts'

export type Problem = { kind: string; app?: string; id: string; message: string }
export type Counts = Pick<Transferred, 'created' | 'updated' | 'unchanged' | 'kept' | 'refused'> & {
  linked: number
}

const NONE: Counts = { created: 0, updated: 0, unchanged: 0, kept: 0, refused: 0, linked: 0 }

/** Nobody reads more of them; how many there are is counted. */
const MOST_PROBLEMS = 1000

/** What became of everything in one run. */
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
