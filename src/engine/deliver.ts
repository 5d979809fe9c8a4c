import { fire } from './fire.ts'
import { attempt, nodeOf, type Run, tokenOf } from './run.ts'
import type { Values, Wait } from './state.ts'

/** Everybody who waits when it comes; those whom another one swept away meanwhile are left out. */
export function deliverSignal(run: Run, name: string, values?: Values): boolean {
  const waiting = waitingFor(run, 'signal', name)
  for (const no of waiting) {
    if (!run.tokens.has(no)) continue
    // Each is a step of its own: signals that breed their receivers must not fill the memory.
    run.spent++
    attempt(run, no, () => fire(run, no, values))
  }
  return waiting.length > 0
}

export type Message = { name: string; correlation: string | null; values?: Values }

/** One receiver of this very instance: the first that waits for this message with this correlation. */
export function deliverMessage(run: Run, { name, correlation, values }: Message): boolean {
  const no = waitingFor(run, 'message', name).find((each) => isMeant(run, each, correlation))
  if (no === undefined) return false
  attempt(run, no, () => fire(run, no, values))
  return true
}

/** A token from before correlations were kept is left to the host, who knows its subscription. */
function isMeant(run: Run, no: number, correlation: string | null): boolean {
  const { correlation: own } = tokenOf(run, no)
  const isUnknown = own === undefined && Boolean(nodeOf(run, no).settings.correlation)
  return !isUnknown && (own ?? null) === correlation
}

export function waitingFor(run: Run, kind: Wait, name: string): number[] {
  return [...run.tokens.keys()].filter(
    (no) => tokenOf(run, no).waits === kind && nodeOf(run, no).trigger?.name === name,
  )
}
