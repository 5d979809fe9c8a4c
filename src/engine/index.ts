// biome-ignore-all lint/performance/noBarrelFile: the public interface of the engine for programs outside this repository
export type { Surroundings } from './checks/problem.ts'
export { type Compiled, compile } from './compile.ts'
export type { Effect, Job, Operation, Performer, Subscription, Target } from './effects.ts'
export type { Submission } from './element.ts'
export type { EngineEvent, Failure } from './events.ts'
export { type Exits, exitsAt } from './exits.ts'
export { KONTOR_NAMESPACE } from './extension.ts'
export { type Migration, migrate, type Plan } from './migrate.ts'
export type { Exit, Flow, FormField, Lane, Mapping, Model, ModelProblem, Node } from './model.ts'
export { type Action, type Played, play } from './play.ts'
export { type Program, prepare } from './program.ts'
export { type Options, type Simulation, simulate } from './simulate.ts'
export { nextStart, type StartTrigger, startsOf } from './starts.ts'
export {
  type Control,
  type End,
  type Incident,
  newState,
  type State,
  type Status,
  type Token,
  type Values,
  type Wait,
} from './state.ts'
export { statusOf } from './status.ts'
export { BUDGET, type Step, step } from './step.ts'
export { tokensIn } from './tokens.ts'
