import { forgetDone } from './done.ts'
import type { Effect } from './effects.ts'
import { ROOT } from './program.ts'
import { emit, type Run, record, remove, tokenOf } from './run.ts'
import type { Token, Wait } from './state.ts'

/** Removes a token with everything that runs inside it, watches it or was requested for it. */
export function cancel(run: Run, no: number): void {
  const token = run.tokens.get(no)
  if (!token) return
  cancelInside(run, no)
  cancelWatchers(run, no)
  const isOnItsWay = run.ready.has(no) && !token.isAgain
  withdraw(run, no, token)
  if (token.watches === undefined && !isOnItsWay) record(run, 'cancelled', no)
  remove(run, no)
  forgetDone(run, no)
}

export function cancelInside(run: Run, scope: number): void {
  for (const no of run.tokens.inside(scope)) cancel(run, no)
}

export function cancelWatchers(run: Run, watched: number): void {
  const id = watched === 0 ? ROOT : tokenOf(run, watched).node
  if (!isWatched(run, id)) return
  for (const no of run.tokens.watching(watched)) cancel(run, no)
}

/** The event sub-processes of a pool watch the call that runs it. */
function isWatched({ program }: Run, id: string): boolean {
  const calls = id === ROOT ? undefined : program.node(id).calls
  return program.facts(id).isWatched || (calls !== undefined && program.facts(calls).isWatched)
}

/** Withdraws the request the token is waiting for. */
export function withdraw(run: Run, no: number, token: Token): void {
  run.ready.delete(no)
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
