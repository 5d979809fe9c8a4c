import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { Id, InApp } from '../../api/schemas.ts'

/** Documents that somebody makes of an item, without a process. */
export const documents = {
  makeDocument: operation({
    method: 'POST',
    path: '/manage/v1/apps/{namespace}/{code}/items/{id}/documents',
    gives: [],
    summary: 'Fill a document template with an app item',
    description:
      'For everybody who may read the item, with what they may see of it. The document is an upload of the caller: whatever is saved with its `hash` within an hour, a field of the item or a message, keeps it.',
    params: InApp.extend({ id: Id }),
    input: z.object({
      template: Id.describe('a document template of the app or of its workspace'),
      language: z.enum(['en', 'ru']).default('en').describe('of dates, numbers and amounts'),
      timeZone: z.string().max(100).default('UTC'),
    }),
    output: z.object({ name: z.string(), hash: Id, size: z.int() }),
    inSteps: true,
  }),
}
