import { z } from 'zod'
import { operation } from '../../../api/operation.ts'
import { FieldView } from '../../scheme/list-operations.ts'

const Values = z.record(z.string(), z.unknown())
const OfWorkspace = z.object({
  namespace: z.string().describe('the code of a workspace, or the namespace of a module'),
})
const path = '/manage/v1/workspaces/{namespace}/parameters'

const Parameters = z.object({
  parameters: Values.describe('the values that hold now'),
  fields: z
    .array(FieldView)
    .describe('what they are; `defaultValue` holds until somebody sets another'),
  set: z.array(z.string()).describe('the codes of those that somebody has set'),
  secrets: z.array(z.string()).describe('the codes of those whose values are not shown'),
  maySet: z.boolean().describe('whether the caller may set them'),
})
export type Parameters = z.infer<typeof Parameters>

export const parameters = {
  get: operation({
    method: 'GET',
    path,
    summary: 'Get the parameters of a workspace or module',
    description: 'Those that nobody has set have their defaults, or null.',
    params: OfWorkspace,
    output: Parameters,
  }),
  set: operation({
    method: 'PUT',
    path,
    gives: [],
    summary: 'Set parameters of a workspace or module',
    description:
      'What is absent stays, null goes back to the default. Processes and scripts read them; secrets only scripts.',
    params: OfWorkspace,
    input: z.object({ parameters: Values }),
    output: Parameters,
  }),
}
