import { DecisionFailure } from '../../../decisions/decisions.ts'
import type { Evaluation } from '../../../decisions/evaluate.ts'
import { wholeSnapshot } from '../../../definitions/snapshot.ts'
import type { Values } from '../../../engine/state.ts'
import { parsePath } from '../../../lib/app-path.ts'
import type { Context } from '../../../platform/context.ts'
import type { Decision } from '../../decisions/access.ts'
import { evaluateDecision } from '../../decisions/service.ts'
import { type Executor, FinalFailure } from './outcome.ts'

/** Evaluates a decision of a solution at its newest version. The history records which rules fired. */
export const decide: Executor = async ({ payload }, { ctx, signal }) => {
  const { decision: path, input } = payload as { decision: string; input: Values }
  const decision = await findDecision(ctx, path)
  try {
    const asked = { values: input }
    const { value, made, warnings } = await evaluateDecision(ctx, decision, asked, signal)
    const name = made.at(-1)?.name ?? decision.code
    return {
      type: 'done',
      result: { name, value },
      about: {
        decision: { path, version: decision.version, made: made.map(toShort) },
        ...(warnings.length > 0 && { notes: warnings }),
      },
    }
  } catch (error) {
    if (!(error instanceof DecisionFailure)) throw error
    const message = `${decision.body.name}: ${error.message}`
    throw error.isLate ? new Error(message) : new FinalFailure({ message, code: 'decision' })
  }
}

async function findDecision(ctx: Context, path: string): Promise<Decision> {
  const { namespace, code } = parsePath(path)
  const found = (await wholeSnapshot(ctx)).find('decision', namespace, code)
  if (found && found.deletedAt === null) return found
  throw new FinalFailure({ message: `there is no decision ${path}` })
}

const toShort = ({ name, value, tables }: Evaluation['made'][number]) => ({
  name,
  value,
  ...(tables.length > 0 && {
    rules: tables.flatMap(({ rules }) =>
      rules.map(({ number, note }) => ({ number, ...(note && { note }) })),
    ),
  }),
})
