import type { Control } from '../../../engine/state.ts'
import type { InstanceState } from './manage-operations.ts'

const STATES: Record<string, InstanceState> = {
  done: 'ended',
  cancel: 'interrupted',
  error: 'incident',
}

export const stateOf = (state: string): InstanceState => STATES[state] ?? 'running'

/** The tokens that people mean: those on borders only watch. */
export const tokensOf = ({ tokens }: Control): { token: number; element: string }[] =>
  Object.entries(tokens)
    .filter(([, { watches }]) => watches === undefined)
    .map(([token, { node }]) => ({ token: Number(token), element: node }))
