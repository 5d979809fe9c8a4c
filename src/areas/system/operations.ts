import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { DateTime, Id } from '../../api/schemas.ts'

const Count = z.int().min(0)
const Rough = Count.describe('exact up to 10,000, an estimate beyond')
const Amount = z.number().min(0)

export const SystemOverview = z.object({
  version: z.string(),
  node: z.object({
    id: Id,
    startedAt: DateTime,
    uptimeSeconds: Count,
    memoryBytes: Count,
    eventLoopDelayMs: z
      .object({ p50: Amount, p99: Amount })
      .describe('the worst of the last five seconds'),
    cpuPercent: Amount.describe('of the last five seconds; 100 = one core'),
  }),
  requests: z
    .object({
      perSecond: Amount,
      p50Ms: Amount,
      p99Ms: Amount,
      errorsPerSecond: Amount.describe('answers with 500 and above'),
      inFlight: Count.describe('now, this one and the open event streams included'),
    })
    .describe('of this node, in the last five whole seconds'),
  database: z.object({
    version: z.string(),
    sizeBytes: Count,
    connections: z
      .object({ used: Count, max: Count })
      .describe('of everybody to this database server'),
    pool: z
      .object({ used: Count, waiting: Count, max: Count })
      .describe('of this node; `waiting` are requests that wait for a connection'),
    embedded: z.boolean(),
  }),
  events: z.object({ lastPosition: Count }),
  jobs: z.object({
    waiting: Count,
    running: Count,
    failed: Count,
    late: Count.describe('wait for more than 15 minutes after their time'),
    stuck: Count.describe('run for more than an hour'),
  }),
  processes: z.object({ running: Rough, incidents: Rough }),
  webhooks: z.object({
    active: Count.describe('neither paused nor failing'),
    failing: Count.describe('the endpoint is silent, or refused what was sent last'),
    paused: Count,
    waiting: Rough,
    troubled: z
      .array(
        z.object({
          id: Id,
          name: z.string(),
          state: z.enum(['failing', 'paused']),
          since: DateTime,
          error: z.string().nullable(),
        }),
      )
      .describe('those that fail or are paused, at most 20'),
  }),
  backups: z
    .object({ latestAt: DateTime.nullable(), bytes: Count.nullable() })
    .describe('of "kontor backup"; null = none yet, or not known'),
  files: z.object({
    count: Rough,
    bytes: Count,
    trashBytes: Count,
    quotaBytes: Count.nullable().describe('null = no limit'),
  }),
  users: z.object({ active: Rough, sessions: Rough }),
  limits: z
    .record(z.string(), z.number())
    .describe('every number of the configuration by its name'),
})
export type SystemOverview = z.infer<typeof SystemOverview>

const Health = z.object({
  checkedAt: DateTime,
  checks: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['ok', 'warning', 'problem']),
      text: z.string(),
    }),
  ),
})
export type Health = z.infer<typeof Health>

export const system = {
  overview: operation({
    method: 'GET',
    path: '/manage/v1/system',
    summary: 'Get an overview of the system',
    description:
      'Cheap enough to be asked every few seconds. The figures of the node are those of the one that answers; what the database counts is up to two seconds old, sizes are up to a minute old.',
    output: SystemOverview,
    access: 'administrator',
  }),
  health: operation({
    method: 'GET',
    path: '/manage/v1/system/health',
    summary: 'Run health checks of the system',
    description:
      'What `kontor doctor` checks, without what goes through all files and registers. Answers are kept for a minute.',
    output: Health,
    access: 'administrator',
  }),
}
