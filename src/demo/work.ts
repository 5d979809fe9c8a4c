import { parse } from 'yaml'
import { z } from 'zod'
import { makeDocument } from '../areas/processes/jobs/document.ts'
import { type Executor, type Executors, FinalFailure } from '../areas/processes/jobs/outcome.ts'
import { runScript } from '../areas/processes/jobs/script.ts'
import { runJobsUntil } from '../areas/processes/jobs/simulated-time.ts'
import { getNewest, getTemplate, type Published } from '../areas/processes/published.ts'
import { programRunner } from '../areas/processes/scripts/program.ts'
import { startInstance } from '../areas/processes/start.ts'
import { submitTask } from '../areas/processes/submit.ts'
import { moduleNamespace } from '../definitions/layout.ts'
import type { SourceFile } from '../definitions/source.ts'
import { parsePath } from '../lib/app-path.ts'
import { SYSTEM } from '../platform/caller.ts'
import type { Context, Platform } from '../platform/context.ts'
import { outOfTime, ScriptError } from '../platform/scripts/problem.ts'
import { type Reading, wireOf } from './cells.ts'
import { expandMoment } from './moments.ts'
import type { Past } from './past.ts'
import * as store from './store.ts'

/** The variables of a process as cells: see `wireOf`. */
const Cells = z.record(z.string(), z.string())
const Done = z.strictObject({
  by: z.string(),
  at: z.string(),
  task: z.string().describe('the step of the process'),
  exit: z.string().optional().describe('the flow, or `approved` and `rejected`'),
  set: Cells.default({}),
  comment: z.string().default(''),
})
const Work = z.array(
  z.strictObject({
    process: z.string().describe('see `placeOf`'),
    by: z.string(),
    at: z.string(),
    with: Cells.default({}),
    answers: z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .default({})
      .describe('what programs outside answered, by step'),
    fails: z
      .record(z.string(), z.enum(['out of time']))
      .default({})
      .describe('what goes wrong, by step'),
    // biome-ignore lint/suspicious/noThenProperty: read from a file, never awaited
    then: z.array(Done).default([]),
  }),
)

type Story = z.output<typeof Work>[number] & { instance?: string; published?: Published }
/** One action of a user. Without a task it is the start of the instance. */
type Act = { at: Date; by: string; story: Story; done?: z.output<typeof Done> }

export type Stage = { past: Past; platform: Platform; reading: Reading }

/** Starts instances and completes tasks, in chronological order. */
export async function fillWork(
  ctx: Context,
  files: readonly SourceFile[],
  { past, platform, reading }: Stage,
): Promise<void> {
  const stories: Story[] = files
    .filter(({ path }) => path === 'data/work.yaml')
    .flatMap(({ content }) => Work.parse(parse(content.toString('utf8'))))
  const executors = executorsFor(platform, stories)
  const acts = stories
    .flatMap((story) => actsOf(story, reading))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
  let clock = acts[0]?.at ?? reading.start
  const goOn = async (until: Date) => {
    const instances = stories.flatMap(({ instance }) => instance ?? [])
    await runJobsUntil(ctx, { instances, from: clock, until, executors, at: past.by(SYSTEM) })
    clock = until
  }
  for (const act of acts) {
    await goOn(act.at)
    await perform(past, act, reading)
  }
  await goOn(reading.start)
}

const MINUTE = 60_000

/** Keeps the actions in order, also if some times are relative to now and some to midnight. */
function actsOf(story: Story, reading: Reading): Act[] {
  let last = 0
  return [story, ...story.then].map((each) => {
    const wanted = new Date(expandMoment(each.at, reading.start)).getTime()
    last = Math.max(wanted, last + MINUTE)
    const act = { at: new Date(last), by: each.by, story }
    return 'task' in each ? { ...act, done: each } : act
  })
}

async function perform(past: Past, { at, by, story, done }: Act, reading: Reading): Promise<void> {
  const user = await past.callerOf(by, reading)
  const ctx = past.by(user)(at)
  if (!done) return begin(ctx, story, reading)
  const { instance = '', published } = story
  const task = await store.findTaskOf(ctx.db, { instance, node: done.task, user: user.id })
  if (task === undefined || !published) {
    throw new Error(`demo data: ${story.process} of ${story.at}: ${by} is not asked ${done.task}`)
  }
  const { exit: exitId, comment } = done
  await submitTask(ctx, task, { exitId, comment, context: toWire(published, done.set, reading) })
}

async function begin(ctx: Context, story: Story, reading: Reading): Promise<void> {
  const published = await getNewest(ctx, await getTemplate(ctx, placeOf(story.process)))
  const context = toWire(published, story.with, reading)
  const item = itemIn(published, context)
  const { id } = await startInstance(ctx, published, { context, ...(item && { item }) })
  Object.assign(story, { instance: id, published })
}

/** The item of the instance: that of the first variable with one. */
function itemIn({ fields }: Published, context: Record<string, unknown>) {
  const field = fields.find(({ code, type }) => type === 'SYS_COLLECTION' && context[code])
  const { namespace, code } = parsePath(String(field?.app ?? ''))
  const [id] = field ? (context[field.code] as string[]) : []
  return id === undefined ? undefined : { namespace, code, id }
}

/** `crm.orders/fulfil`, and `modules/bridge/missed_call` for those of modules. */
function placeOf(process: string): { namespace: string; code: string } {
  const [first = '', second = '', third] = process.split('/')
  return third === undefined
    ? { namespace: first, code: second }
    : { namespace: moduleNamespace(second), code: third }
}

const toWire = ({ byCode }: Published, cells: Record<string, string>, reading: Reading) =>
  Object.fromEntries(
    Object.entries(cells).map(([code, cell]) => {
      const field = byCode.get(code)
      if (!field) throw new Error(`demo data: the process has no variable "${code}"`)
      return [code, wireOf(field, cell, reading)]
    }),
  )

/** Scripts and documents are real; external programs are simulated, and no mail is sent. */
function executorsFor({ scripts, config }: Platform, stories: readonly Story[]): Executors {
  const { message } = new ScriptError(outOfTime(config.KONTOR_SCRIPT_TIME))
  const ofInstance = (id: string) => stories.find(({ instance }) => instance === id)
  const unlessFailing =
    (executor: Executor): Executor =>
    (work, tools) => {
      if (ofInstance(work.instanceId)?.fails[work.node]) throw new FinalFailure({ message })
      return executor(work, tools)
    }
  const script = runScript(programRunner(scripts))
  const action: Executor = async ({ instanceId, node }) => {
    const result = ofInstance(instanceId)?.answers[node]
    return result ? { type: 'done', result } : { type: 'suspended' }
  }
  const executors: Executors = {
    script,
    'script.asking': script,
    document: makeDocument,
    mail: async () => ({ type: 'done', result: null }),
    action,
    'action.script': action,
  }
  return Object.fromEntries(
    Object.entries(executors).map(([kind, executor]) => [kind, unlessFailing(executor)]),
  )
}
