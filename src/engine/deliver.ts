import { fire } from './fire.ts'
import { attempt, nodeOf, type Run, tokenOf, triggerOf } from './run.ts'
import type { Values, Wait } from './state.ts'

/** Reaches every token that waits for it, except those that an earlier receiver has cancelled. */
export function deliverSignal(run: Run, name: string, values?: Values): boolean {
  const waiting = waitingFor(run, 'signal', name)
  for (const no of waiting) {
    if (!run.tokens.has(no)) continue
    // Each delivery counts as a step: signals that create their own receivers must not exhaust the memory.
    run.spent++
    attempt(run, no, () => fire(run, no, values))
  }
  return waiting.length > 0
}

export type Message = { name: string; correlation: string | null; values?: Values }

/** Reaches one token of this instance: the first that waits for this message with this correlation. */
export function deliverMessage(run: Run, { name, correlation, values }: Message): boolean {
  const no = waitingFor(run, 'message', name).find((each) => isMeant(run, each, correlation))
  if (no === undefined) return false
  attempt(run, no, () => fire(run, no, values))
  return true
}

/** A token stored before tokens had correlations is left to the host, which has its subscription. */
function isMeant(run: Run, no: number, correlation: string | null): boolean {
  const { correlation: own } = tokenOf(run, no)
  const isUnknown = own === undefined && Boolean(nodeOf(run, no).settings.correlation)
  return !isUnknown && (own ?? null) === correlation
}

export function waitingFor(run: Run, kind: Wait, name: string): number[] {
  return run.tokens.waiting(kind).filter((no) => isNamed(run, no, name))
}

/** A message without a name of its own is called like its element. */
function isNamed(run: Run, no: number, name: string): boolean {
  const own = triggerOf(run, no)?.name ?? ''
  if (own !== '' || name === '') return own === name
  const { id, name: label } = nodeOf(run, no)
  return name === id || name === label
}
