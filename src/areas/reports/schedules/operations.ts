import { z } from 'zod'
import { operation } from '../../../api/operation.ts'
import { ById, DateTime, Id, Named } from '../../../api/schemas.ts'
import { ReportRequest } from '../row-operations.ts'

const FORMATS = ['csv', 'xlsx', 'pdf'] as const
export const PAUSED = ['by_hand', 'owner', 'report'] as const
const OUTCOMES = ['sent', 'skipped', 'failed'] as const

const at = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected a time such as 08:30')
  .meta({ description: 'in the time zone of the owner', examples: ['08:30'] })

const Timing = z
  .discriminatedUnion('every', [
    z.strictObject({ every: z.literal('day'), at }),
    z.strictObject({
      every: z.literal('week'),
      weekdays: z.array(z.int().min(1).max(7)).min(1).max(7).describe('1 = Monday'),
      at,
    }),
    z.strictObject({
      every: z.literal('month'),
      day: z.union([z.int().min(1).max(28), z.literal('last')]),
      at,
    }),
  ])
  .meta({ id: 'ReportTiming' })
export type Timing = z.output<typeof Timing>

const asked = ReportRequest.pick({
  filter: true,
  where: true,
  parameters: true,
  sortExpressions: true,
})

const settings = {
  name: z.string().trim().min(1).max(200),
  format: z.enum(FORMATS),
  timing: Timing,
  receivers: z
    .array(Id)
    .max(100)
    .default([])
    .describe('users, groups, positions and departments; none = the owner'),
  ...asked.shape,
}

const Settings = z.object({ ...settings, isPaused: z.boolean().default(false) })
export type Settings = z.output<typeof Settings>
const NewSchedule = z.object({ namespace: z.string(), code: z.string(), ...settings })
export type NewSchedule = z.output<typeof NewSchedule>

const Schedule = z
  .object({
    id: Id,
    namespace: z.string(),
    code: z.string(),
    owner: Named,
    name: z.string(),
    format: z.enum(FORMATS),
    timing: Timing,
    receivers: z.array(Named.extend({ kind: z.string() })),
    filter: z.record(z.string(), z.unknown()),
    where: z.record(z.string(), z.unknown()),
    parameters: z.record(z.string(), z.unknown()),
    sortExpressions: z.array(z.object({ column: z.string(), ascend: z.boolean() })),
    timeZone: z.string(),
    nextAt: DateTime.nullable().describe('null while it is paused'),
    pausedReason: z
      .enum(PAUSED)
      .nullable()
      .describe(
        'by_hand; owner: who cannot sign in any more; report: gone, or closed to the owner',
      ),
    last: z
      .object({
        dueAt: DateTime,
        sent: z.int(),
        skipped: z.int().describe('receivers who may not see the report, or have no address'),
        failed: z.int(),
        waiting: z.int().describe('not sent yet, or to be tried again'),
        error: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'ReportSchedule' })
export type Schedule = z.infer<typeof Schedule>

const ReportMail = z
  .object({
    user: Named,
    dueAt: DateTime,
    endedAt: DateTime.nullable(),
    outcome: z.enum(OUTCOMES).nullable().describe('null = not sent yet, or to be tried again'),
    error: z.string().nullable(),
  })
  .meta({ id: 'ReportMail' })
export type ReportMail = z.infer<typeof ReportMail>

const SCHEDULES = '/manage/v1/report-schedules'
const answer = z.object({ schedule: Schedule })

export const schedules = {
  listSchedules: operation({
    method: 'GET',
    path: SCHEDULES,
    summary: 'List the scheduled mails of reports',
    description:
      'Those of the caller; of a report that the caller may manage, those of everybody. Administrators see all.',
    input: z.object({ namespace: z.string().optional(), code: z.string().optional() }),
    output: z.object({ schedules: z.array(Schedule) }),
  }),
  createSchedule: operation({
    method: 'POST',
    path: SCHEDULES,
    gives: [],
    summary: 'Mail a report at fixed times',
    description:
      'Each receiver gets what they may see themselves. Receivers who may not see the report get nothing.',
    input: NewSchedule,
    output: answer,
  }),
  changeSchedule: operation({
    method: 'PUT',
    path: `${SCHEDULES}/{id}`,
    gives: [],
    summary: 'Change, pause or resume a scheduled mail',
    params: ById,
    input: Settings,
    output: answer,
  }),
  deleteSchedule: operation({
    method: 'DELETE',
    path: `${SCHEDULES}/{id}`,
    gives: [],
    summary: 'Delete a scheduled mail',
    params: ById,
  }),
  sendSchedule: operation({
    method: 'POST',
    path: `${SCHEDULES}/{id}/send`,
    gives: [],
    summary: 'Send a scheduled mail now, to all of its receivers',
    description:
      'Refused while earlier mails of it wait to be sent (409), and for five minutes after the last time (429).',
    params: ById,
    output: answer,
  }),
  listMails: operation({
    method: 'GET',
    path: `${SCHEDULES}/{id}/mails`,
    summary: 'List the newest 200 mails of a schedule with their state',
    params: ById,
    output: z.object({ mails: z.array(ReportMail) }),
  }),
}
