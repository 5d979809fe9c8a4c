import { z } from 'zod'
import { operation } from '../../../api/operation.ts'
import { DateTime, Id } from '../../../api/schemas.ts'
import { comment } from './form-operations.ts'
import { TaskListRequest } from './list-operations.ts'

const MOST = 500
const several = <S extends z.ZodType>(element: S) =>
  z.array(element).min(1, 'expected at least one task').max(MOST, `at most ${MOST} tasks at once`)

/** The result for each task; repeated with the same Idempotency-Key. */
const Outcome = z.object({
  done: z.array(Id),
  errors: z.record(Id, z.string()).describe('by task: why nothing was changed'),
})

const FacetsRequest = TaskListRequest.pick({
  closed: true,
  text: true,
  snoozed: true,
  element: true,
  late: true,
  endedAfter: true,
  filter: true,
}).extend({
  list: z.enum(['incoming', 'outgoing', 'assisting', 'all']).default('incoming'),
  endOfDay: DateTime.optional().describe('when the day of the caller ends; absent = that of UTC'),
})
export type FacetsRequest = z.output<typeof FacetsRequest>

const Counted = z.array(z.object({ value: z.string(), name: z.string(), count: z.int() }))

const Facets = z
  .object({
    total: z.int(),
    processes: Counted.describe('`<namespace>:<code>`; empty for tasks without a process'),
    apps: Counted.describe('`<namespace>/<code>` of the items'),
    performers: Counted.describe('by id'),
    authors: Counted.describe('by id'),
    due: Counted.describe('overdue, today, week, later, none'),
    priorities: Counted.describe('-1, 0, 1'),
  })
  .meta({ id: 'TaskFacets' })
export type Facets = z.infer<typeof Facets>

/** Operations on many tasks at once, and facets of their lists. */
export const bulk = {
  facets: operation({
    method: 'POST',
    reads: true,
    path: '/manage/v1/tasks/facets',
    summary: 'Count the tasks of a list by process, app, person, deadline and priority',
    input: FacetsRequest,
    output: Facets,
  }),
  submitMany: operation({
    bodyLimit: 'large',
    method: 'POST',
    path: '/manage/v1/tasks/submit',
    gives: [],
    summary: 'Complete several tasks, each through one of its exits',
    description:
      'Each task is completed or refused by itself. Exits that need something filled in are refused; the others take the values that are there.',
    input: z.object({
      tasks: several(z.object({ id: Id, exitId: z.string().min(1).max(200) })),
      comment,
    }),
    output: Outcome,
    inSteps: true,
  }),
  reassignMany: operation({
    method: 'POST',
    path: '/manage/v1/tasks/reassign',
    gives: [],
    summary: 'Hand several tasks over to another user',
    description: 'Each task is handed over or refused by itself.',
    input: z.object({ ids: several(Id), userId: Id, comment }),
    output: Outcome,
    inSteps: true,
  }),
  remind: operation({
    method: 'POST',
    path: '/manage/v1/tasks/remind',
    gives: [],
    summary: 'Snooze tasks for the caller, or set a follow-up',
    description:
      'Only for the caller: nobody else sees it. `snoozed: false` leaves out of a list what is put off; at `followUpAt` the caller is notified. Absent = as it is, null = no more.',
    input: z.object({
      ids: several(Id),
      snoozedUntil: DateTime.nullish(),
      followUpAt: DateTime.nullish(),
    }),
    output: Outcome,
    inSteps: true,
  }),
}
