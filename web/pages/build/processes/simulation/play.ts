import type { Effect, Performer } from '../../../../../src/engine/effects.ts'
import { type Exits, exitsAt } from '../../../../../src/engine/exits.ts'
import { performerText } from '../../../../../src/engine/model.ts'
import type { Program } from '../../../../../src/engine/program.ts'
import { type Simulation, simulate } from '../../../../../src/engine/simulate.ts'
import type { Status, Token, Values, Wait } from '../../../../../src/engine/state.ts'
import { tokensIn } from '../../../../../src/engine/tokens.ts'

/** How an instance begins. */
export type Beginning = { at: string; start?: string; values: Values }

/** What somebody does in a simulation, one after another. */
export type Action =
  | { kind: 'submit'; token: number; exit?: string; values: Values }
  | { kind: 'done'; token: number; result: Values }
  | { kind: 'fail'; token: number; message: string }
  | { kind: 'pass'; until: string }
  | { kind: 'message' | 'signal'; name: string; values: Values }
  | { kind: 'status' | 'retry' | 'skip'; token: number }
  | { kind: 'change'; values: Values }

/** One token that waits, and for what. */
export type Waiting = {
  token: number
  element: string
  name: string
  wait: Wait | 'incident'
  /** Of a task: its exits, and who gets it, as the diagram says it where it cannot be known here. */
  exits: Exits
  who: string
  /** When a task or a timer is due. */
  due: string | null
  /** What is awaited: the name of a message or a signal, a status, the kind of a job. */
  awaited: string
  incident: string
}

export type Line =
  | { kind: 'entered' | 'left' | 'cancelled'; element: string }
  | { kind: 'incident'; element: string; text: string }
  | { kind: 'ended'; state: string }

/** An instance after the actions. */
export type Played = {
  status: Status
  now: string
  waiting: Waiting[]
  variables: Values
  log: Line[]
  /** Elements that have a token, and those and the flows that were passed. */
  standing: string[]
  passed: string[]
  /** Why the last action was refused. */
  refused: string
}

/** Plays everything again from the beginning, so that a step back is one action less. */
export function play(program: Program, beginning: Beginning, actions: readonly Action[]): Played {
  const simulation = simulate(program, beginning)
  let refused = ''
  for (const action of actions) {
    try {
      act(simulation, action)
    } catch (error) {
      refused = (error as Error).message
    }
  }
  const tokens = Object.entries(tokensIn(simulation.state.control))
  return {
    status: simulation.status,
    now: simulation.now,
    waiting: tokens.flatMap(([no, token]) => toWaiting(program, simulation, Number(no), token)),
    variables: simulation.state.variables,
    log: simulation.effects.flatMap(toLine),
    standing: [...new Set(simulation.waiting)],
    passed: [...new Set(simulation.effects.flatMap(passedIn))],
    refused,
  }
}

function act(simulation: Simulation, action: Action): void {
  switch (action.kind) {
    case 'submit':
      simulation.submit(action.token, action.exit, { values: action.values })
      break
    case 'done':
      simulation.done(action.token, action.result)
      break
    case 'fail':
      simulation.fail(action.token, { message: action.message })
      break
    case 'pass':
      simulation.pass(action.until)
      break
    case 'message':
    case 'signal':
      simulation[action.kind](action.name, action.values)
      break
    case 'change':
      simulation.send({ type: 'change', values: action.values })
      break
    default:
      simulation.send({ type: action.kind, token: action.token })
  }
}

/** Tokens that wait for others are told by those. */
const SHOWN: Wait[] = [
  ...(['task', 'timer', 'message', 'signal', 'status', 'condition'] as const),
  ...(['job', 'callback', 'child'] as const),
]

function toWaiting(
  program: Program,
  simulation: Simulation,
  no: number,
  { node, waits, incident, part }: Token,
): Waiting[] {
  const wait = incident ? 'incident' : waits
  if (!wait || (wait !== 'incident' && !SHOWN.includes(wait))) return []
  const { name, settings, ...events } = program.node(node)
  const trigger = part === undefined ? events.trigger : events.triggers?.[part]
  const task = simulation.tasks.find(({ token }) => token === no)
  const asked = simulation.effects.findLast(
    (effect) => effect.type === 'job' && effect.token === no,
  )
  const timer = simulation.effects.findLast(
    (effect) => effect.type === 'timer.arm' && effect.token === no,
  )
  return [
    {
      token: no,
      element: node,
      name: name || node,
      wait,
      exits: exitsAt(program, simulation.state, no),
      who: task ? whoOf(program, node, task.performers) : '',
      due: task?.due ?? (timer?.type === 'timer.arm' ? timer.due : null),
      awaited:
        asked?.type === 'job'
          ? asked.job.kind
          : wait === 'status'
            ? (settings.status ?? '')
            : (trigger?.name ?? ''),
      incident: incident?.message ?? '',
    },
  ]
}

/** Variables are known here; who is in a group, only the server knows. */
function whoOf(program: Program, node: string, performers: readonly Performer[]): string {
  if (performers.length === 0) return performerText(program.model, program.node(node))
  return performers
    .map(({ kind, value }) => (kind === 'id' ? value : `${kind}:${value}`))
    .join(', ')
}

function toLine(effect: Effect): Line[] {
  switch (effect.type) {
    case 'entered':
    case 'left':
    case 'cancelled':
      return effect.run === undefined ? [{ kind: effect.type, element: effect.node }] : []
    case 'incident.raise':
      return [{ kind: 'incident', element: effect.node, text: effect.incident.message }]
    case 'ended':
      return [{ kind: 'ended', state: effect.end.kind }]
    default:
      return []
  }
}

function passedIn(effect: Effect): string[] {
  if (effect.type === 'taken') return [effect.flow]
  return effect.type === 'left' ? [effect.node] : []
}
