import { z } from 'zod'
import { operation } from '../../../api/operation.ts'
import { ById, DateTime, Id, Named, NamedItem } from '../../../api/schemas.ts'
import { ClockView } from '../instances/manage-operations.ts'

const Time = DateTime.nullable()

export const TaskState = z.enum(['assignment', 'in_progress', 'closed', 'cancel'])

/** The comment on a change of a task. */
export const comment = z
  .string()
  .max(10_000)
  .nullish()
  .transform((text) => text ?? '')

export const FieldOfForm = z
  .object({
    code: z.string(),
    name: z.string(),
    type: z.string(),
    required: z.boolean(),
    readonly: z.boolean(),
    data: z.record(z.string(), z.unknown()),
    array: z.boolean(),
    single: z.boolean(),
    value: z.unknown(),
  })
  .meta({ id: 'FieldOfForm' })
export type FieldOfForm = z.infer<typeof FieldOfForm>

const PlainPart = z
  .object({
    checklist: z.array(
      z.object({
        number: z.int(),
        text: z.string(),
        doneAt: Time,
        doneBy: Named.nullable(),
      }),
    ),
    files: z.array(z.object({ id: Id, name: z.string(), size: z.int(), by: Id })),
    repeats: z.string().nullable(),
    canChange: z.boolean().describe('the caller is its author'),
  })
  .meta({ id: 'PlainTask' })
export type PlainPart = z.infer<typeof PlainPart>

const TaskForm = z
  .object({
    task: z.object({
      id: Id,
      name: z.string(),
      description: z.string(),
      state: TaskState,
      dueAt: Time,
      percent: z.number(),
      author: Named,
      performers: z.array(Named),
      processName: z.string(),
      instanceId: Id,
      elementId: z.string(),
      item: NamedItem.nullable(),
      priority: z.int(),
      watchers: z.array(Named),
      snoozedUntil: Time.describe('set by the caller'),
      followUpAt: Time.describe('set by the caller'),
    }),
    plain: PlainPart.nullable().describe('null for a task of a process'),
    fields: z.array(FieldOfForm).describe('the form of the task, with the values that are there'),
    exits: z.array(
      z.object({
        id: Id,
        name: z.string(),
        skipCheck: z.boolean(),
        confirm: z.string().nullable().describe('what to ask before; null = nothing'),
        buttonClass: z.string(),
        fields: z.array(FieldOfForm).describe('what this exit asks for besides'),
      }),
    ),
    canSubmit: z.boolean(),
    clocks: z.array(ClockView).describe('service levels that run during the task'),
    suspendedAt: Time.describe('since when its instance or process is suspended'),
    history: z.array(
      z.object({
        at: DateTime,
        by: Named.nullable(),
        what: z.string().describe('created, reassigned, percent_changed, closed, …'),
        comment: z.string(),
      }),
    ),
  })
  .meta({ id: 'TaskForm' })
export type TaskForm = z.infer<typeof TaskForm>

const QuickExits = z
  .object({
    id: Id,
    sla: z
      .enum(['breached', 'atRisk'])
      .nullable()
      .describe('the worst of the service levels that run during it'),
    suspendedAt: Time.describe('since when its instance or process is suspended'),
    exits: z.array(
      z.object({
        id: Id,
        name: z.string(),
        buttonClass: z.string(),
        confirm: z.string().nullable().describe('what to ask before; null = nothing'),
        needsForm: z.boolean().describe('something is to be filled in first'),
      }),
    ),
  })
  .meta({ id: 'QuickExits' })
export type QuickExits = z.infer<typeof QuickExits>

const TaskOfItem = z
  .object({
    id: Id,
    name: z.string(),
    state: TaskState,
    dueAt: Time,
    performers: z.array(Named),
    instanceId: Id,
  })
  .meta({ id: 'TaskOfItem' })
export type TaskOfItem = z.infer<typeof TaskOfItem>

/** Operations of the console on tasks. */
export const forms = {
  form: operation({
    method: 'GET',
    path: '/manage/v1/tasks/{id}/form',
    summary: 'Get a task with its form, exits and history',
    params: ById,
    output: TaskForm,
  }),
  quickExits: operation({
    method: ['GET', 'POST'],
    path: '/manage/v1/tasks/exits',
    summary: 'List the exits of several tasks, and whether their forms are needed',
    description: 'Tasks that are not open, or not for the caller to close, are left out.',
    input: z.object({ ids: z.array(Id).max(200, 'at most 200 tasks at once') }),
    output: z.object({ tasks: z.array(QuickExits) }),
  }),
  ofItem: operation({
    method: 'GET',
    path: '/manage/v1/apps/{namespace}/{code}/items/{id}/tasks',
    summary: 'List the tasks about an item, the newest first',
    description: 'For everybody who may read the item; at most 200.',
    params: z.object({ namespace: z.string(), code: z.string(), id: Id }),
    output: z.object({ tasks: z.array(TaskOfItem) }),
  }),
}
