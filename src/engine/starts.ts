import { type Model, type Node, nodesOf } from './model.ts'
import { occurrence, parseCycle } from './time/cycle.ts'
import { isTime, momentAfter } from './time/due.ts'

/** A triggered start event: what the host listens to while no instance exists. */
export type StartTrigger =
  /** `text` is a date, a duration from the publication, or a cycle: ask `nextStart`. `times` -1 is for ever. */
  | { node: string; kind: 'timer'; text: string; times: number }
  | { node: string; kind: 'message' | 'signal'; name: string }
  /** An item of an app was created, updated, deleted, or got a status. */
  | { node: string; kind: 'item'; app: string; event: string; status?: string }

/** The triggered start events of a process; its plain one is started by people and by calls. */
export const startsOf = (model: Model): StartTrigger[] =>
  nodesOf(model)
    .filter(({ type, parent }) => type === 'start' && parent === undefined)
    .flatMap(toTrigger)

function toTrigger({ id: node, trigger, settings }: Node): StartTrigger[] {
  if (!trigger) return []
  const { kind, name, value } = trigger
  if (kind === 'timer') return [{ node, kind, text: value, times: parseCycle(value)?.count ?? 1 }]
  if (kind === 'message' || kind === 'signal') return [{ node, kind, name }]
  const { app = '', event = 'created', status } = settings
  return [{ node, kind: 'item', app, event, ...(status !== undefined && { status }) }]
}

/**
 * When a timed start is due: the first time after `now`, or after the `previous` time it was. `undefined`
 * means never again.
 */
export function nextStart(text: string, now: string, previous?: string): string | undefined {
  const cycle = parseCycle(text)
  if (cycle)
    return occurrence(
      cycle,
      new Date(now),
      previous ? new Date(previous) : undefined,
    )?.toISOString()
  return previous === undefined && isTime(text) ? momentAfter(now, text) : undefined
}
