import { z } from 'zod'
import { operation } from '../../../api/operation.ts'
import { ById, DateTime, Id } from '../../../api/schemas.ts'
import { audit, key } from '../../../api/system-keys.ts'
import { Listed, ListRequest } from '../../../lists/request.ts'

/** `fields` may omit keys, or replace ids by the objects. */
const ListedTask = z
  .looseObject({
    __id: Id,
    __name: key.text,
    state: key.code,
    template: key.code,
    templateNsAndCode: key.code,
    instance: key.object,
    path: key.code,
    branch: key.id,
    performers: key.ids,
    originalPerformers: key.ids,
    reassignes: key.ids,
    allowReassign: key.flag,
    __item: key.objectOrNone,
    __target: key.text,
    dueDate: key.timeOrNone,
    planStart: key.timeOrNone,
    planEnd: key.timeOrNone,
    __percent: key.number,
    priority: key.number,
    description: key.text,
    ...audit,
  })
  .meta({
    id: 'ListedTask',
    description:
      'a task as far as `fields` asks for it, with `snoozedUntil` and `followUpAt` where the caller has set them',
  })

export const TaskListRequest = ListRequest.extend({
  closed: z
    .boolean()
    .nullish()
    .describe('true = only tasks that are over, done or withdrawn; false = only open ones'),
  text: z
    .string()
    .max(200)
    .nullish()
    .describe(
      'words that are all in the name of the task, of its instance or of its item, or in what it says',
    ),
  snoozed: z
    .boolean()
    .nullish()
    .describe('true = only what the caller does not want to see yet; false = without those'),
  element: z.string().max(200).nullish().describe('the id of the step in its diagram'),
  late: z
    .boolean()
    .nullish()
    .describe('true = only open tasks behind their deadline, or done after it; false = the others'),
  endedAfter: DateTime.nullish().describe('only tasks that were over at this time or later'),
}).meta({ id: 'TaskListRequest' })
export type TaskListRequest = z.output<typeof TaskListRequest>

const listing = {
  method: ['GET', 'POST'] as const,
  input: TaskListRequest,
  output: Listed(ListedTask),
}
const LIST = '/pub/v1/tasks/list'

/** Lists of tasks to do, of requested ones, and of those one helps with. */
export const lists = {
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
    summary: "List the caller's tasks",
    description:
      'Open tasks, unless `closed` or the filter says otherwise (by `state`). Tasks of users the caller stands in for are among them.',
  }),
  listOutgoing: operation({
    ...listing,
    path: `${LIST}/outcome`,
    summary: 'List tasks of others in processes the caller started',
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
}
