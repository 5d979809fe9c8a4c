import { z } from 'zod'
import { operation } from '../../../api/operation.ts'
import { DateTime, Id } from '../../../api/schemas.ts'

export const Respondent = z.object({
  id: Id.describe('who was asked'),
  status: z.enum(['in_progress', 'approved', 'rejected', 'done', 'cancel']),
  comment: z.string(),
  responseTime: DateTime.describe('of the answer; before there is one, of the question'),
  fileId: Id.nullable().describe('always null: answers carry no files'),
  substituteId: Id.nullable().describe('who answered in the place of `id`'),
})
export type Respondent = z.infer<typeof Respondent>

/** People approve or reject, or confirm that they have read: one round of it. */
export const DocflowList = z
  .object({
    id: Id,
    type: z.enum(['approval', 'inform']),
    status: z.enum(['in_progress', 'approved', 'rejected', 'done', 'cancel']),
    respondents: z.array(Respondent).describe('in the order in which they were asked'),
  })
  .meta({ id: 'DocflowList' })
export type DocflowList = z.infer<typeof DocflowList>

export const docflow = {
  listLists: operation({
    method: 'POST',
    path: '/pub/v1/docflow/{namespace}/{code}/{id}/lists',
    summary: 'List the approval sheets and lists of informed users of an item',
    description: 'All of them, the newest first.',
    params: z.object({ namespace: z.string(), code: z.string(), id: Id }),
    input: z.object({
      type: z
        .enum(['approval', 'inform'])
        .nullish()
        .transform((type) => type ?? undefined)
        .describe('only these'),
    }),
    output: z.object({ result: z.array(DocflowList) }),
    reads: true,
  }),
}
