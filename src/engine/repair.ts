import { cancel, cancelInside, withdraw } from './cancel.ts'
import { leave } from './leave.ts'
import type { Flow } from './model.ts'
import { emit, enterAgain, nodeOf, place, type Run, tokenOf } from './run.ts'
import type { Token } from './state.ts'

/** Retries a failed step. */
export function retry(run: Run, no: number): string | undefined {
  const { incident, ...token } = tokenOf(run, no)
  if (!incident) return 'nothing has failed here'
  emit(run, { type: 'incident.clear', token: no })
  enterAgain(run, no, token)
  return undefined
}

/** Cancels a step and enters it again. */
export function restart(run: Run, no: number): string | undefined {
  const { node, scope, via, run: nth, locals, watches, respondent } = tokenOf(run, no)
  if (watches !== undefined || respondent !== undefined) return 'this is not a step'
  const token: Token = { node, scope }
  if (via !== undefined) token.via = via
  if (nth !== undefined) Object.assign(token, { run: nth, locals })
  cancel(run, no)
  place(run, token)
  return undefined
}

/** Continues as if the step were done. */
export function skip(run: Run, no: number, wanted: string | undefined): string | undefined {
  const { watches, respondent } = tokenOf(run, no)
  if (watches !== undefined || respondent !== undefined) return 'this is not a step'
  const { outgoing, defaultFlow } = nodeOf(run, no)
  const flow = wanted ?? (outgoing.length === 1 ? outgoing[0] : defaultFlow)
  if (flow === undefined && outgoing.length > 0)
    return 'there are several outgoing flows: specify which one to take'
  if (flow !== undefined && !outgoing.includes(flow))
    return `"${flow}" does not lead out of this step`
  leaveEarly(run, no, flow === undefined ? [] : [run.program.flow(flow)])
  return undefined
}

function leaveEarly(run: Run, no: number, flows: Flow[]): void {
  cancelInside(run, no)
  withdraw(run, no, tokenOf(run, no))
  leave(run, no, flows)
}
