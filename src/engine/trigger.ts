import { deliverMessage, deliverSignal } from './deliver.ts'
import { inputsOf } from './mapping.ts'
import type { Trigger } from './model.ts'
import { emit, nodeOf, type Run } from './run.ts'
import { throwEscalation } from './throw.ts'
import { dueAt } from './time/due.ts'
import { correlationOf } from './watchers.ts'

/** Throws a message, a signal or an escalation. Receivers inside this instance get it immediately. */
export function throwTrigger(run: Run, no: number, { kind, name }: Trigger): void {
  if (kind === 'message') throwMessage(run, no, name)
  if (kind === 'signal') throwSignal(run, no, name)
  if (kind === 'escalation') throwEscalation(run, no, name)
}

function throwSignal(run: Run, no: number, name: string): void {
  const node = nodeOf(run, no)
  const values = inputsOf(run, no, node)
  emit(run, { type: 'signal', token: no, node: node.id, name, values })
  deliverSignal(run, name, values)
}

/** A message has one receiver: if it is in this instance, nothing is sent outside. */
function throwMessage(run: Run, no: number, named: string): void {
  const node = nodeOf(run, no)
  const name = named || node.id
  const correlation = correlationOf(run, no, node.settings.correlation)
  const values = inputsOf(run, no, node)
  if (deliverMessage(run, { name, correlation, values })) return
  const { due: expires } = dueAt(run, no, node.settings.ttl)
  emit(run, { type: 'message', token: no, node: node.id, name, correlation, values, expires })
}
