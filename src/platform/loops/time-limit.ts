import { pause } from './sleep.ts'

const LATE = Symbol('late')

/** The result of the work, or `late()` if it takes longer than the limit. The work itself continues. */
export async function withTimeLimit<T, L>(
  milliseconds: number,
  work: Promise<T>,
  late: () => L | Promise<L>,
): Promise<T | L> {
  const over = new AbortController()
  try {
    const first = await Promise.race([work, pause(milliseconds, over.signal).then(() => LATE)])
    return first === LATE ? await late() : (first as T)
  } finally {
    over.abort()
    work.catch(() => undefined)
  }
}
