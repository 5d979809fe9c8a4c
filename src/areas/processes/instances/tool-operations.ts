import { z } from 'zod'
import { operation } from '../../../api/operation.ts'
import { Id } from '../../../api/schemas.ts'

const ProcessTool = z
  .object({
    id: Id,
    namespace: z.string(),
    code: z.string(),
    name: z.string(),
    description: z.string(),
    fields: z
      .array(
        z.object({
          code: z.string(),
          name: z.string(),
          type: z.string(),
          required: z.boolean(),
          array: z.boolean(),
        }),
      )
      .describe('what is asked at the start'),
  })
  .meta({ id: 'ProcessTool' })
export type ProcessTool = z.infer<typeof ProcessTool>

/** Processes that are tools of assistants. */
export const toolOperations = {
  listTools: operation({
    method: 'GET',
    path: '/manage/v1/process-tools',
    summary: 'List the processes that are tools of assistants',
    description: 'Those with `assistantTool` that the caller may start, 20 at most.',
    output: z.object({ tools: z.array(ProcessTool) }),
  }),
}
