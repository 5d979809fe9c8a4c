import { type Model, type Node, nodesOf, type Trigger } from '../model.ts'
import { isPath } from '../path.ts'
import { parseCycle } from '../time/cycle.ts'
import { isTime } from '../time/due.ts'
import { whyImpossible } from '../time/impossible.ts'
import { type Check, problem, warning } from './problem.ts'

/** The triggers each kind of event may have. */
export const ALLOWED: Record<EventRole, string[]> = {
  start: ['', 'timer', 'message', 'signal', 'item'],
  handler: [
    'timer',
    'message',
    'signal',
    'error',
    'escalation',
    'condition',
    'status',
    'compensation',
  ],
  inside: [''],
  boundary: [
    'timer',
    'message',
    'signal',
    'error',
    'escalation',
    'condition',
    'status',
    'compensation',
    'cancel',
  ],
  catch: ['timer', 'message', 'signal', 'link', 'condition', 'status'],
  throw: ['', 'message', 'signal', 'escalation', 'link', 'compensation'],
  end: ['', 'message', 'signal', 'escalation', 'error', 'terminate', 'compensation', 'cancel'],
}

/** What other tools draw, and what becomes of it. */
const TOLERATED: Partial<Record<EventRole, Record<string, string>>> = {
  start: {
    condition: 'no condition starts a process by itself: this event begins only by its id',
  },
  boundary: { '': 'an event needs a trigger: without one it never happens' },
  catch: { '': 'an event needs a trigger: without one it does not wait' },
}

type EventRole = 'start' | 'handler' | 'inside' | 'boundary' | 'catch' | 'throw' | 'end'

/** Every event has a trigger that fits its role. */
export const checkTriggers: Check = (model) =>
  nodesOf(model).flatMap((node) => {
    const role = roleOf(model, node)
    if (!role) return []
    const triggers = node.triggers ?? [node.trigger ?? NONE]
    return triggers.flatMap((trigger) => {
      // A sub-process begins when a token arrives, whatever its start event says: `structure.ts`.
      if (role === 'inside') return []
      const tolerated = TOLERATED[role]?.[trigger.kind]
      if (tolerated !== undefined) return [warning(node, tolerated)]
      if (!ALLOWED[role].includes(trigger.kind)) return [problem(node, refusal(role, trigger.kind))]
      return [
        ...checkTrigger(node, trigger).map((message) => problem(node, message)),
        ...(isInTransaction(model, node, trigger) ? [] : [problem(node, NO_TRANSACTION)]),
        ...doubtsAbout(node, role, trigger).map((message) => warning(node, message)),
      ]
    })
  })

const NONE: Trigger = { kind: '', name: '', value: '' }

const NO_TRANSACTION = 'only a transaction can be cancelled'

/** A cancel event stands inside a transaction, or on its border. */
function isInTransaction({ nodes }: Model, node: Node, { kind }: Trigger): boolean {
  if (kind !== 'cancel') return true
  for (let at = nodes[node.attachedTo ?? node.parent ?? '']; at; at = nodes[at.parent ?? '']) {
    if (at.isTransaction) return true
    if (node.attachedTo !== undefined) return false
  }
  return false
}

function roleOf({ nodes }: Model, node: Node): EventRole | undefined {
  if (node.attachedTo !== undefined) return 'boundary'
  if (node.type === 'end') return 'end'
  if (node.type === 'event') return node.isThrowing ? 'throw' : 'catch'
  if (node.type !== 'start') return undefined
  if (node.parent === undefined || nodes[node.parent]?.isPool) return 'start'
  return nodes[node.parent]?.isHandler ? 'handler' : 'inside'
}

const refusal = (role: EventRole, kind: string): string =>
  kind === '' ? 'an event needs a trigger' : `${NAMES[role]} does not support ${kind} triggers`

const NAMES: Record<EventRole, string> = {
  start: 'a start event',
  handler: 'the start of an event sub-process',
  inside: 'the start of a sub-process',
  boundary: 'a boundary event',
  catch: 'a catching event',
  throw: 'a throwing event',
  end: 'an end event',
}

/** What can never happen. */
function checkTrigger({ settings }: Node, trigger: Trigger): string[] {
  const { kind, name, value } = trigger
  const isNamed = name !== '' || !['signal', 'link'].includes(kind)
  return [
    ...(isNamed ? [] : [`a ${kind} needs a name`]),
    ...(kind === 'condition' && value === '' ? ['a condition event needs a condition'] : []),
    ...(kind === 'status' && !settings.target ? ['a status event needs a target'] : []),
    ...(kind === 'timer' ? checkTimer(name, value) : []),
  ]
}

/** What happens, but perhaps not as it was meant. */
function doubtsAbout({ id, undoneBy }: Node, role: EventRole, trigger: Trigger): string[] {
  const { kind, name, value } = trigger
  const isCaught = role === 'boundary' || role === 'handler'
  const isCoded = name !== '' || kind !== 'error' || isCaught
  return [
    ...(kind === 'message' && name === '' ? [`a message needs a name: it is called "${id}"`] : []),
    ...(isCoded ? [] : ['a thrown error needs a code: only events that catch all errors catch it']),
    ...(kind === 'timer' && role === 'catch' ? checkRepeats(value) : []),
    ...(kind === 'compensation' && role === 'boundary' && undoneBy === undefined
      ? ['no association leads to an activity for compensation: nothing undoes this']
      : []),
  ]
}

/** A text that is not a time may be the name of a variable that holds one. */
function checkTimer(name: string, value: string): string[] {
  if (value === '') return ['a timer needs a date, a duration or a cycle']
  // Told with all other times, in `expressions.ts`.
  if (whyImpossible(value) !== undefined) return []
  const isKnown = name === 'timeCycle' ? parseCycle(value) !== undefined : isTime(value)
  const looksLikeTime = /^(P|R\d*\/|\d{4}-)/.test(value)
  return isKnown || (isPath(value) && !looksLikeTime) || (!looksLikeTime && name !== 'timeCycle')
    ? []
    : [`"${value}" is no ${NOUNS[name] ?? 'time'}`]
}

/** A catching event fires once: a calendar gives its next date, but a repetition would be lost. */
function checkRepeats(value: string): string[] {
  const cycle = parseCycle(value)
  return cycle?.kind === 'interval' && cycle.count !== 1
    ? [`"${value}" repeats, but an event that waits happens once: use a duration`]
    : []
}

const NOUNS: Record<string, string> = {
  timeDate: 'date',
  timeDuration: 'duration like P2D or PT4H',
  timeCycle: 'cycle like R3/PT1H or 0 9 * * 1-5',
}
