import type { Calendar } from '../lib/calendar.ts'
import type { Effect, Job, Named, NamedUsers, Operation } from './effects.ts'
import type { Submission } from './element.ts'
import type { EngineEvent, Failure } from './events.ts'
import type { Program } from './program.ts'
import { newState, type State, type Status, type Token, type Values, type Wait } from './state.ts'
import { statusOf } from './status.ts'
import { step } from './step.ts'
import { momentAfter } from './time/due.ts'
import { tokenIn, tokensIn } from './tokens.ts'

export type Options = {
  /** The start time. */
  at?: string
  values?: Values
  /** Variables that the instance has before its start event. */
  variables?: Values
  /** The start event; by default the plain one. */
  start?: string
  /** Which of its triggers happened, where it needs several. */
  part?: number
  /** Answers operations; for `undefined` a plausible answer is used. */
  operation?: (operation: Operation, node: string) => unknown
  /** Executes jobs immediately; those that return `undefined` wait for `done` or `fail`. */
  job?: (job: Job, node: string) => unknown
  /** Counts working time; Monday to Friday, nine to five in UTC, by default. */
  calendar?: Calendar
  /** The programs of called processes; other calls wait for `done` or `fail`. */
  processes?: Record<string, Program>
  /** Told of every move: its effects, and the state after it. */
  moved?: (effects: readonly Effect[], state: State, at: string) => void
  /** After so many effects the run is refused; a timer may repeat for ever. */
  most?: number
  /** Long moves stop when the budget of a step is spent, until `goOn` is called. */
  isPaced?: boolean
}

/** What cannot happen, and why. */
export class Refused extends Error {}

/** An element or a token. */
export type Where = string | number

/** An instance in memory, with a clock of its own. */
export type Simulation = {
  readonly state: State
  readonly status: Status
  readonly now: string
  /** When the next timer is due. */
  readonly due: string | undefined
  /** Every effect so far. */
  readonly effects: Effect[]
  /** The elements entered so far, in order; a loop counts once. */
  readonly trace: string[]
  /** The elements that have a token, without watchers. */
  readonly waiting: string[]
  /** Open tasks. */
  readonly tasks: EffectOf<'task.create'>[]
  /** Instances started by calls, including those that have ended. */
  readonly children: Simulation[]
  /** Completes a task. */
  submit: (where: Where, exit?: string, submission?: Submission) => void
  /** Answers a job, an action or a call. */
  done: (where: Where, result?: unknown) => void
  fail: (where: Where, failure: Failure) => void
  /** Chooses an activity of the ad-hoc sub-process that it is in. */
  activate: (node: string, values?: Values) => void
  message: (name: string, values?: Values) => void
  signal: (name: string, values?: Values) => void
  /** Does the next part of a long move. Returns whether there was one. */
  goOn: () => boolean
  /** Advances the clock by a duration or to a date, and fires what becomes due. */
  pass: (time: string) => void
  /** Sends any event with the current time. Throws `Refused`, as the others do. */
  send: (event: Untimed) => void
}

type EffectOf<Type extends Effect['type']> = Extract<Effect, { type: Type }>
/** An event without its time. */
export type Untimed = EngineEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, 'at'>
    : never
  : never

/** What a real host stores in its database. */
type World = {
  program: Program
  options: Options
  state: State
  now: string
  effects: Effect[]
  timers: Map<number, string>
  tasks: Map<number, EffectOf<'task.create'>>
  children: Map<number, Simulation>
  /** Events that follow without input from outside. */
  pending: Untimed[]
}

const BEGINNING = '2026-01-01T00:00:00.000Z'

/** Runs a process without a database: for tests, for trying out a diagram, for your own programs. */
export function simulate(program: Program, options: Options = {}): Simulation {
  const world: World = {
    program,
    options,
    state: newState(options.variables),
    now: options.at ?? BEGINNING,
    effects: [],
    timers: new Map(),
    tasks: new Map(),
    children: new Map(),
    pending: [],
  }
  const { values = {}, start, part } = options
  const at = { ...(start !== undefined && { node: start }), ...(part !== undefined && { part }) }
  send(world, { type: 'start', values, ...at })
  return toSimulation(world)
}

function toSimulation(world: World): Simulation {
  return {
    get state() {
      return world.state
    },
    get status() {
      return statusOf(world.state.control)
    },
    get now() {
      return world.now
    },
    get due() {
      return earliest(world)?.[1]
    },
    effects: world.effects,
    get trace() {
      const entered = world.effects.filter((effect) => effect.type === 'entered')
      return entered.filter(({ run }) => run === undefined).map(({ node }) => node)
    },
    get waiting() {
      const tokens = Object.values(tokensIn(world.state.control))
      return tokens
        .filter(({ watches, isAgent }) => watches === undefined && !isAgent)
        .map(({ node }) => node)
    },
    get tasks() {
      return [...world.tasks.values()]
    },
    get children() {
      return [...world.children.values()]
    },
    submit: (where, exit, submission = {}) => {
      const token = find(world, where, ['task'])
      send(world, { type: 'submitted', token, ...submission, ...(exit !== undefined && { exit }) })
    },
    done: (where, result) => answer(world, where, result),
    fail: (where, failure) => {
      const token = find(world, where, ANSWERED)
      send(world, { type: isCall(world, token) ? 'child.failed' : 'failed', token, failure })
    },
    activate: (node, given) => {
      const parent = world.program.model.nodes[node]?.parent
      const token = find(world, parent ?? node, ['selection'])
      send(world, { type: 'activate', token, node, ...(given && { values: given }) })
    },
    message: (name, given) =>
      send(world, { type: 'message', name, ...(given && { values: given }) }),
    signal: (name, given) => send(world, { type: 'signal', name, ...(given && { values: given }) }),
    goOn: () => goOn(world),
    pass: (time) => pass(world, momentAfter(world.now, time, world.options.calendar)),
    send: (event) => send(world, event),
  }
}

function send(world: World, event: Untimed): void {
  const refused = take(world, event)
  if (refused !== undefined) throw new Refused(refused)
  settle(world)
}

/** Sends the pending events. Some may be refused, such as a signal that no token waits for. */
function settle(world: World): void {
  const { pending, options } = world
  for (let [next] = pending; next; [next] = pending) {
    if (next.type === 'continue' && options.isPaced) return
    pending.shift()
    take(world, next)
  }
}

function goOn(world: World): boolean {
  const next = world.pending.shift()
  if (!next) return false
  take(world, next)
  settle(world)
  return true
}

function take(world: World, event: Untimed): string | undefined {
  const { program, state, now, options } = world
  if (world.effects.length > (options.most ?? Number.POSITIVE_INFINITY)) {
    throw new Refused(`more than ${options.most} things happened: the run is too long`)
  }
  const result = step(program, state, { ...event, at: now } as EngineEvent, options.calendar)
  world.state = result.state
  options.moved?.(result.effects, result.state, now)
  for (const effect of result.effects) {
    world.effects.push(effect)
    const carryOut = HOST[effect.type] as ((world: World, effect: Effect) => void) | undefined
    carryOut?.(world, effect)
  }
  return result.refused
}

/** How this host handles effects; those missing here are only recorded. */
const HOST: { [Type in Effect['type']]?: (world: World, effect: EffectOf<Type>) => void } = {
  'task.create': ({ tasks }, effect) => tasks.set(effect.token, effect),
  'task.close': ({ tasks }, { token }) => tasks.delete(token),
  'task.cancel': ({ tasks }, { token }) => tasks.delete(token),
  'timer.arm': ({ timers }, { token, due }) => timers.set(token, due),
  'timer.cancel': ({ timers }, { token }) => timers.delete(token),
  operation: ({ options, pending }, { token, node, operation }) => {
    const result = options.operation?.(operation, node) ?? plausible(operation, token)
    pending.unshift({ type: 'done', token, result })
  },
  job: ({ options, pending }, { token, node, job }) => {
    const result = options.job?.(job, node)
    if (result !== undefined) pending.push({ type: 'done', token, result })
  },
  'child.start': startChild,
  'child.cancel': ({ children }, { token }) => children.get(token)?.send({ type: 'interrupt' }),
  message: ({ pending }, { name, values }) => pending.push({ type: 'message', name, values }),
  continue: ({ pending }) => pending.push({ type: 'continue' }),
}

/** The default answer: ids made from the token, all named performers. */
function plausible(operation: Operation, token: number): unknown {
  if (operation.kind === 'people') return operation.choices.map((named) => named.map(behind))
  if (operation.kind === 'item.create') return [`item-${token}`]
  if (operation.kind === 'register') return `number-${token}`
  return operation.kind === 'read' ? {} : null
}

const behind = ({ text, performer }: Named): NamedUsers => ({
  text,
  people: performer ? [performer.value] : [],
})

function startChild(world: World, { token, process, values, isWaiting }: EffectOf<'child.start'>) {
  const called = world.options.processes?.[process]
  if (!called) return
  const { moved: _, variables: __, isPaced: ___, ...options } = world.options
  const child = simulate(called, { ...options, at: world.now, values })
  world.children.set(token, child)
  if (isWaiting) reportChild(world, token, child)
}

function reportChild({ state, pending }: World, token: number, child: Simulation): void {
  const { end } = child.state.control
  if (!end || tokenIn(state.control, token)?.waits !== 'child') return
  const failure = { message: end.message ?? '', ...(end.code !== undefined && { code: end.code }) }
  if (end.kind !== 'done') pending.push({ type: 'child.failed', token, failure })
  else pending.push({ type: 'child.ended', token, values: child.state.variables })
}

const ANSWERED: Wait[] = ['job', 'callback', 'child']

function answer(world: World, where: Where, result: unknown): void {
  const token = find(world, where, ANSWERED)
  if (isCall(world, token)) send(world, { type: 'child.ended', token, values: result as Values })
  else send(world, { type: 'done', token, result })
}

const isCall = ({ state }: World, token: number) => tokenIn(state.control, token)?.waits === 'child'

function find({ state }: World, where: Where, wanted: Wait[]): number {
  const isWanted = (token: Token | undefined) =>
    token?.waits !== undefined && wanted.includes(token.waits)
  if (typeof where === 'number' && isWanted(tokenIn(state.control, where))) return where
  const found = Object.entries(tokensIn(state.control)).find(
    ([, token]) => token.node === where && isWanted(token),
  )
  if (!found) throw new Refused(`nothing is waiting for this at "${where}"`)
  return Number(found[0])
}

function pass(world: World, until: string): void {
  if (until < world.now)
    throw new Refused(`it is ${world.now}: the clock cannot go back to ${until}`)
  for (const [token, child] of world.children) {
    if (!child.state.control.end) child.pass(until)
    reportChild(world, token, child)
  }
  settle(world)
  for (let next = earliest(world, until); next; next = earliest(world, until)) {
    const [token, due] = next
    world.timers.delete(token)
    if (due > world.now) world.now = due
    send(world, { type: 'due', token })
  }
  world.now = until
}

function earliest({ timers }: World, until = '~'): [number, string] | undefined {
  const due = [...timers].filter(([, time]) => time <= until)
  return due.toSorted(([, a], [, b]) => (a < b ? -1 : a > b ? 1 : 0))[0]
}
