import { z } from 'zod'

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
  })
  .meta({ id: 'ElementStatistics' })
export type ElementStatistics = z.infer<typeof ElementStatistics>

export const ProcessStatistics = z
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
          meanSeconds: z.number().nullable().describe('used up by those that stopped'),
        }),
      )
      .describe('service levels'),
    isPartial: z.boolean().describe('only the newest instances were counted'),
  })
  .meta({ id: 'ProcessStatistics' })
export type ProcessStatistics = z.infer<typeof ProcessStatistics>
