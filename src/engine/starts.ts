import { type Model, type Node, nodesOf, type Trigger } from './model.ts'
import { occurrence, parseCycle } from './time/cycle.ts'
import { isTime, momentAfter } from './time/due.ts'

/** A triggered start event: what the host listens to while no instance exists. */
export type StartTrigger =
  /** `text` is a date, a duration from the publication, or a cycle: ask `nextStart`. `times` -1 is for ever. */
  | { node: string; kind: 'timer'; text: string; times: number; part?: number }
  /** `part` is to be given to a start event that needs several triggers. */
  | { node: string; kind: 'message' | 'signal'; name: string; part?: number }
  /** An item of an app was created, updated, deleted, or got a status; `result` is the variable that gets it. */
  | { node: string; kind: 'item'; app: string; event: string; status?: string; result?: string }

/** In place of the path of an app. */
export const ANY_APP = '*'

/** What starts a process by itself; its plain start event is started by people and by calls. */
export const startsOf = (model: Model): StartTrigger[] =>
  nodesOf(model)
    .filter((node) => node.parent === undefined && isStart(model, node))
    .flatMap((node) =>
      triggersOf(node).flatMap((trigger, index) => {
        const part = node.isParallelMultiple ? { part: index } : {}
        return toTrigger(node, trigger).map((each) => ({ ...each, ...part }))
      }),
    )

/** A start event, a receive task that starts the process, or an event after such a gateway. */
const isStart = ({ nodes, flows }: Model, { type, isInstantiating, incoming, gateway }: Node) =>
  type === 'start' ||
  (isInstantiating === true && !gateway) ||
  incoming.some((flow) => {
    const source = nodes[flows[flow]?.source ?? '']
    return source?.gateway === 'event' && source.isInstantiating === true
  })

export const triggersOf = ({ trigger, triggers }: Node): Trigger[] =>
  triggers ?? (trigger ? [trigger] : [])

function toTrigger({ id: node, settings }: Node, { kind, name, value }: Trigger): StartTrigger[] {
  if (kind === 'timer') return [{ node, kind, text: value, times: parseCycle(value)?.count ?? 1 }]
  if (kind === 'message' || kind === 'signal') return [{ node, kind, name: name || node }]
  if (kind !== 'item') return []
  const { app = '', event = 'created', status, result } = settings
  return [
    {
      ...{ node, kind, app, event },
      ...(status !== undefined && { status }),
      ...(result !== undefined && { result }),
    },
  ]
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
