import { z } from 'zod'
import { operation } from '../../../api/operation.ts'
import { DateTime, Id } from '../../../api/schemas.ts'

const Count = z.int().min(0)

/** Lists of tasks return the same with `late` and `endedAfter`. */
const counts = {
  open: Count,
  late: Count.describe('open tasks behind their deadline'),
  closed: Count.describe('done since `since`'),
  closedLate: Count.describe('done since `since`, after their deadline'),
}

const ProcessName = z.object({
  id: Id.nullable().describe('null where the caller may not read the process'),
  namespace: z.string(),
  code: z.string(),
  name: z.string(),
})

const TeamPerson = z
  .object({ id: Id, name: z.string(), position: z.string(), ...counts })
  .meta({ id: 'TeamPerson' })
export type TeamPerson = z.infer<typeof TeamPerson>

const TeamStep = z
  .object({
    process: ProcessName,
    element: z.string().describe('the id of the step in the diagram'),
    name: z.string(),
    ...counts,
    oldestAt: DateTime.nullable().describe('since when the oldest open task waits'),
    meanSeconds: z.number().describe('from the beginning to the end, of open tasks until now'),
  })
  .meta({ id: 'TeamStep' })
export type TeamStep = z.infer<typeof TeamStep>

const TeamProcess = z
  .object({
    id: Id,
    namespace: z.string(),
    code: z.string(),
    name: z.string(),
    running: Count,
    incidents: Count,
    slaBreached: Count.describe('running instances with a service level that is exceeded'),
    slaAtRisk: Count.describe('running instances with one that has warned and may still be met'),
    closed: Count.describe('tasks done since `since`'),
    closedLate: counts.closedLate,
    weeks: z
      .array(
        z.object({
          from: DateTime,
          started: Count,
          ended: Count,
          leadSeconds: z.number().nullable().describe('the median, of instances that ended'),
        }),
      )
      .describe('eight times seven days, the last of them until now'),
  })
  .meta({ id: 'TeamProcess' })
export type TeamProcess = z.infer<typeof TeamProcess>

const TeamIncident = z.object({
  id: Id,
  instance: Id,
  instanceName: z.string(),
  processName: z.string(),
  elementName: z.string(),
  message: z.string(),
  openedAt: DateTime,
})

const TeamWork = z
  .object({
    whose: z.enum(['people', 'everybody']),
    since: DateTime.describe('thirty days ago'),
    tasks: z.object(counts),
    people: z.array(TeamPerson).describe('those with the most late tasks first, at most 100'),
    steps: z.array(TeamStep).describe('the slowest first, at most 50'),
    processes: z
      .array(TeamProcess)
      .describe('those that the caller may read and that ran lately, the busiest first'),
    incidents: z.object({
      total: Count,
      latest: z.array(TeamIncident).describe('of processes that the caller may change'),
    }),
  })
  .meta({ id: 'TeamWork' })
export type TeamWork = z.infer<typeof TeamWork>

export const team = {
  team: operation({
    method: 'GET',
    path: '/manage/v1/me/team',
    summary: 'Get open and late work of a team, slow steps and process trends',
    description:
      'Of the tasks of those who answer to the caller; administrators may ask for those of everybody, which is what they get if they do not say. Two statements over indexes, each cancelled after ten seconds.',
    input: z.object({ whose: z.enum(['people', 'everybody']).optional() }),
    output: TeamWork,
  }),
}
