import type { Model, ModelProblem } from '../model.ts'

/** What is known about the surroundings of a diagram. What is left out is not checked. */
export type Surroundings = {
  /** Variables of the process with their types. */
  variables?: Record<string, string>
  /** Whether a process of this path can be called. */
  hasProcess?: (path: string) => boolean
  /** Whether a decision of this path can be asked for. */
  hasDecision?: (path: string) => boolean
  /** Whether there is an operation of this name that an agent can use, such as `apps.getItem`. */
  hasOperation?: (name: string) => boolean
}

export type Check = (model: Model, surroundings: Surroundings) => ModelProblem[]

export const problem = (
  { id, name }: { id: string; name: string },
  message: string,
): ModelProblem => ({ element: id, name, message })

/** What the standard allows and the engine runs, but is probably not meant: it does not prevent publishing. */
export const warning = (element: { id: string; name: string }, message: string): ModelProblem => ({
  ...problem(element, message),
  severity: 'warning',
})
