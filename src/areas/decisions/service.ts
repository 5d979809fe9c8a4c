import { dirname, join } from 'node:path/posix'
import type { Checked } from '../../decisions/check.ts'
import type { Evaluation } from '../../decisions/evaluate.ts'
import type { Expression, Model } from '../../decisions/model.ts'
import type { AppAddress } from '../../lib/app-path.ts'
import { AppError } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { getSolutionFile } from '../solutions/service.ts'
import { type Decision, findDecisions, getDecision } from './access.ts'
import type { DecisionView, Table } from './operations.ts'

const entryOf = ({ namespace, code, version, body }: Decision) => ({
  namespace,
  code,
  name: body.name,
  description: body.description,
  version,
})

export const listDecisions = async (ctx: Context) => (await findDecisions(ctx)).map(entryOf)

/** The text of the file, as it was applied last. */
export async function textOf(
  ctx: Context,
  { solution, file, body, code }: Decision,
): Promise<string> {
  const path = join(dirname(file), body.dmn ?? `${code}.dmn`)
  return (await getSolutionFile(ctx, solution, path)).toString('utf8')
}

export type EvaluateInput = { values: Record<string, unknown>; decision?: string | undefined }

export async function evaluateDecision(
  ctx: Context,
  decision: Decision,
  { values, decision: id = decision.body.decision }: EvaluateInput,
  left?: AbortSignal,
): Promise<Evaluation & { decision: string }> {
  const xml = await textOf(ctx, decision)
  return ctx.decisions.evaluate({ xml, decision: id, values }, left)
}

export async function evaluateFor(ctx: Context, place: AppAddress, asked: EvaluateInput) {
  const decision = await getDecision(ctx, place)
  const { decision: _, ...evaluation } = await evaluateDecision(ctx, decision, asked)
  return { ...evaluation, version: decision.version }
}

export async function viewDecision(ctx: Context, place: AppAddress): Promise<DecisionView> {
  const decision = await getDecision(ctx, place)
  const checked = await ctx.decisions.check(await textOf(ctx, decision), {
    decision: decision.body.decision,
  })
  const model = readable(checked)
  const all = Object.values(model.decisions)
  const nameOf = (id: string) => model.decisions[id]?.name ?? model.inputs[id]?.name ?? ''
  const needed = new Set(all.flatMap(({ needs }) => needs))
  return {
    ...entryOf(decision),
    decision: decision.body.decision ?? all.find(({ id }) => !needed.has(id))?.id ?? '',
    inputs: Object.values(model.inputs).map(({ name, type = '' }) => ({ name, type })),
    decisions: all.map(({ id, name, needs, logic }) => ({
      decision: id,
      name,
      needs: needs.map(nameOf).filter((each) => each !== ''),
      kind: logic.kind,
      text: logic.kind === 'literal' ? logic.text : '',
    })),
    tables: all.flatMap(({ id, name, logic }) => tablesIn(logic, { decision: id, name })),
  }
}

function readable({ model, problems }: Checked): Model {
  if (model) return model
  throw new AppError('unprocessable', problems[0]?.message ?? 'the decision cannot be read')
}

function tablesIn(logic: Expression, owner: { decision: string; name: string }): Table[] {
  if (logic.kind !== 'table') return []
  const { hitPolicy, aggregation = null, notes } = logic
  return [
    {
      ...owner,
      hitPolicy,
      aggregation,
      notes,
      inputs: logic.inputs.map(({ label, expression, type = '' }) => ({ label, expression, type })),
      outputs: logic.outputs.map(({ label, name, type = '' }) => ({ label, name, type })),
      rules: logic.rules.map(({ when, results, notes: own }) => ({ when, results, notes: own })),
    },
  ]
}
