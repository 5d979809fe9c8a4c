import { cancel, cancelInside, withdraw } from './cancel.ts'
import { leave } from './leave.ts'
import type { Flow } from './model.ts'
import { emit, enterAgain, nodeOf, place, type Run, tokenOf, update } from './run.ts'
import type { Token } from './state.ts'

/** Retries a failed step. */
export function retry(run: Run, no: number): string | undefined {
  const { incident, ...token } = tokenOf(run, no)
  if (!incident) return 'nothing has failed here'
  if (incident.kind === 'endless') delete run.rounds
  emit(run, { type: 'incident.clear', token: no })
  enterAgain(run, no, token)
  return undefined
}

/** Cancels a step and enters it again. */
export function restart(run: Run, no: number): string | undefined {
  if (tokenOf(run, no).isAgent) return restart(run, tokenOf(run, no).scope)
  const {
    node,
    scope,
    via,
    run: nth,
    locals,
    waits,
    watches,
    respondent,
    isUndoing,
    incident,
  } = tokenOf(run, no)
  if (watches !== undefined || respondent !== undefined) return 'this is not a step'
  if (waits === 'compensation') return 'what was done here is being undone'
  if (incident?.kind === 'endless') delete run.rounds
  const token: Token = { node, scope }
  if (via !== undefined) token.via = via
  if (nth !== undefined) Object.assign(token, { run: nth, locals })
  if (isUndoing) Object.assign(token, { isUndoing, ...(locals && { locals }) })
  cancel(run, no)
  replaceUndoing(run, no, place(run, token))
  return undefined
}

/** Who waits until something is undone waits for the new token. */
function replaceUndoing(run: Run, before: number, after: number): void {
  for (const no of run.tokens.waiting('compensation')) {
    if (tokenOf(run, no).undoing === before) update(run, no, { undoing: after })
  }
}

/** Continues as if the step were done. */
export function skip(run: Run, no: number, wanted: string | undefined): string | undefined {
  const { watches, respondent, isAgent, scope } = tokenOf(run, no)
  if (isAgent) return skip(run, scope, wanted)
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
