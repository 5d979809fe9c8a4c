import { deliverSignal, waitingFor } from './deliver.ts'
import { activate, completeAdHoc } from './elements/ad-hoc.ts'
import { elementFor } from './elements/registry.ts'
import { breakSilence } from './elements/sheet.ts'
import type { EngineEvent, Failure } from './events.ts'
import { ExpressionError } from './expressions/expression.ts'
import { fire } from './fire.ts'
import { finish } from './leave.ts'
import { modify } from './modify.ts'
import { restart, retry, skip } from './repair.ts'
import {
  attempt,
  emit,
  enterAgain,
  nodeOf,
  type Run,
  raise,
  setVariables,
  tokenOf,
  wait,
} from './run.ts'
import { start } from './start.ts'
import type { Values, Wait } from './state.ts'
import { fail, throwEscalation } from './throw.ts'

type EventOf<Type extends EngineEvent['type']> = Extract<EngineEvent, { type: Type }>

/** Applies an event, or returns why it is refused. */
export function take(run: Run, event: EngineEvent): string | undefined {
  if (run.end) return 'the process has ended'
  if (event.type === 'start') return unlessFailed(() => start(run, event))
  if (run.next === 1) return 'the process has not started'
  if (isFromOutside(run, event)) run.spent = 0
  const { type } = event
  if (type === 'continue') return undefined
  if (type === 'interrupt') return interrupt(run, event)
  if (type === 'change') return change(run, event)
  if (type === 'modify') return modify(run, event.changes)
  if (type === 'message') return takeMessage(run, event)
  if (type === 'signal') return takeSignal(run, event)
  if (!run.tokens.has(event.token)) return `there is no token ${event.token}`
  return takeForToken(run, event)
}

/** An answer in the same transaction does not reset the count of elements. */
function isFromOutside(run: Run, event: EngineEvent): boolean {
  if (event.type === 'continue') return false
  const waits = 'token' in event ? run.tokens.get(event.token ?? 0)?.waits : undefined
  return waits !== 'operation' && waits !== 'reading'
}

type ForToken = Exclude<
  EngineEvent,
  { type: 'start' | 'continue' | 'interrupt' | 'change' | 'modify' | 'message' | 'signal' }
>

/** The waits that each event can answer; repairs are not listed. */
const ANSWERS: Record<string, Wait[]> = {
  submitted: ['task'],
  due: ['timer'],
  done: ['operation', 'reading', 'job', 'callback'],
  failed: ['operation', 'reading', 'job', 'callback', 'task'],
  suspended: ['job'],
  status: ['status'],
  activate: ['selection'],
  complete: ['selection'],
  'child.ended': ['child'],
  'child.failed': ['child'],
  'child.escalated': ['child'],
}

function takeForToken(run: Run, event: ForToken): string | undefined {
  const { token: no, type } = event
  const { waits } = tokenOf(run, no)
  const expected = ANSWERS[type]
  if (expected && (waits === undefined || !expected.includes(waits))) {
    return `token ${no} is not waiting for this`
  }
  if (type === 'retry') return retry(run, no)
  if (type === 'restart') return restart(run, no)
  if (type === 'skip') return skip(run, no, event.flow)
  if (type === 'submitted') return submit(run, event)
  if (type === 'activate') return activate(run, no, event)
  if (type === 'complete') return completeAdHoc(run, no)
  attempt(run, no, () => answer(run, event))
  return undefined
}

function answer(run: Run, event: ForToken): void {
  const { token: no, type } = event
  const node = nodeOf(run, no)
  if (type === 'due') due(run, no)
  else if (type === 'status') fire(run, no)
  else if (type === 'suspended') wait(run, no, 'callback')
  else if (type === 'failed' || type === 'child.failed') failed(run, no, event.failure)
  else if (type === 'child.escalated') throwEscalation(run, no, event.code)
  else if (type === 'child.ended') elementFor(node).done?.(run, no, node, event.values ?? {})
  else if (type === 'done') done(run, no, event.result)
}

function due(run: Run, no: number): void {
  if (nodeOf(run, no).type === 'approval_list_process') breakSilence(run, no)
  else fire(run, no)
}

/** A failed request is over: nothing is left to withdraw. A task fails when nobody can do it. */
function failed(run: Run, no: number, failure: Failure): void {
  const { waits, ...token } = tokenOf(run, no)
  run.tokens.set(no, token)
  if (waits === 'task') {
    emit(run, { type: 'task.cancel', token: no })
    raise(run, no, 'no-people', failure.message)
  } else fail(run, no, failure, waits === 'operation' || waits === 'reading' ? 'operation' : 'job')
}

function done(run: Run, no: number, result: unknown): void {
  const { waits, ...token } = tokenOf(run, no)
  const node = nodeOf(run, no)
  if (waits === 'reading') enterAgain(run, no, { ...token, read: result as Values })
  else elementFor(node).done?.(run, no, node, result)
}

function submit(run: Run, event: EventOf<'submitted'>): string | undefined {
  const node = nodeOf(run, event.token)
  return unlessFailed(() => elementFor(node).submitted?.(run, event.token, node, event))
}

/** Whoever asked for it is told which expression failed. */
function unlessFailed(act: () => string | undefined): string | undefined {
  try {
    return act()
  } catch (error) {
    if (error instanceof ExpressionError) return error.message
    throw error
  }
}

function interrupt(run: Run, { reason }: EventOf<'interrupt'>): undefined {
  finish(run, { kind: 'interrupted', ...(reason !== undefined && { message: reason }) })
}

function change(run: Run, { values }: EventOf<'change'>): undefined {
  setVariables(run, 0, values)
}

function takeMessage(run: Run, { name, token, values }: EventOf<'message'>): string | undefined {
  const waiting = waitingFor(run, 'message', name)
  const no = token === undefined ? waiting[0] : waiting.find((each) => each === token)
  if (no === undefined) return `nobody waits for the message "${name}"`
  attempt(run, no, () => fire(run, no, values))
  return undefined
}

function takeSignal(run: Run, { name, values }: EventOf<'signal'>): string | undefined {
  return deliverSignal(run, name, values) ? undefined : `nobody waits for the signal "${name}"`
}
