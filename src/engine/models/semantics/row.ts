import type { Options, Simulation } from '../../simulate.ts'

/** One rule of the execution semantics of BPMN 2.0, with a diagram of this folder that shows it. */
export type Row = {
  element: string
  rule: string
  model: string
  options?: Options
  /** What people, programs and time do. */
  play?: (it: Simulation) => void
  /** The elements entered, in order. */
  trace: string
  /** What it waits for at the end; nothing when it has ended. */
  waiting?: string
}

/** Fails unless the variables have these values. */
export function expectVariables({ state }: Simulation, expected: object): void {
  const [found, wanted] = [state.variables, expected].map((each) => JSON.stringify(each))
  const own = Object.fromEntries(Object.keys(expected).map((name) => [name, state.variables[name]]))
  if (JSON.stringify(own) !== wanted) throw new Error(`the variables are ${found}`)
}
