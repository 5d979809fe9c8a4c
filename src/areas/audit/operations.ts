import { z } from 'zod'
import { NewestFirst } from '../../api/after.ts'
import { operation } from '../../api/operation.ts'
import { DateTime, EventName, Id, Next } from '../../api/schemas.ts'

export const AuditEntry = z.object({
  position: z.int(),
  at: DateTime,
  type: EventName,
  object: z.string(),
  namespace: z.string().nullable(),
  code: z.string().nullable(),
  actor: Id.nullable(),
  credential: Id.nullable().describe('the token or session that was used'),
  requestId: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const audit = {
  list: operation({
    method: 'GET',
    path: '/manage/v1/audit',
    summary: 'List the audit log, newest first',
    input: NewestFirst.extend({
      object: z.string().optional().describe('one object, such as token:0192…'),
      actor: Id.optional(),
      type: z.string().optional().describe('a type, or its beginning followed by "*"'),
      namespace: z.string().optional().describe('one workspace'),
      code: z.string().optional().describe('one app of it'),
      since: DateTime.optional(),
      until: DateTime.optional(),
    }),
    output: z.object({ entries: z.array(AuditEntry), ...Next }),
    access: 'administrator',
  }),
}
