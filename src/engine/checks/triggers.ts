import { type Model, type Node, nodesOf } from '../model.ts'
import { isPath } from '../path.ts'
import { parseCycle } from '../time/cycle.ts'
import { isTime } from '../time/due.ts'
import { type Check, problem } from './problem.ts'

/** The triggers each kind of event may have. */
export const ALLOWED: Record<EventRole, string[]> = {
  start: ['', 'timer', 'message', 'signal', 'item'],
  handler: ['timer', 'message', 'signal', 'error', 'escalation', 'condition', 'status'],
  inside: [''],
  boundary: ['timer', 'message', 'signal', 'error', 'escalation', 'condition', 'status'],
  catch: ['timer', 'message', 'signal', 'link', 'condition', 'status'],
  throw: ['', 'message', 'signal', 'escalation', 'link'],
  end: ['', 'message', 'signal', 'escalation', 'error', 'terminate'],
}

type EventRole = 'start' | 'handler' | 'inside' | 'boundary' | 'catch' | 'throw' | 'end'

/** Every event has a trigger that fits its role. */
export const checkTriggers: Check = (model) =>
  nodesOf(model).flatMap((node) => {
    const role = roleOf(model, node)
    if (!role) return []
    const kind = node.trigger?.kind ?? ''
    if (!ALLOWED[role].includes(kind)) return [problem(node, refusal(role, kind))]
    return checkTrigger(node, role).map((message) => problem(node, message))
  })

function roleOf({ nodes }: Model, node: Node): EventRole | undefined {
  if (node.attachedTo !== undefined) return 'boundary'
  if (node.type === 'end') return 'end'
  if (node.type === 'event') return node.isThrowing ? 'throw' : 'catch'
  if (node.type !== 'start') return undefined
  if (node.parent === undefined) return 'start'
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

function checkTrigger({ trigger, settings, isInterrupting }: Node, role: EventRole): string[] {
  const { kind = '', name = '', value = '' } = trigger ?? {}
  const isNamed = name !== '' || !['message', 'signal', 'link'].includes(kind)
  const isCaught = role === 'boundary' || role === 'handler'
  const isCoded = name !== '' || kind !== 'error' || isCaught
  return [
    ...(isNamed ? [] : [`a ${kind} needs a name`]),
    ...(isCoded ? [] : ['a thrown error needs a code']),
    ...(kind === 'error' && isInterrupting === false ? ['an error always interrupts'] : []),
    ...(kind === 'condition' && value === '' ? ['a condition event needs a condition'] : []),
    ...(kind === 'status' && !settings.target ? ['a status event needs a target'] : []),
    ...(kind === 'timer' ? checkTimer(name, value) : []),
    ...(kind === 'timer' && role === 'catch' ? checkRepeats(value) : []),
  ]
}

/** A text that is not a time may be the name of a variable that holds one. */
function checkTimer(name: string, value: string): string[] {
  if (value === '') return ['a timer needs a date, a duration or a cycle']
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
