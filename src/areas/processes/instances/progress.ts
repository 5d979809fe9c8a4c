import type { Control } from '../../../engine/state.ts'
import { tokensIn } from '../../../engine/tokens.ts'
import type { InstanceState } from './manage-operations.ts'

const STATES: Record<string, InstanceState> = {
  done: 'ended',
  cancel: 'interrupted',
  error: 'incident',
}

export const stateOf = (state: string): InstanceState => STATES[state] ?? 'running'

/** The tokens to show: not those that watch boundary events, nor those being compensated. */
export const tokensOf = (control: Control) =>
  Object.entries(tokensIn(control))
    .filter(([, { watches, isPast, isAgent }]) => watches === undefined && !isPast && !isAgent)
    .map(([token, { node, waits }]) => ({ token: Number(token), element: node, waits }))
