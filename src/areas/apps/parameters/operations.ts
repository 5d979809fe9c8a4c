import { z } from 'zod'
import { operation } from '../../../api/operation.ts'

const Values = z.record(z.string(), z.unknown())
const OfWorkspace = z.object({
  namespace: z.string().describe('the code of a workspace, or the namespace of a module'),
})
const path = '/manage/v1/workspaces/{namespace}/parameters'

export const parameters = {
  get: operation({
    method: 'GET',
    path,
    summary: 'Get the parameters of a workspace or module',
    description: 'Those that nobody has set have their defaults, or null.',
    params: OfWorkspace,
    output: z.object({ parameters: Values }),
  }),
  set: operation({
    method: 'PUT',
    path,
    gives: [],
    summary: 'Set parameters of a workspace or module',
    description:
      'What is absent stays, null goes back to the default. Processes and scripts read them.',
    params: OfWorkspace,
    input: z.object({ parameters: Values }),
    output: z.object({ parameters: Values }),
  }),
}
