import { z } from 'zod'
import { AfterNumber } from '../../../api/after.ts'
import { operation } from '../../../api/operation.ts'
import { ById, DateTime, Id, Next, Page } from '../../../api/schemas.ts'
import { Listed, ListRequest } from '../../../lists/request.ts'
import { Instance } from './instance-operations.ts'
import { steps } from './step-operations.ts'

/** Codes in addresses are only looked up: unknown codes are reported as not found. */
const OfTemplate = z.object({ namespace: z.string(), code: z.string() })

const Instances = Listed(Instance)

const Context = z.record(z.string(), z.unknown())
const comment = z
  .string()
  .max(10_000)
  .nullish()
  .transform((text) => text ?? '')

const Mapping = z
  .record(z.string(), z.string())
  .nullish()
  .transform((mapping) => mapping ?? {})
  .describe('elements that are called otherwise in the new version: {"old": "new"}')
const dryRun = z
  .boolean()
  .nullish()
  .transform((is) => is ?? false)
  .describe('changes nothing, only says what would happen')

const timers = z
  .enum(['keep', 'recompute'])
  .default('keep')
  .describe('timers keep their time, or are counted again from now by the new version')
const queue = z.boolean().default(false).describe('one that does not wait is moved when it does')
const queued = z.int().describe('how many are moved when they wait')

const Errors = z.record(Id, z.string()).describe('what went wrong, by the id of the instance')

const Flow = z.string().max(200).optional().describe('the flow to take, where several lead on')

export const Incident = z.object({
  id: Id,
  instance: Id,
  instanceName: z.string(),
  namespace: z.string(),
  code: z.string(),
  process: Id,
  processName: z.string(),
  token: z.int(),
  element: z.string(),
  elementName: z.string(),
  kind: z.string(),
  message: z.string(),
  openedAt: DateTime,
  closedAt: DateTime.nullable(),
  closedBy: Id.nullable(),
})
export type Incident = z.infer<typeof Incident>

export const Line = z.object({
  seq: z.int(),
  at: DateTime,
  actor: Id,
  event: z.string().describe('what came from outside: start, submitted, due, done, …'),
  data: z.record(z.string(), z.unknown()),
  steps: z
    .array(
      z.object({
        what: z.enum(['entered', 'left', 'cancelled', 'taken', 'moved']),
        token: z.int(),
        element: z.string(),
        name: z.string(),
        run: z.int().optional().describe('which run of a loop'),
      }),
    )
    .describe('the way that tokens took then'),
})
export type Line = z.infer<typeof Line>

const Ids = z.array(Id).max(10_000, 'at most 10000 instances at once')
const optionalIds = Ids.nullish().transform((ids) => ids ?? undefined)

const TEMPLATE = '/pub/v1/bpm/instance/bytemplate/{namespace}/{code}'

export const bpm = {
  ...steps,
  run: operation({
    bodyLimit: 'large',
    method: 'POST',
    path: '/pub/v1/bpm/template/{namespace}/{code}/run',
    gives: [],
    summary: 'Start a process',
    description:
      'Answers when the instance waits for somebody or something for the first time. Unknown variables are ignored; `__item` and `__target` say what it is about.',
    params: OfTemplate,
    input: z.object({ context: Context.nullish().transform((context) => context ?? {}) }),
    output: z.object({ context: Instance }),
  }),
  listByTemplate: operation({
    method: ['GET', 'POST'],
    path: `${TEMPLATE}/list`,
    summary: 'List the instances of a process',
    params: OfTemplate,
    input: ListRequest,
    output: Instances,
  }),
  listByTemplateId: operation({
    method: ['GET', 'POST'],
    path: '/pub/v1/bpm/instance/bytemplateid/{id}/list',
    summary: 'List the instances of a process by its ID',
    params: ById,
    input: ListRequest,
    output: Instances,
  }),
  listByTarget: operation({
    method: ['GET', 'POST'],
    path: '/pub/v1/bpm/instance/bytarget/list',
    summary: 'List the instances about an object of another system',
    input: ListRequest.pick({ active: true, from: true, size: true, sortExpressions: true }).extend(
      {
        target: z
          .union([z.string(), z.number().transform(String)])
          .nullish()
          .transform((target) => target ?? ''),
      },
    ),
    output: Instances,
  }),
  get: operation({
    method: ['GET', 'POST'],
    path: '/pub/v1/bpm/instance/{id}/get',
    summary: 'Get an instance by ID',
    params: ById,
    output: z.object({ data: Instance }),
  }),
  interrupt: operation({
    method: 'POST',
    path: '/pub/v1/bpm/instance/{id}/interrupt',
    gives: [],
    summary: 'Interrupt an instance',
    params: ById,
    input: z.object({ comment }),
  }),
  interruptMany: operation({
    method: 'POST',
    path: '/pub/v1/bpm/instance/interrupt',
    gives: [],
    summary: 'Interrupt several instances',
    input: z.object({ instances: Ids.min(1, 'expected at least one instance'), comment }),
    output: z.object({ errors: Errors.optional() }),
    access: 'administrator',
    inSteps: true,
  }),
  moveVersion: operation({
    method: 'POST',
    path: '/pub/v1/bpm/instance/{id}/version',
    gives: [],
    summary: 'Move an instance to the newest version of its process',
    params: ById,
    input: z.object({ dryRun, mapping: Mapping, timers, queue }),
  }),
  moveVersions: operation({
    method: 'POST',
    path: `${TEMPLATE}/version`,
    bodyLimit: 'large',
    gives: [],
    summary: 'Move instances to the newest version of their process',
    description:
      'Only those that wait are moved; the others are told with the reason. A dry run is never refused because of them.',
    params: OfTemplate,
    input: z.object({
      instanceIds: optionalIds,
      instances: optionalIds.describe('another name of `instanceIds`'),
      updateAllActive: z
        .boolean()
        .nullish()
        .transform((is) => is ?? false),
      unselectedIds: optionalIds.describe('with `updateAllActive`: those that stay as they are'),
      dryRun,
      mapping: Mapping,
      timers,
      queue,
    }),
    output: z.object({
      errors: Errors.optional(),
      moved: z.int().describe('how many were moved or queued, or would be'),
      queued,
    }),
    access: 'administrator',
    inSteps: true,
  }),
  changeContext: operation({
    bodyLimit: 'large',
    method: 'PUT',
    path: '/pub/v1/bpm/instance/{id}/context',
    gives: [],
    summary: 'Change variables of a running instance',
    description:
      'Only the given variables change. Steps that failed because of their values are retried.',
    params: ById,
    input: z.object({
      comment: comment.describe('the reason; required'),
      context: Context.optional(),
    }),
    headers: z.object({
      'if-match': z.string().optional().describe('change only if the instance still has this ETag'),
    }),
  }),
  restore: operation({
    method: 'POST',
    path: '/pub/v1/bpm/restore-point/{id}/restore',
    gives: [],
    summary: 'Answer a delegated action',
    params: ById,
    input: z.object({
      context: Context.nullish().transform((context) => context ?? {}),
      error: z
        .string()
        .max(10_000)
        .nullish()
        .transform((text) => text ?? '')
        .describe('not empty = the action failed'),
      code: z
        .string()
        .max(200)
        .nullish()
        .transform((text) => text ?? '')
        .describe('of the error, for the error events that catch it'),
    }),
  }),
  listIncidents: operation({
    method: 'GET',
    path: '/manage/v1/incidents',
    summary: 'List incidents of processes',
    description: 'Of the processes that the caller may change.',
    input: Page.extend({
      state: z.enum(['open', 'closed', 'all']).default('open'),
      instance: Id.optional(),
      template: Id.optional().describe('the id of the process'),
    }),
    output: z.object({ incidents: z.array(Incident), total: z.int(), ...Next }),
  }),
  retryIncident: operation({
    method: 'POST',
    path: '/manage/v1/incidents/{id}/retry',
    gives: [],
    summary: 'Retry a failed step',
    description: 'An outside program that was asked before sees the same key as the first time.',
    params: ById,
  }),
  restartStep: operation({
    method: 'POST',
    path: '/manage/v1/incidents/{id}/restart-step',
    gives: [],
    summary: 'Restart a failed step',
    params: ById,
  }),
  skipStep: operation({
    method: 'POST',
    path: '/manage/v1/incidents/{id}/skip-step',
    gives: [],
    summary: 'Skip a failed step',
    params: ById,
    input: z.object({ flow: Flow }),
  }),
  repairIncidents: operation({
    method: 'POST',
    path: '/manage/v1/incidents/repair',
    gives: [],
    summary: 'Retry, restart or skip several failed steps',
    input: z.object({
      incidents: z.array(Id).min(1).max(10_000),
      action: z.enum(['retry', 'restart', 'skip']),
      flow: Flow,
    }),
    output: z.object({ repaired: z.int(), errors: z.record(Id, z.string()) }),
    inSteps: true,
  }),
  timeline: operation({
    method: 'GET',
    path: '/manage/v1/instances/{id}/timeline',
    summary: 'List the history of an instance',
    description: 'For who may see the instance.',
    params: ById,
    input: z.object({
      after: AfterNumber,
      size: Page.shape.size.default(100),
    }),
    output: z.object({ lines: z.array(Line), ...Next }),
  }),
}
