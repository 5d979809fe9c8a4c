import { ScriptError, type ScriptProblem } from '../../../platform/scripts/problem.ts'
import type { Scripts } from '../../../platform/scripts/scripts.ts'
import { type Executor, FinalFailure, TemporaryFailure } from './outcome.ts'

/** Runs a script in its sandbox. It has no effect but its result, so that twice does no harm. */
export const runScript =
  (scripts: Pick<Scripts, 'run'>): Executor =>
  async ({ payload, key }, { ctx, signal }) => {
    const { script: source, context } = payload as {
      script: string
      context: Record<string, unknown>
    }
    try {
      const result = await scripts.run({ source, context, now: ctx.now(), seed: key }, signal)
      return { type: 'done', result }
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error
      throw toFailure(error, error.problem)
    }
  }

/** A busy machine may be the reason that time ran out; everything else is the script itself. */
function toFailure({ message }: ScriptError, { kind, code = kind }: ScriptProblem): Error {
  if (kind === 'timeout') return new TemporaryFailure({ message, code })
  return new FinalFailure({ message, code })
}
