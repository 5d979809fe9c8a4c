import type { Failure } from './events.ts'
import { fire } from './fire.ts'
import type { Node } from './model.ts'
import { attempt, emit, nodeOf, type Run, raise, snapshotOf, tokenOf, triggerOf } from './run.ts'
import type { Values } from './state.ts'

type Thrown = { kind: 'error' | 'escalation'; code: string }

/** An error of a step: caught by the nearest matching event, else an incident. */
export function fail(
  run: Run,
  no: number,
  failure: Failure,
  kind: 'job' | 'operation' = 'job',
): void {
  if (!throwError(run, no, failure)) raise(run, no, kind, failure.message)
}

/** Returns whether the error was caught; then the token is gone. */
export function throwError(run: Run, no: number, { code = '', message, values }: Failure): boolean {
  const catcher = findCatcher(run, no, { kind: 'error', code })
  if (catcher !== undefined) caught(run, catcher, { code, message }, values)
  return catcher !== undefined
}

/** An uncaught escalation goes to the calling process, if any. */
export function throwEscalation(run: Run, no: number, code: string): void {
  const catcher = findCatcher(run, no, { kind: 'escalation', code })
  if (catcher !== undefined) caught(run, catcher, { code })
  else emit(run, { type: 'escalation', token: no, code, values: snapshotOf(run, no) })
}

/** Code and message are stored only through the mappings of the event; what came with them also without. */
function caught(run: Run, catcher: number, about: Values, values?: Values): void {
  const hasMappings = nodeOf(run, catcher).mappings.length > 0
  attempt(run, catcher, () => fire(run, catcher, hasMappings ? { ...values, ...about } : values))
}

/**
 * From the inside out: the boundary events of the activity, then the event sub-processes of its scope,
 * then the boundary events of that scope. An event sub-process does not catch what it throws itself.
 */
function findCatcher(run: Run, no: number, thrown: Thrown): number | undefined {
  for (let at = no; at !== 0; at = tokenOf(run, at).scope) {
    const { scope, node } = tokenOf(run, at)
    const onBorder = match(run, at, thrown, ({ attachedTo }) => attachedTo !== undefined)
    const found = onBorder ?? match(run, scope, thrown, (each) => isHandlerBut(node, each))
    if (found !== undefined) return found
  }
  return undefined
}

const isHandlerBut = (id: string, { attachedTo, parent }: Node): boolean =>
  attachedTo === undefined && parent !== id

/** The event with this code, or else the catch-all event. */
function match(
  run: Run,
  watched: number,
  { kind, code }: Thrown,
  isPlaced: (node: Node) => boolean,
): number | undefined {
  let catchAll: number | undefined
  for (const no of run.tokens.watching(watched).flatMap((each) => partsOf(run, each))) {
    const trigger = triggerOf(run, no)
    if (trigger?.kind !== kind || !isPlaced(nodeOf(run, no))) continue
    if (trigger.name === code && code !== '') return no
    if (trigger.name === '') catchAll ??= no
  }
  return catchAll
}

/** An event with several triggers has a watcher for each. */
const partsOf = (run: Run, no: number): number[] =>
  tokenOf(run, no).waits === 'events' ? run.tokens.watching(no) : [no]
