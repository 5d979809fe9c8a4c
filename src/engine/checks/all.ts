import { checkAgents } from './agents.ts'
import { checkExits } from './exits.ts'
import { checkExpressions } from './expressions.ts'
import { checkJoins } from './joins.ts'
import type { Check } from './problem.ts'
import { checkSteps } from './steps.ts'
import { checkStructure } from './structure.ts'
import { checkTriggers } from './triggers.ts'

const CHECKS = [
  checkStructure,
  checkTriggers,
  checkSteps,
  checkAgents,
  checkExits,
  checkExpressions,
  checkJoins,
]

/** All checks a model must pass before it is published. */
export const checkAll: Check = (model, surroundings) =>
  CHECKS.flatMap((check) => check(model, surroundings))
