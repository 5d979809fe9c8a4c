import type { Control, Status, Wait } from './state.ts'
import { lookThrough } from './tokens.ts'

const OURS: Wait[] = ['job', 'operation', 'reading']

/** `exec` while the server has work to do, `wait` when every branch waits for something outside. */
export function statusOf(control: Control): Status {
  const { end, ready } = control
  if (end) return end.kind === 'interrupted' ? 'cancel' : end.kind
  const { hasIncident, isWaiting } = lookThrough(control, OURS)
  if (hasIncident) return 'error'
  return ready.length > 0 || isWaiting ? 'exec' : 'wait'
}
