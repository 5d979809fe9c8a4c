import type { Model, ModelProblem } from '../model.ts'

/** What the author of a diagram says about the world around it; what is not said is not checked. */
export type Surroundings = {
  /** Variables of the process with their types. */
  variables?: Record<string, string>
  /** Whether a process of this path can be called. */
  hasProcess?: (path: string) => boolean
}

export type Check = (model: Model, surroundings: Surroundings) => ModelProblem[]

export const problem = (
  { id, name }: { id: string; name: string },
  message: string,
): ModelProblem => ({ element: id, name, message })
