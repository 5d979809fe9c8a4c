import { inputsOf, takeOver } from '../mapping.ts'
import { isPath } from '../path.ts'
import { nodeOf, type Run, setVariables, snapshotOf } from '../run.ts'
import type { Values } from '../state.ts'
import { jobStep } from './job-steps.ts'

/** The answer of a decision: its value, and what it is called. */
export type Decided = { name: string; value: unknown }

/**
 * Asks for a decision with the values of its `in` mappings, or with all variables. A value made of several
 * outputs is taken over by their names, any other one under the name of the decision or as `result`.
 */
export const decision = jobStep(
  (run, no, node) => ({
    kind: 'decision',
    decision: node.decision ?? '',
    input: node.mappings.some(({ direction }) => direction === 'in')
      ? inputsOf(run, no, node)
      : snapshotOf(run, no),
  }),
  takeDecided,
)

function takeDecided(run: Run, no: number, result: unknown): void {
  const { name, value } = result as Decided
  const { settings, mappings } = nodeOf(run, no)
  const isMapped = mappings.some(({ direction }) => direction === 'out')
  if (settings.result) setVariables(run, no, { [settings.result]: value ?? null })
  if (isMapped) takeOver(run, no, { ...outputsOf(value), result: value ?? null })
  else if (!settings.result)
    takeOver(run, no, outputsOf(value) ?? (isPath(name) ? { [name]: value } : {}))
}

const outputsOf = (value: unknown): Values | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Values)
    : undefined
