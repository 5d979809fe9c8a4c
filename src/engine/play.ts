import type { Effect, Performer } from './effects.ts'
import { choicesAt } from './elements/ad-hoc.ts'
import { type Exits, exitsAt } from './exits.ts'
import { ExpressionError } from './expressions/expression.ts'
import { performerText } from './model.ts'
import type { Program } from './program.ts'
import { type Options, Refused, type Simulation, simulate, type Where } from './simulate.ts'
import type { State, Status, Token, Values, Wait } from './state.ts'
import { tokensIn } from './tokens.ts'

/** How an instance begins. */
export type Beginning = Pick<Options, 'at' | 'start' | 'values' | 'variables'>

/** What happens to an instance, one after another. Elements are named by their id or by a token. */
export type Action =
  | { complete: Where; exit?: string | undefined; values?: Values | undefined }
  | { done: Where; result?: unknown }
  | { fail: Where; message?: string | undefined; code?: string | undefined }
  /** A duration, working time or a date. */
  | { pass: string }
  | { message: string; values?: Values | undefined }
  | { signal: string; values?: Values | undefined }
  /** The item has the status that is awaited there. */
  | { status: Where }
  | { retry: Where }
  | { skip: Where; flow?: string | undefined }
  /** Begins an activity of an ad-hoc sub-process; ends the sub-process. */
  | { activate: string; values?: Values | undefined }
  | { close: Where }
  /** Sets variables. */
  | { set: Values }

/** One token that waits, and for what. */
export type Waiting = {
  token: number
  element: string
  name: string
  wait: Wait | 'incident'
  /** Of a task: its exits; of an ad-hoc sub-process: its activities. */
  exits: Exits
  /** Of a task: who gets it, as the diagram says it where it cannot be known here. */
  who: string
  performers: readonly Performer[]
  /** When a task or a timer is due. */
  due: string | null
  /** What is awaited: the name of a message or a signal, a status, the kind of a job. */
  awaited: string
  incident: string
}

/** What happened, and when by the clock of the run. */
export type Line = { at: string } & (
  | { kind: 'entered' | 'left' | 'cancelled'; element: string }
  | { kind: 'task'; element: string; text: string; due: string | null }
  | { kind: 'timer'; element: string; due: string }
  | { kind: 'job' | 'call' | 'message' | 'signal' | 'incident'; element: string; text: string }
  | { kind: 'ended'; text: string }
)

/** An instance after the actions. */
export type Played = {
  status: Status
  now: string
  waiting: Waiting[]
  variables: Values
  log: Line[]
  /** The elements entered, in order. */
  path: string[]
  /** Elements that have a token, and those and the flows that were passed. */
  standing: string[]
  passed: string[]
  /** Why the last action was refused. */
  refused: string
}

/** A run that goes on. */
export type Playing = { program: Program; simulation: Simulation; log: Line[] }

/** Enough to see what a process does. */
const MOST = 20_000

export function begin(program: Program, options: Options): Playing {
  const log: Line[] = []
  const simulation = simulate(program, {
    most: MOST,
    ...options,
    moved: (effects, state, at) => {
      options.moved?.(effects, state, at)
      log.push(...effects.flatMap((effect) => toLine(program, effect, at)))
    },
  })
  return { program, simulation, log }
}

/** Plays everything again from the beginning, so that a step back is one action less. */
export function play(program: Program, beginning: Options, actions: readonly Action[]): Played {
  const playing = begin(program, beginning)
  let refused = ''
  for (const action of actions) refused = attempt(() => act(playing, action)) || refused
  return { ...show(playing), refused }
}

/** Why something was refused; nothing if it was not. */
export function attempt(work: () => void): string {
  try {
    work()
    return ''
  } catch (error) {
    if (error instanceof Refused || error instanceof ExpressionError) return error.message
    throw error
  }
}

/** With at most so many of those that wait. */
export function show(
  { program, simulation, log }: Playing,
  most = Number.POSITIVE_INFINITY,
): Omit<Played, 'refused'> {
  const tokens = Object.entries(tokensIn(simulation.state.control))
  const asked = askedIn(simulation)
  return {
    status: simulation.status,
    now: simulation.now,
    waiting: tokens
      .filter(([, token]) => isShown(token))
      .slice(0, most)
      .map(([no, token]) => toWaiting(program, simulation.state, asked, [Number(no), token])),
    variables: simulation.state.variables,
    log,
    path: simulation.trace,
    standing: [...new Set(simulation.waiting)],
    passed: [...new Set(simulation.effects.flatMap(passedIn))],
  }
}

export function act(playing: Playing, action: Action): void {
  const { simulation } = playing
  if ('complete' in action) {
    const { complete: where, exit, values = {} } = action
    simulation.submit(where, exit && exitNamed(playing, where, exit), { values })
  } else if ('done' in action) simulation.done(action.done, action.result)
  else if ('fail' in action) {
    const { fail: where, message = 'failed', code } = action
    simulation.fail(where, { message, ...(code !== undefined && { code }) })
  } else if ('pass' in action) simulation.pass(action.pass)
  else if ('message' in action) simulation.message(action.message, action.values)
  else if ('signal' in action) simulation.signal(action.signal, action.values)
  else if ('activate' in action) simulation.activate(action.activate, action.values)
  else if ('set' in action) simulation.send({ type: 'change', values: action.set })
  else actOnToken(playing, action)
}

type OnToken = Extract<
  Action,
  { status: Where } | { retry: Where } | { skip: Where } | { close: Where }
>

function actOnToken({ simulation }: Playing, action: OnToken): void {
  const find = (where: Where, isIt: (token: Token) => boolean) => tokenAt(simulation, where, isIt)
  if ('status' in action) {
    const token = find(action.status, ({ waits }) => waits === 'status')
    simulation.send({ type: 'status', token })
  } else if ('close' in action) {
    const token = find(action.close, ({ waits }) => waits === 'selection')
    simulation.send({ type: 'complete', token })
  } else if ('retry' in action) {
    const token = find(action.retry, ({ incident }) => incident !== undefined)
    simulation.send({ type: 'retry', token })
  } else {
    const { skip: where, flow } = action
    const token = find(where, ({ watches }) => watches === undefined)
    simulation.send({ type: 'skip', token, ...(flow !== undefined && { flow }) })
  }
}

function tokenAt({ state }: Simulation, where: Where, isIt: (token: Token) => boolean): number {
  if (typeof where === 'number') return where
  const found = Object.entries(tokensIn(state.control)).find(
    ([, token]) => token.node === where && isIt(token),
  )
  if (!found) throw new Refused(`nothing is waiting for this at "${where}"`)
  return Number(found[0])
}

/** People know exits by their names. */
function exitNamed({ program, simulation }: Playing, where: Where, exit: string): string {
  const task = simulation.tasks.find(({ token, node }) => token === where || node === where)
  const exits = task ? exitsAt(program, simulation.state, task.token) : []
  if (exits.some(({ id }) => id === exit)) return exit
  return exits.find(({ name }) => name === exit)?.id ?? exit
}

/** Tokens that wait for others are told by those. */
const SHOWN: Wait[] = [
  ...(['task', 'timer', 'message', 'signal', 'status', 'condition'] as const),
  ...(['job', 'callback', 'child', 'selection'] as const),
]

const isShown = ({ waits, incident }: Token): boolean =>
  incident !== undefined || (waits !== undefined && SHOWN.includes(waits))

/** What was asked for last, by token. */
type Requested = {
  tasks: Map<number, Simulation['tasks'][number]>
  jobs: Map<number, string>
  timers: Map<number, string>
}

function askedIn({ tasks, effects }: Simulation): Requested {
  const asked: Requested = {
    tasks: new Map(tasks.map((task) => [task.token, task])),
    jobs: new Map(),
    timers: new Map(),
  }
  for (const effect of effects) {
    if (effect.type === 'job') asked.jobs.set(effect.token, effect.job.kind)
    else if (effect.type === 'timer.arm') asked.timers.set(effect.token, effect.due)
  }
  return asked
}

function toWaiting(
  program: Program,
  state: State,
  { tasks, jobs, timers }: Requested,
  [no, { node, waits, incident, part }]: [number, Token],
): Waiting {
  const wait = incident ? 'incident' : (waits as Wait)
  const { name, settings, ...events } = program.node(node)
  const trigger = part === undefined ? events.trigger : events.triggers?.[part]
  const task = tasks.get(no)
  return {
    token: no,
    element: node,
    name: name || node,
    wait,
    exits: wait === 'selection' ? choicesIn(program, state, no) : exitsAt(program, state, no),
    who: task ? whoOf(program, node, task.performers) : '',
    performers: task?.performers ?? [],
    due: task?.due ?? timers.get(no) ?? null,
    awaited: jobs.get(no) ?? (wait === 'status' ? (settings.status ?? '') : (trigger?.name ?? '')),
    incident: incident?.message ?? '',
  }
}

const choicesIn = (program: Program, { control }: State, no: number): Exits =>
  choicesAt(program, control, no).map(({ id, name }) => ({ id, name }))

/** Variables are known here; who is in a group, only the server knows. */
function whoOf(program: Program, node: string, performers: readonly Performer[]): string {
  if (performers.length === 0) return performerText(program.model, program.node(node))
  return performers
    .map(({ kind, value }) => (kind === 'id' ? value : `${kind}:${value}`))
    .join(', ')
}

function toLine(program: Program, effect: Effect, at: string): Line[] {
  switch (effect.type) {
    case 'entered':
    case 'left':
    case 'cancelled':
      return effect.run === undefined ? [{ at, kind: effect.type, element: effect.node }] : []
    case 'task.create': {
      const { node: element, performers, due } = effect
      return [{ at, kind: 'task', element, text: whoOf(program, element, performers), due }]
    }
    case 'timer.arm':
      return [{ at, kind: 'timer', element: effect.node, due: effect.due }]
    case 'job':
      return [{ at, kind: 'job', element: effect.node, text: effect.job.kind }]
    case 'child.start':
      return [{ at, kind: 'call', element: effect.node, text: effect.process }]
    case 'message':
    case 'signal':
      return [{ at, kind: effect.type, element: effect.node, text: effect.name }]
    case 'incident.raise':
      return [{ at, kind: 'incident', element: effect.node, text: effect.incident.message }]
    case 'ended':
      return [{ at, kind: 'ended', text: effect.end.kind }]
    default:
      return []
  }
}

function passedIn(effect: Effect): string[] {
  if (effect.type === 'taken') return [effect.flow]
  return effect.type === 'left' ? [effect.node] : []
}
