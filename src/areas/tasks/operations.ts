import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { ById, Id } from '../../api/schemas.ts'

/** Which instance a task is of: may be left out, but not be another one. */
const instanceId = Id.nullish().transform((id) => id ?? undefined)

export const tasks = {
  submit: operation({
    method: 'PUT',
    path: '/pub/v1/tasks/{id}/submit',
    summary: 'Complete a task through one of its exits',
    params: ById,
    input: z.object({
      exitId: z
        .string()
        .max(200)
        .nullish()
        .transform((id) => id || undefined)
        .describe('may be left out when the task has one exit'),
      instanceId,
      context: z
        .record(z.string(), z.unknown())
        .nullish()
        .transform((context) => context ?? {})
        .describe('values of the form'),
      comment: z
        .string()
        .max(10_000)
        .nullish()
        .transform((text) => text ?? ''),
    }),
  }),
}
