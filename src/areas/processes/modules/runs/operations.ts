import { z } from 'zod'
import { operation } from '../../../../api/operation.ts'

const Values = z.record(z.string(), z.unknown())

const ActionRun = z
  .object({
    output: Values.nullable().describe('null = it failed'),
    failure: z.object({ message: z.string(), code: z.string().optional() }).nullable(),
    milliseconds: z.int(),
  })
  .meta({ id: 'ActionRun' })
export type ActionRun = z.infer<typeof ActionRun>

export const moduleActions = {
  runAction: operation({
    method: 'POST',
    path: '/manage/v1/modules/{module}/actions/{action}/run',
    inSteps: true,
    gives: [],
    summary: 'Run a published action of a module',
    description:
      'For actions that are scripts, to try them out: what they change is changed. They have the rights of the `scriptUser` of the module, and never those of an administrator.',
    params: z.object({ module: z.string(), action: z.string() }),
    input: z.object({ context: Values.default({}).describe('its input, as items have values') }),
    output: z.object({ run: ActionRun }),
    access: 'administrator',
  }),
}
