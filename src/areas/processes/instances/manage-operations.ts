import { z } from 'zod'
import { operation } from '../../../api/operation.ts'
import { ById, DateTime, Id, Named, NamedItem, Next, Page } from '../../../api/schemas.ts'
import { FieldView } from '../../scheme/list-operations.ts'
import { statisticsOperations } from './statistics-operations.ts'
import { toolOperations } from './tool-operations.ts'

const Time = DateTime.nullable()
const Version = z.coerce.number().int().min(1).max(2_147_483_647)

export const InstanceState = z
  .enum(['running', 'ended', 'interrupted', 'incident'])
  .meta({ id: 'InstanceState', description: 'an incident waits for somebody who repairs it' })
export type InstanceState = z.infer<typeof InstanceState>

const SlaState = z
  .enum(['breached', 'atRisk'])
  .meta({ id: 'SlaState', description: 'exceeded, or warned of and perhaps still met' })
export type SlaState = z.infer<typeof SlaState>

const place = { id: Id, namespace: z.string(), code: z.string(), name: z.string() }

const Suspended = Time.describe('since when it has been suspended')

const ProcessSummary = z
  .object({
    ...place,
    version: z.int(),
    canStart: z.boolean(),
    running: z.int(),
    ended: z.int(),
    incidents: z.int(),
    startedLast: Time,
    suspendedAt: Suspended,
  })
  .meta({ id: 'ProcessSummary' })
export type ProcessSummary = z.infer<typeof ProcessSummary>

const ProcessDetails = z
  .object({
    ...place,
    version: z.int(),
    canStart: z.boolean(),
    canChange: z.boolean().describe('may suspend and resume it'),
    suspendedAt: Suspended,
    xml: z.string().describe('the diagram, with a drawing of ours where it has none'),
    variables: z.array(FieldView),
    startForm: z.array(z.object({ code: z.string(), name: z.string(), required: z.boolean() })),
    versions: z
      .array(z.object({ version: z.int(), publishedAt: DateTime, running: z.int() }))
      .describe('the newest first'),
  })
  .meta({ id: 'ProcessDetails' })
export type ProcessDetails = z.infer<typeof ProcessDetails>

const Work = z.object({
  topic: z.string(),
  worker: z.string().nullable().describe('who has locked it; null = it waits to be fetched'),
  lockedUntil: Time,
  retryAt: Time.describe('when it is tried again after a failure'),
  attempts: z.int(),
  maxAttempts: z.int(),
  lastError: z.string(),
})

const Standing = z.object({
  token: z.int().describe('the number of this visit of the element'),
  elementId: z.string(),
  name: z.string(),
  kind: z.string(),
  since: Time,
  taskId: Id.nullable(),
  incidentId: Id.nullable(),
  dueAt: Time,
  choices: z
    .array(z.object({ elementId: z.string(), name: z.string() }))
    .describe('the activities of an ad-hoc sub-process that can be begun'),
  work: Work.nullable().describe('of a step that workers do'),
})

export const ClockView = z
  .object({
    code: z.string(),
    name: z.string(),
    elementId: z.string().nullable().describe('the step it times; null = the process'),
    state: z.enum(['running', 'paused', 'stopped']),
    usedSeconds: z.int().describe('in working time, if that is what it counts'),
    dueAt: Time.describe('when its time is over if it goes on running'),
    warnedAt: Time,
    breachedAt: Time,
    level: z.int().describe('escalations that have happened'),
  })
  .meta({ id: 'ProcessClock' })
export type ClockView = z.infer<typeof ClockView>

const InstanceDetails = z
  .object({
    id: Id,
    name: z.string(),
    processId: Id,
    namespace: z.string(),
    code: z.string(),
    processName: z.string(),
    version: z.int(),
    state: InstanceState,
    startedAt: DateTime,
    endedAt: Time,
    suspendedAt: Suspended,
    author: Named,
    item: NamedItem.nullable(),
    parent: Named.nullable(),
    children: z.array(
      z.object({ id: Id, name: z.string(), elementId: z.string(), state: InstanceState }),
    ),
    canChange: z.boolean().describe('may change variables and repair failed steps'),
    canInterrupt: z.boolean(),
    isProcessSuspended: z.boolean().describe('the whole process is'),
    tokens: z.array(Standing),
    clocks: z.array(ClockView).describe('service levels'),
    tasks: z
      .array(
        z.object({
          id: Id,
          name: z.string(),
          elementId: z.string(),
          state: z.enum(['assignment', 'in_progress', 'closed', 'cancel']),
          performers: z.array(Named),
          createdAt: DateTime,
          endedAt: Time,
        }),
      )
      .describe('in the order they came'),
    passed: z.array(z.object({ elementId: z.string(), count: z.int() })),
    flows: z.array(z.string()).describe('ids of the sequence flows that were taken'),
    variables: z.array(
      z.object({ code: z.string(), name: z.string(), type: z.string(), value: z.unknown() }),
    ),
  })
  .meta({ id: 'InstanceDetails' })
export type InstanceDetails = z.infer<typeof InstanceDetails>

const InstanceRow = z
  .object({
    id: Id,
    name: z.string(),
    processId: Id,
    processName: z.string(),
    version: z.int(),
    state: InstanceState,
    startedAt: DateTime,
    endedAt: Time,
    suspendedAt: Suspended,
    author: Named,
    item: NamedItem.nullable(),
    at: z.array(z.object({ elementId: z.string(), name: z.string(), since: Time })),
  })
  .meta({ id: 'InstanceRow' })
export type InstanceRow = z.infer<typeof InstanceRow>

const ItemPath = z
  .string()
  .regex(/^[\w.-]+\/[\w.-]+\/[0-9a-fA-F-]{36}$/, 'expected <namespace>/<code>/<id>')
  .transform((path) => {
    const [namespace = '', code = '', id = ''] = path.split('/')
    return { namespace, code, id: id.toLowerCase() }
  })

const Element = z.string().min(1).max(200)
const comment = z
  .string()
  .max(10_000)
  .nullish()
  .transform((text) => text ?? '')

/** The run of a sub-process, and a comment. */
const ofRun = {
  token: z.int().optional().describe('which one, if the sub-process runs several times'),
  comment,
}

/** Operations of the console on processes and instances. */
export const processes = {
  list: operation({
    method: 'GET',
    path: '/manage/v1/processes',
    summary: 'List processes the caller may read or start, with counts of instances',
    description: 'Who may only start a process sees the numbers of their own instances.',
    output: z.object({ processes: z.array(ProcessSummary) }),
  }),
  ...toolOperations,
  get: operation({
    method: 'GET',
    path: '/manage/v1/processes/{id}',
    summary: 'Get a process with its diagram and variables',
    params: ById,
    input: z.object({ version: Version.optional().describe('absent = the newest') }),
    output: z.object({ process: ProcessDetails }),
  }),
  ...statisticsOperations,
  instance: operation({
    method: 'GET',
    path: '/manage/v1/instances/{id}',
    summary: 'Get an instance as its diagram shows it',
    params: ById,
    output: z.object({ instance: InstanceDetails }),
  }),
  beginActivity: operation({
    method: 'POST',
    path: '/manage/v1/instances/{id}/activities',
    gives: [],
    summary: 'Start an activity of an ad-hoc sub-process',
    description: 'For who started the process, and who may change it.',
    params: ById,
    input: z.object({
      element: Element.describe('the id of the activity in the diagram'),
      ...ofRun,
    }),
  }),
  completeActivities: operation({
    method: 'POST',
    path: '/manage/v1/instances/{id}/activities/complete',
    gives: [],
    summary: 'Complete an ad-hoc sub-process',
    description:
      'What is open in it is withdrawn. For who started the process, and who may change it.',
    params: ById,
    input: z.object({ element: Element.describe('the id of the sub-process'), ...ofRun }),
  }),
  diagram: operation({
    method: 'GET',
    path: '/manage/v1/instances/{id}/diagram',
    summary: 'Get the diagram and the variables of an instance',
    description: 'For who may see the instance, also where the process itself is not for them.',
    params: ById,
    output: z.object({ xml: z.string(), variables: z.array(FieldView) }),
  }),
  instances: operation({
    method: 'GET',
    path: '/manage/v1/instances',
    summary: 'List instances of all processes, the newest first',
    input: Page.extend({
      process: Id.optional(),
      state: InstanceState.optional().describe('an incident is running as well'),
      item: ItemPath.optional(),
      sla: SlaState.optional().describe('running ones with such a service level'),
      q: z.string().trim().max(200).optional().describe('a part of the name'),
      size: Page.shape.size.unwrap().max(200).default(50),
    }),
    output: z.object({
      instances: z.array(InstanceRow),
      total: z.int().describe('10000 = that many or more'),
      ...Next,
    }),
  }),
}
