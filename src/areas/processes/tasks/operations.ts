import { z } from 'zod'
import { operation } from '../../../api/operation.ts'
import { ById, DateTime, Id, Named, NamedItem } from '../../../api/schemas.ts'
import { Listed, ListRequest } from '../../../lists/request.ts'

const Ids = z.array(Id).nullable()
const Time = DateTime.nullable()

/** Something a person is asked to do. Lists answer the wanted keys of it, and always the id. */
export const Task = z
  .object({
    __id: Id,
    __name: z.string(),
    state: z.enum(['assignment', 'in_progress', 'closed', 'cancel']),
    template: z.string().describe('the name of the process'),
    templateNsAndCode: z.string().describe('`<namespace>:<code>` of the process'),
    instance: z.object({ __id: Id, code: z.string(), __name: z.string(), namespace: z.string() }),
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

/** `fields` may leave keys out, or put what they lead to in the place of ids. */
const ListedTask = z.looseObject({ __id: Id }).meta({
  id: 'ListedTask',
  description: 'a task as far as `fields` asks for it',
})

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

const FieldOfForm = z
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

const TaskWithForm = Task.extend({
  formFields: z
    .array(FieldOfForm)
    .describe('what `submit` takes in `context`; exits may ask for more: see `exits`'),
}).meta({ id: 'TaskWithForm' })

const State = Task.shape.state

const TaskForm = z
  .object({
    task: z.object({
      id: Id,
      name: z.string(),
      description: z.string(),
      state: State,
      dueAt: Time,
      percent: z.number(),
      author: Named,
      performers: z.array(Named),
      processName: z.string(),
      instanceId: Id,
      elementId: z.string(),
      item: NamedItem.nullable(),
    }),
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
    state: State,
    dueAt: Time,
    performers: z.array(Named),
    instanceId: Id,
  })
  .meta({ id: 'TaskOfItem' })
export type TaskOfItem = z.infer<typeof TaskOfItem>

/** Which instance a task is of: may be left out, but not be another one. */
const instanceId = Id.nullish().transform((id) => id ?? undefined)
const comment = z
  .string()
  .max(10_000)
  .nullish()
  .transform((text) => text ?? '')

const date = z
  .union([DateTime, z.iso.date()], 'expected a time such as 2026-02-10T09:00:00Z, or null')
  .nullable()
  .optional()
  .describe('absent = as it is, null = none')

export const TaskListRequest = ListRequest.extend({
  closed: z
    .boolean()
    .nullish()
    .describe('true = only tasks that are over, done or withdrawn; false = only open ones'),
}).meta({ id: 'TaskListRequest' })
export type TaskListRequest = z.output<typeof TaskListRequest>

const listing = {
  method: ['GET', 'POST'] as const,
  input: TaskListRequest,
  output: Listed(ListedTask),
}
const LIST = '/pub/v1/tasks/list'

export const tasks = {
  list: operation({
    ...listing,
    path: LIST,
    summary: 'List tasks',
    description:
      'Administrators see every task, others those they perform, started or help with, and those of the users they stand in for or who answer to them.',
  }),
  listIncoming: operation({
    ...listing,
    path: `${LIST}/income`,
    summary: 'List what the caller is asked to do',
    description:
      'Open tasks, unless `closed` or the filter says otherwise (by `state`). Tasks of users the caller stands in for are among them.',
  }),
  listOutgoing: operation({
    ...listing,
    path: `${LIST}/outcome`,
    summary: 'List what others do for the caller',
    description:
      'Open tasks of processes the caller started, unless `closed` or the filter says otherwise (by `state`).',
  }),
  listAssisting: operation({
    ...listing,
    path: `${LIST}/participate`,
    summary: 'List tasks the caller helps with',
  }),
  listOfUser: operation({
    ...listing,
    path: `${LIST}/of/{id}`,
    summary: 'List the tasks of a user',
    description: 'For the user, their superiors and substitutes, and administrators.',
    params: ById,
  }),
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
    summary: 'Report how far a task is',
    description: '100 does not close the task.',
    params: ById,
    input: z.object({ instanceId, percent: z.number().min(0).max(100), comment }),
  }),
  changeDates: operation({
    method: 'POST',
    path: '/pub/v1/tasks/{id}/dates',
    gives: [],
    summary: 'Plan a task and move its deadline',
    description: 'Timers that go off at the deadline move with it.',
    params: ById,
    input: z.object({ instanceId, planStart: date, planEnd: date, dueDate: date, comment }),
  }),
  form: operation({
    method: 'GET',
    path: '/manage/v1/tasks/{id}/form',
    summary: 'Get everything the window of a task shows',
    params: ById,
    output: TaskForm,
  }),
  quickExits: operation({
    method: ['GET', 'POST'],
    path: '/manage/v1/tasks/exits',
    summary: 'List what several tasks can be closed with, and whether their forms are needed',
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
