import { z } from 'zod'
import { operation } from '../../../api/operation.ts'
import { ById, DateTime } from '../../../api/schemas.ts'

const ElementStatistics = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.string(),
    entered: z.int(),
    left: z.int(),
    active: z.int(),
    incidents: z.int(),
    meanSeconds: z.number().nullable(),
    maxSeconds: z.number().nullable(),
    breaches: z.int().describe('visits that took longer than a service level allows'),
    atRisk: z.int().describe('visits that were warned of and may still be in time'),
  })
  .meta({ id: 'ElementStatistics' })
export type ElementStatistics = z.infer<typeof ElementStatistics>

const ProcessStatistics = z
  .object({
    elements: z.array(ElementStatistics),
    instances: z.object({
      running: z.int(),
      ended: z.int(),
      interrupted: z.int(),
      meanSeconds: z.number().nullable(),
    }),
    clocks: z
      .array(
        z.object({
          code: z.string(),
          name: z.string(),
          running: z.int(),
          met: z.int(),
          breached: z.int(),
          atRisk: z.int().describe('those that warned and may still be met'),
          meanSeconds: z.number().nullable().describe('used up by those that stopped'),
        }),
      )
      .describe('service levels'),
    isPartial: z.boolean().describe('only the newest instances were counted'),
  })
  .meta({ id: 'ProcessStatistics' })
export type ProcessStatistics = z.infer<typeof ProcessStatistics>

export const statisticsOperations = {
  statistics: operation({
    method: 'GET',
    path: '/manage/v1/processes/{id}/statistics',
    summary: 'Get how often and how long instances were at each element',
    description: 'Of instances started in a time, the newest 5000 of them.',
    params: ById,
    input: z.object({
      from: DateTime.optional(),
      to: DateTime.optional(),
      version: z.coerce
        .number()
        .int()
        .min(1)
        .max(2_147_483_647)
        .optional()
        .describe('absent = all'),
    }),
    output: ProcessStatistics,
  }),
}
