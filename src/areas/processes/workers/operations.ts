import { z } from 'zod'
import { operation } from '../../../api/operation.ts'
import { DateTime, Id } from '../../../api/schemas.ts'

const Topic = z.string().min(1).max(100)
const Seconds = z.int().min(1).max(86_400)
const Lock = Id.describe('the lock of the job, as it was fetched')
const ByJob = z.object({ job: z.string().regex(/^\d{1,18}$/, 'expected the number of a job') })
const Values = z.record(z.string(), z.unknown())

const WorkerJob = z
  .object({
    id: z.string(),
    lock: Lock,
    lockedUntil: DateTime,
    topic: Topic,
    key: z.string().describe('the same for every attempt: whoever is called can tell a repetition'),
    attempt: z.int(),
    maxAttempts: z.int(),
    instance: z.object({ id: Id, name: z.string() }),
    process: z.string().describe('such as `sales/orders`'),
    element: z.string().describe('the id of the step in the diagram'),
    variables: Values.describe('its `in` mappings, or all variables if it has none'),
  })
  .meta({ id: 'WorkerJob' })
export type WorkerJob = z.infer<typeof WorkerJob>

const TopicSummary = z
  .object({
    topic: Topic,
    waiting: z.int(),
    locked: z.int(),
    delayed: z.int().describe('failed, and tried again later'),
    oldest: DateTime.nullable().describe('when the job that has waited longest could be fetched'),
  })
  .meta({ id: 'TopicSummary' })
export type TopicSummary = z.infer<typeof TopicSummary>

/** Operations of external workers. */
export const workers = {
  fetch: operation({
    method: 'POST',
    path: '/manage/v1/workers/jobs/fetch',
    inSteps: true,
    gives: [],
    summary: 'Fetch and lock jobs of topics, waiting for some if there are none',
    description:
      'Needs the right "update" on each topic. A job that is not answered before its lock expires is given to another worker.',
    input: z.object({
      topics: z.array(Topic).min(1).max(20),
      worker: z.string().min(1).max(100).describe('the name of the program'),
      max: z.int().min(1).max(100).default(10).describe('jobs at once'),
      maxLocked: z
        .int()
        .min(1)
        .max(1000)
        .default(100)
        .describe('jobs that the worker holds in all; nothing is given beyond'),
      lockSeconds: Seconds.default(60),
      waitSeconds: z.int().min(0).max(60).default(0).describe('0 = answer at once'),
    }),
    output: z.object({ jobs: z.array(WorkerJob) }),
  }),
  extend: operation({
    method: 'POST',
    path: '/manage/v1/workers/jobs/{job}/extend',
    gives: [],
    summary: 'Extend the lock of a job',
    description: '409 if the lock was lost.',
    params: ByJob,
    input: z.object({ lock: Lock, seconds: Seconds }),
    output: z.object({ lockedUntil: DateTime }),
  }),
  complete: operation({
    bodyLimit: 'large',
    method: 'POST',
    path: '/manage/v1/workers/jobs/{job}/complete',
    gives: [],
    summary: 'Complete a job',
    description:
      'Values are stored through the `out` mappings of the step, or under their own names if it has none. Sent again with the same lock it changes nothing; 409 if the lock was lost.',
    params: ByJob,
    input: z.object({ lock: Lock, variables: Values.default({}) }),
  }),
  fail: operation({
    bodyLimit: 'large',
    method: 'POST',
    path: '/manage/v1/workers/jobs/{job}/fail',
    gives: [],
    summary: 'Report a failed attempt of a job',
    description:
      'The job is tried again later. After the last attempt an error event with this code catches it, or the step is an incident.',
    params: ByJob,
    input: z.object({
      lock: Lock,
      message: z.string().min(1).max(2000),
      code: z.string().max(200).default('').describe('what error events catch'),
      retries: z.int().min(0).max(1000).optional().describe('attempts left; absent = one less'),
      retrySeconds: z.int().min(0).max(31_536_000).optional().describe('until the next attempt'),
    }),
    output: z.object({ retryAt: DateTime.nullable().describe('null = it is not tried again') }),
  }),
  throwError: operation({
    bodyLimit: 'large',
    method: 'POST',
    path: '/manage/v1/workers/jobs/{job}/error',
    gives: [],
    summary: 'Throw a BPMN error from a job',
    description:
      'For what the diagram expects, such as an order that was refused. Nothing is tried again; without an event that catches the code the step is an incident.',
    params: ByJob,
    input: z.object({
      lock: Lock,
      code: z.string().min(1).max(200),
      message: z.string().max(2000).default(''),
      variables: Values.default({}).describe(
        'for the event that catches it: as `complete` takes them',
      ),
    }),
  }),
  topics: operation({
    method: 'GET',
    path: '/manage/v1/workers/topics',
    summary: 'Count jobs by topic',
    output: z.object({ topics: z.array(TopicSummary) }),
  }),
}
