import type { Effect } from './effects.ts'
import { emit, type Run, record, remove } from './run.ts'
import type { Token, Wait } from './state.ts'

/** Removes a token with everything that runs inside it, watches it or was requested for it. */
export function cancel(run: Run, no: number): void {
  const token = run.tokens.get(no)
  if (!token) return
  cancelInside(run, no)
  cancelWatchers(run, no)
  const isOnItsWay = run.ready.includes(no) && !token.isAgain
  withdraw(run, no, token)
  if (token.watches === undefined && !isOnItsWay) record(run, 'cancelled', no)
  remove(run, no)
}

export function cancelInside(run: Run, scope: number): void {
  if (!run.alive.get(scope)) return
  for (const [no, token] of run.tokens) {
    if (token.scope === scope && token.watches === undefined) cancel(run, no)
  }
}

export function cancelWatchers(run: Run, watched: number): void {
  if (!run.watched.get(watched)) return
  for (const [no, token] of run.tokens) if (token.watches === watched) cancel(run, no)
}

/** Withdraws the request the token is waiting for. */
export function withdraw(run: Run, no: number, token: Token): void {
  const at = run.ready.indexOf(no)
  if (at >= 0) run.ready.splice(at, 1)
  const type = WITHDRAWALS[token.waits as keyof typeof WITHDRAWALS]
  if (type) emit(run, { type, token: no })
}

const WITHDRAWALS = {
  task: 'task.cancel',
  timer: 'timer.cancel',
  message: 'unsubscribe',
  signal: 'unsubscribe',
  status: 'unsubscribe',
  job: 'job.cancel',
  callback: 'job.cancel',
  child: 'child.cancel',
  people: 'sheet.withdraw',
} as const satisfies Partial<Record<Wait, Effect['type']>>
