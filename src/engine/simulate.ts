import type { Effect, Job, Operation } from './effects.ts'
import type { Submission } from './element.ts'
import type { EngineEvent, Failure } from './events.ts'
import type { Program } from './program.ts'
import { newState, type State, type Status, statusOf, type Values } from './state.ts'
import { type Step, step } from './step.ts'
import { momentAfter } from './time/due.ts'

type EffectOf<Type extends Effect['type']> = Extract<Effect, { type: Type }>

export type Options = {
  /** The time it begins at. */
  at?: string
  values?: Values
  /** The start event, where it is not the plain one. */
  start?: string
  /** Answers operations; what it leaves undefined is answered by something plausible. */
  operation?: (operation: Operation, node: string) => unknown
  /** Carries out jobs at once; those it leaves undefined wait for `done` or `fail`. */
  job?: (job: Job, node: string) => unknown
  /** Processes that are called; the others wait for `done` or `fail`. */
  processes?: Record<string, Program>
}

/** An instance that lives in memory and in a time of its own. Elements and tokens may be named alike. */
export type Simulation = {
  readonly state: State
  readonly status: Status
  readonly now: string
  /** Every effect so far. */
  readonly effects: Effect[]
  /** The elements entered so far, in order. */
  readonly trace: string[]
  /** The elements where a token waits for something, watchers left out. */
  readonly waiting: string[]
  readonly tasks: EffectOf<'task.create'>[]
  /** Instances that were started by calls, also those that have ended. */
  readonly children: Simulation[]
  submit: (where: string | number, exit?: string, submission?: Submission) => void
  /** The answer to a job, an action or a call. */
  done: (where: string | number, result?: unknown) => void
  fail: (where: string | number, failure: Failure) => void
  message: (name: string, values?: Values) => void
  signal: (name: string, values?: Values) => void
  /** Lets time go by, a duration or up to a date, and whatever becomes due happen. */
  pass: (time: string) => void
  /** Any event, with the time filled in. An event that is refused is thrown as an error. */
  send: (event: Untimed<EngineEvent>) => void
}

type Untimed<Event> = Event extends unknown ? Omit<Event, 'at'> : never

const BEGINNING = '2026-01-01T00:00:00.000Z'

/** Runs a process without a database: for tests, for trying out a diagram, for programs of your own. */
export function simulate(program: Program, options: Options = {}): Simulation {
  const { at = BEGINNING, values = {}, start } = options
  let state = newState()
  let now = at
  const effects: Effect[] = []
  const timers = new Map<number, string>()
  const tasks = new Map<number, EffectOf<'task.create'>>()
  const children = new Map<number, Simulation>()
  const pending: Untimed<EngineEvent>[] = []

  function send(event: Untimed<EngineEvent>): void {
    const result = take(event)
    if (result.refused !== undefined) throw new Error(result.refused)
    for (let next = pending.shift(); next; next = pending.shift()) take(next)
  }

  function take(event: Untimed<EngineEvent>): Step {
    const result = step(program, state, { ...event, at: now } as EngineEvent)
    state = result.state
    for (const effect of result.effects) {
      effects.push(effect)
      carryOut(effect)
    }
    return result
  }

  function carryOut(effect: Effect): void {
    if (effect.type === 'task.create') tasks.set(effect.token, effect)
    else if (effect.type === 'task.close' || effect.type === 'task.cancel')
      tasks.delete(effect.token)
    else if (effect.type === 'timer.arm') timers.set(effect.token, effect.due)
    else if (effect.type === 'timer.cancel') timers.delete(effect.token)
    else if (effect.type === 'operation') operate(effect)
    else if (effect.type === 'job') work(effect)
    else if (effect.type === 'child.start') startChild(effect)
    else if (effect.type === 'child.cancel') children.get(effect.token)?.send({ type: 'interrupt' })
    else if (effect.type === 'message' || effect.type === 'signal') {
      pending.push({ type: effect.type, name: effect.name, values: effect.values })
    } else if (effect.type === 'continue') pending.push({ type: 'continue' })
  }

  function operate({ token, node, operation }: EffectOf<'operation'>): void {
    const result = options.operation?.(operation, node) ?? plausible(operation, token)
    pending.unshift({ type: 'done', token, result })
  }

  function work({ token, node, job }: EffectOf<'job'>): void {
    const result = options.job?.(job, node)
    if (result !== undefined) pending.push({ type: 'done', token, result })
  }

  function startChild({ token, process, values: given, isWaiting }: EffectOf<'child.start'>): void {
    const called = options.processes?.[process]
    if (!called) return
    const child = simulate(called, { ...options, at: now, values: given })
    children.set(token, child)
    if (isWaiting) reportChild(token, child)
  }

  function reportChild(token: number, child: Simulation): void {
    const { end } = child.state.control
    if (!end || state.control.tokens[token]?.waits !== 'child') return
    const failure = {
      message: end.message ?? '',
      ...(end.code !== undefined && { code: end.code }),
    }
    pending.push(
      end.kind === 'done'
        ? { type: 'child.ended', token, values: child.state.variables }
        : { type: 'child.failed', token, failure },
    )
  }

  function find(where: string | number, isWanted: (waits: string) => boolean): number {
    const found = Object.entries(state.control.tokens).find(
      ([no, { node, waits = '' }]) => (no === String(where) || node === where) && isWanted(waits),
    )
    if (!found) throw new Error(`nothing of the kind waits at "${where}"`)
    return Number(found[0])
  }

  function answer(where: string | number): { token: number; isChild: boolean } {
    const token = find(where, (waits) => ['job', 'callback', 'child'].includes(waits))
    return { token, isChild: state.control.tokens[token]?.waits === 'child' }
  }

  function pass(time: string): void {
    const until = momentAfter(now, time)
    for (const child of children.values()) if (!child.state.control.end) child.pass(until)
    for (const [token, child] of children) reportChild(token, child)
    for (let next = pending.shift(); next; next = pending.shift()) take(next)
    for (let next = earliest(timers, until); next; next = earliest(timers, until)) {
      const [token, due] = next
      timers.delete(token)
      if (due > now) now = due
      send({ type: 'due', token })
    }
    now = until
  }

  send({ type: 'start', values, ...(start !== undefined && { node: start }) })
  return {
    get state() {
      return state
    },
    get status() {
      return statusOf(state.control)
    },
    get now() {
      return now
    },
    effects,
    get trace() {
      return effects.flatMap((effect) =>
        effect.type === 'entered' && effect.run === undefined ? [effect.node] : [],
      )
    },
    get waiting() {
      const tokens = Object.values(state.control.tokens)
      return tokens.filter(({ watches }) => watches === undefined).map(({ node }) => node)
    },
    get tasks() {
      return [...tasks.values()]
    },
    get children() {
      return [...children.values()]
    },
    submit: (where, exit, submission = {}) => {
      const token = find(where, (waits) => waits === 'task')
      send({ type: 'submitted', token, ...submission, ...(exit !== undefined && { exit }) })
    },
    done: (where, result) => {
      const { token, isChild } = answer(where)
      if (isChild) send({ type: 'child.ended', token, values: result as Values })
      else send({ type: 'done', token, result })
    },
    fail: (where, failure) => {
      const { token, isChild } = answer(where)
      send({ type: isChild ? 'child.failed' : 'failed', token, failure })
    },
    message: (name, given) => send({ type: 'message', name, ...(given && { values: given }) }),
    signal: (name, given) => send({ type: 'signal', name, ...(given && { values: given }) }),
    pass,
    send,
  }
}

function earliest(timers: Map<number, string>, until: string): [number, string] | undefined {
  const due = [...timers].filter(([, time]) => time <= until)
  return due.toSorted(([, a], [, b]) => (a < b ? -1 : a > b ? 1 : 0))[0]
}

/** What a host would likely answer: new ids by token, everybody who is named. */
function plausible(operation: Operation, token: number): unknown {
  if (operation.kind === 'people') return operation.performers.map(({ value }) => value)
  if (operation.kind === 'item.create') return [`item-${token}`]
  if (operation.kind === 'register') return `number-${token}`
  return operation.kind === 'read' ? {} : null
}
