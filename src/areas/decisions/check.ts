import { z } from 'zod'
import type { LoadedDefinition } from '../../definitions/load.ts'
import { type Problem, readSource } from '../../definitions/source.ts'
import type { Context } from '../../platform/context.ts'

const Cases = z.strictObject({
  cases: z
    .array(
      z.strictObject({
        name: z.string().max(500).optional(),
        decision: z.string().max(200).optional().describe('absent = the one of the file'),
        given: z.record(z.string(), z.json()).default({}).describe('values of the input data'),
        expect: z.json().describe('the value of the decision'),
        rules: z.array(z.int().min(1)).optional().describe('numbers of the rules that fire'),
      }),
    )
    .max(10_000),
})

/** Reads a file of decisions and runs the cases beside it; every problem has its location. */
export async function checkDecision(
  ctx: Pick<Context, 'decisions'>,
  { attachments, attached, body }: LoadedDefinition<'decision'>,
): Promise<Problem[]> {
  const { dmn, cases } = attachments
  if (!dmn) return []
  const file = attached.cases ?? ''
  const read = cases ? readSource(file, cases.toString('utf8'), Cases) : undefined
  const given = read?.body?.cases ?? []
  const checked = await ctx.decisions.check(dmn.toString('utf8'), {
    decision: body.decision,
    cases: given,
  })
  return [
    ...checked.problems.map(({ element, ...problem }) => ({
      file: attached.dmn ?? '',
      ...problem,
      message: element === '' ? problem.message : `${element}: ${problem.message}`,
      ...(element && { element }),
    })),
    ...(read?.problems ?? []),
    ...checked.failures.map(({ at, message }) => ({
      file,
      ...(read?.source?.location(['cases', at]) ?? { line: 1, column: 1 }),
      message: `case ${at + 1}${given[at]?.name ? ` (${given[at].name})` : ''}: ${message}`,
    })),
  ]
}
