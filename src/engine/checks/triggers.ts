import { type Model, type Node, nodesOf } from '../model.ts'
import { isPath } from '../path.ts'
import { parseCycle } from '../time/cycle.ts'
import { isTime } from '../time/due.ts'
import { type Check, problem } from './problem.ts'

/** What may happen where. */
const ALLOWED: Record<Place, string[]> = {
  start: ['', 'timer', 'message', 'signal', 'item'],
  handler: ['timer', 'message', 'signal', 'error', 'escalation', 'condition', 'status'],
  inside: [''],
  boundary: ['timer', 'message', 'signal', 'error', 'escalation', 'condition', 'status'],
  catch: ['timer', 'message', 'signal', 'link', 'condition', 'status'],
  throw: ['', 'message', 'signal', 'escalation', 'link'],
  end: ['', 'message', 'signal', 'escalation', 'error', 'terminate'],
}

type Place = 'start' | 'handler' | 'inside' | 'boundary' | 'catch' | 'throw' | 'end'

/** Every event has something to wait for or to throw, and at a place where that makes sense. */
export const checkTriggers: Check = (model) =>
  nodesOf(model).flatMap((node) => {
    const place = placeOf(model, node)
    if (!place) return []
    const kind = node.trigger?.kind ?? ''
    if (!ALLOWED[place].includes(kind)) return [problem(node, refusal(place, kind))]
    return checkTrigger(node, place).map((message) => problem(node, message))
  })

function placeOf({ nodes }: Model, node: Node): Place | undefined {
  if (node.attachedTo !== undefined) return 'boundary'
  if (node.type === 'end') return 'end'
  if (node.type === 'event') return node.isThrowing ? 'throw' : 'catch'
  if (node.type !== 'start') return undefined
  if (node.parent === undefined) return 'start'
  return nodes[node.parent]?.isHandler ? 'handler' : 'inside'
}

const refusal = (place: Place, kind: string): string =>
  kind === '' ? 'an event has a trigger' : `${NAMES[place]} has no ${kind} trigger`

const NAMES: Record<Place, string> = {
  start: 'a start event',
  handler: 'the start of an event sub-process',
  inside: 'the start of a sub-process',
  boundary: 'an event on a border',
  catch: 'an event that waits',
  throw: 'an event that is thrown',
  end: 'an end event',
}

function checkTrigger({ trigger, settings, isInterrupting }: Node, place: Place): string[] {
  const { kind = '', name = '', value = '' } = trigger ?? {}
  const isNamed = name !== '' || !['message', 'signal', 'link'].includes(kind)
  const isCaught = place === 'boundary' || place === 'handler'
  const isCoded = name !== '' || kind !== 'error' || isCaught
  return [
    ...(isNamed ? [] : [`a ${kind} has a name`]),
    ...(isCoded ? [] : ['an error that is thrown has a code']),
    ...(kind === 'error' && isInterrupting === false ? ['an error always interrupts'] : []),
    ...(kind === 'condition' && value === '' ? ['a condition says what is waited for'] : []),
    ...(kind === 'status' && !settings.target ? ['a status is that of a target'] : []),
    ...(kind === 'timer' ? checkTimer(name, value) : []),
    ...(kind === 'timer' && place === 'catch' ? checkRepeats(value) : []),
  ]
}

/** A text that is no time may still be the name of a variable that holds one. */
function checkTimer(name: string, value: string): string[] {
  if (value === '') return ['a timer has a date, a duration or a cycle']
  const isKnown = name === 'timeCycle' ? parseCycle(value) !== undefined : isTime(value)
  const looksLikeTime = /^(P|R\d*\/|\d{4}-)/.test(value)
  return isKnown || (isPath(value) && !looksLikeTime) || (!looksLikeTime && name !== 'timeCycle')
    ? []
    : [`"${value}" is no ${NOUNS[name] ?? 'time'}`]
}

/** A token comes by once: a calendar means its next date, a repetition would be lost. */
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
