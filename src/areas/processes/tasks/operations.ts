import { z } from 'zod'
import { operation } from '../../../api/operation.ts'
import { ById, DateTime, Id } from '../../../api/schemas.ts'
import { bulk } from './bulk-operations.ts'
import { comment, FieldOfForm, forms, TaskState } from './form-operations.ts'
import { lists } from './list-operations.ts'
import { plain } from './plain-operations.ts'

const Ids = z.array(Id).nullable()
const Time = DateTime.nullable()

/** A task. Lists return the requested keys, and always the id. */
export const Task = z
  .object({
    __id: Id,
    __name: z.string(),
    state: TaskState,
    template: z.string().describe('the name of the process'),
    templateNsAndCode: z.string().describe('`<namespace>:<code>` of the process'),
    instance: z
      .object({ __id: Id, code: z.string(), __name: z.string(), namespace: z.string() })
      .describe('zeros and empty texts for a task without a process'),
    path: z.string().describe('`/items/<id of the element>`'),
    branch: Id.describe('its own where several run side by side'),
    performers: Ids.describe('who is asked now'),
    originalPerformers: Ids.describe('who was asked first'),
    reassignes: Ids.describe('who had it before, in this order'),
    participants: z.array(Id).optional().describe('who helps; absent where nobody does'),
    allowReassign: z.boolean(),
    __item: z.object({ namespace: z.string(), code: z.string(), id: Id }).nullable(),
    __target: z.string(),
    __targetData: z.null(),
    dueDate: Time,
    planStart: Time,
    planEnd: Time,
    timerId: Id.describe('of what goes off when the time is over; zeros where nothing does'),
    __percent: z.number(),
    priority: z.int(),
    description: z.string(),
    place: z.string(),
    externalParticipants: z.null(),
    companies: z.null(),
    detachedInfo: z.null(),
    openRef: z.boolean(),
    __context: z.array(z.unknown()),
    url: z.string(),
    exit: z.string().optional().describe('the exit that was taken; absent where none was'),
    __logged: z.boolean(),
    __createdAt: DateTime,
    __createdBy: Id.describe('who started the process'),
    __updatedAt: DateTime,
    __updatedBy: Id,
    __deletedAt: Time,
  })
  .meta({ id: 'Task' })
export type Task = z.infer<typeof Task>

const FormField = z.object({ code: z.string(), required: z.boolean(), readonly: z.boolean() })

export const Exit = z.object({
  id: Id,
  name: z.string(),
  type: z.enum(['plain', 'default']),
  buttonClass: z.string(),
  confirm: z.enum(['none', 'text', 'form']),
  confirmText: z.string(),
  skipCheck: z.boolean().describe('required fields may stay empty'),
  formFields: z.array(FormField),
})
export type Exit = z.infer<typeof Exit>

const TaskWithForm = Task.extend({
  formFields: z
    .array(FieldOfForm)
    .describe('what `submit` takes in `context`; exits may ask for more: see `exits`'),
}).meta({ id: 'TaskWithForm' })

/** The instance of a task may be omitted, but must match if given. */
const instanceId = Id.nullish().transform((id) => id ?? undefined)
const date = z
  .union([DateTime, z.iso.date()], 'expected a time such as 2026-02-10T09:00:00Z, or null')
  .nullable()
  .optional()
  .describe('absent = as it is, null = none')

export const tasks = {
  ...lists,
  get: operation({
    method: 'GET',
    path: '/pub/v1/tasks/{id}/get',
    summary: 'Get a task by ID',
    params: ById,
    output: z.object({ data: TaskWithForm }),
  }),
  listExits: operation({
    method: 'GET',
    path: '/pub/v1/tasks/{id}/exits',
    summary: 'List the exits of a task',
    description: 'In the order of the diagram. A task that is not open has none.',
    params: ById,
    output: z.object({ result: z.array(Exit) }),
  }),
  submit: operation({
    bodyLimit: 'large',
    method: 'PUT',
    path: '/pub/v1/tasks/{id}/submit',
    gives: [],
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
      comment,
    }),
  }),
  reassign: operation({
    method: 'POST',
    path: '/pub/v1/tasks/{id}/reassign',
    gives: [],
    summary: 'Hand a task over to another user',
    description: 'Whoever had it is remembered in `reassignes`.',
    params: ById,
    input: z.object({ instanceId, userId: Id, comment }),
  }),
  changePercent: operation({
    method: 'POST',
    path: '/pub/v1/tasks/{id}/percent',
    gives: [],
    summary: 'Change task completion percentage',
    description: '100 does not close the task.',
    params: ById,
    input: z.object({ instanceId, percent: z.number().min(0).max(100), comment }),
  }),
  changeDates: operation({
    method: 'POST',
    path: '/pub/v1/tasks/{id}/dates',
    gives: [],
    summary: 'Change the planned dates and the deadline of a task',
    description: 'Timers that go off at the deadline move with it.',
    params: ById,
    input: z.object({ instanceId, planStart: date, planEnd: date, dueDate: date, comment }),
  }),
  ...forms,
  ...bulk,
  ...plain,
}
