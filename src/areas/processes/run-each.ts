import { AppError } from '../../lib/errors.ts'

export type Outcome = { done: number; errors: Record<string, string> }

const AT_ONCE = 4

/** Runs work for each id, a few at a time; a failure does not stop the others. */
export async function runEach(
  ids: readonly string[],
  act: (id: string) => Promise<void>,
): Promise<Outcome> {
  const outcome: Outcome = { done: 0, errors: {} }
  const rest = [...new Set(ids)]
  const work = async () => {
    for (let id = rest.shift(); id !== undefined; id = rest.shift()) {
      try {
        await act(id)
        outcome.done++
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        outcome.errors[id] = error.message
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return outcome
}
