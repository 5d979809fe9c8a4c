import { z } from 'zod'
import { operation } from '../../../api/operation.ts'
import { ById, DateTime } from '../../../api/schemas.ts'
import { ClockView } from '../instances/manage-operations.ts'

const Element = z.string().min(1).max(200)
const Values = z.record(z.string(), z.unknown())
const Name = z.string().min(1).max(500)
const Moment = z.iso.datetime({ offset: true })

const Expect = z.strictObject({
  state: z
    .enum(['exec', 'wait', 'error', 'done', 'cancel'])
    .optional()
    .describe('exec = a step that the test does not answer is under way'),
  at: z.array(Element).optional().describe('the elements it is at, in any order'),
  path: z.array(Element).optional().describe('all elements it has reached, in order'),
  variables: Values.optional().describe('some of the variables'),
  tasks: z
    .record(
      Element,
      z.strictObject({
        performers: z.string().optional().describe('as in the diagram: group:crm/managers'),
        due: Moment.nullable().optional(),
      }),
    )
    .optional()
    .describe('some of the open tasks'),
  clocks: z
    .record(
      Element,
      z.strictObject({
        state: z.enum(['running', 'paused', 'stopped']).optional(),
        warned: z.boolean().optional(),
        breached: z.boolean().optional(),
        level: z.int().min(0).optional(),
      }),
    )
    .optional()
    .describe('some of the service levels, by code'),
})
export type Expect = z.output<typeof Expect>

/** Actions of a step, and the keys each allows. */
const ACTIONS = {
  complete: ['exit', 'values'],
  done: ['result'],
  fail: ['error', 'code'],
  pass: [],
  message: ['values'],
  signal: ['values'],
  status: [],
  retry: [],
  skip: ['flow'],
  activate: ['values'],
  close: [],
  set: [],
  expect: [],
} as const satisfies Record<string, readonly string[]>

function isOneAction(step: object): boolean {
  const [action, ...others] = Object.keys(ACTIONS).filter((key) => key in step)
  if (!action || others.length > 0) return false
  const beside: readonly string[] = ACTIONS[action as keyof typeof ACTIONS]
  return Object.keys(step).every((key) => key === action || beside.includes(key))
}

const Step = z
  .strictObject({
    complete: Element.optional().describe('completes the task of an element'),
    exit: z.string().max(500).optional().describe('of the task: id or name'),
    done: Element.optional().describe('answers a job, an action, a worker or a call'),
    result: z.unknown().optional().describe('the answer'),
    fail: Element.optional().describe('lets it fail'),
    error: z.string().max(10_000).optional().describe('why'),
    code: z.string().max(200).optional().describe('the code that error events catch'),
    pass: z
      .string()
      .max(100)
      .optional()
      .describe('moves the clock: PT2H, "2 working days", or to a date'),
    message: Name.optional(),
    signal: Name.optional(),
    status: Element.optional().describe('the item has the status that the element waits for'),
    retry: Element.optional(),
    skip: Element.optional(),
    flow: Element.optional().describe('the flow that "skip" leaves by'),
    activate: Element.optional().describe('begins an activity of an ad-hoc sub-process'),
    close: Element.optional().describe('ends an ad-hoc sub-process'),
    set: Values.optional().describe('sets variables'),
    values: Values.optional().describe('of a task, a message, a signal or an activity'),
    expect: Expect.optional().describe('what must hold now'),
  })
  .refine(
    isOneAction,
    `expected one of ${Object.entries(ACTIONS)
      .map(([key, beside]) => (beside.length > 0 ? `${key} (with ${beside.join(', ')})` : key))
      .join(', ')}`,
  )
  .meta({ id: 'ProcessTestStep' })
export type Step = z.output<typeof Step>

/** One test case: its start, its steps, and the expected outcome. */
export const Case = z.strictObject({
  name: z.string().max(500).optional(),
  at: Moment.default('2026-01-05T09:00:00Z').describe('when it begins'),
  start: Element.optional().describe('the start event; absent = the plain one'),
  given: Values.default({}).describe('the variables it begins with'),
  answers: z
    .record(Element, z.unknown())
    .default({})
    .describe('what elements answer by themselves, instead of doing their work'),
  steps: z.array(Step).max(200).default([]),
  expect: Expect,
})
export type Case = z.output<typeof Case>

const Line = z.object({
  at: DateTime,
  kind: z
    .enum([
      ...(['entered', 'left', 'cancelled', 'task', 'timer', 'job', 'call'] as const),
      ...(['message', 'signal', 'incident', 'ended', 'warn', 'breach', 'escalate'] as const),
    ])
    .describe('warn, breach and escalate are those of service levels'),
  elementId: z.string().nullable(),
  text: z
    .string()
    .describe('who gets a task, the kind of a job, the name of a message, of a clock …'),
  dueAt: DateTime.nullable(),
})

const Waiting = z.object({
  elementId: z.string(),
  name: z.string(),
  kind: z
    .string()
    .describe('task, timer, message, signal, status, condition, job, child, incident'),
  awaited: z.string().describe('the name of a message or a signal, a status, the kind of a job'),
  exits: z.array(z.object({ id: z.string(), name: z.string() })),
  performers: z.string().describe('as in the diagram, with the values of variables'),
  people: z.array(z.string()).describe('ids of the users who would get the task'),
  dueAt: DateTime.nullable(),
  incident: z.string(),
})

/** The result of a run. */
export const TestRun = z.object({
  state: z.enum(['exec', 'wait', 'error', 'done', 'cancel']),
  now: DateTime.describe('what the clock of the run shows'),
  at: z.array(z.string()).describe('the elements it is at'),
  path: z.array(z.string()).describe('the elements it has reached, in order'),
  variables: z.record(z.string(), z.unknown()),
  waiting: z.array(Waiting),
  clocks: z.array(ClockView),
  log: z.array(Line),
  failures: z
    .array(
      z.object({
        step: z.int().nullable().describe('counted from 0; null = of the whole'),
        message: z.string(),
      }),
    )
    .describe(
      'a step that was refused, after which nothing happened; expectations that do not hold',
    ),
})

export const testing = {
  test: operation({
    bodyLimit: 'large',
    method: 'POST',
    reads: true,
    path: '/manage/v1/processes/{id}/test',
    summary: 'Run a test case of a process in memory',
    description:
      'Nothing is stored, sent or called. Scripts and decisions are evaluated; items, mails and documents are not touched; actions, workers, agents and called processes wait for a step or for their answer in "answers". Approvers are named, not looked up. Needs the right "update" on the process.',
    params: ById,
    input: Case.partial({ expect: true }).extend({
      version: z.int().min(1).max(2_147_483_647).optional().describe('absent = the newest'),
    }),
    output: TestRun,
  }),
}
