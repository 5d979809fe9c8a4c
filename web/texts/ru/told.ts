import { common } from './told/common.ts'
import { definitions } from './told/definitions.ts'
import { diagrams } from './told/diagrams.ts'
import { drafts } from './told/drafts.ts'
import { incidents } from './told/incidents.ts'
import { plans } from './told/plans.ts'
import { refusals } from './told/refusals.ts'

/**
 * What the server and the engine say of plans, checks, drafts, incidents and refused calls, by their English words. A gap has a name
 * and, after a colon, a kind: `say` is told in Russian again, `noun`, `what` and `path` by the words
 * beside it, `items` and `values` are numbers. The first that fits counts.
 */
export const told: Record<string, string> = {
  ...plans,
  ...definitions,
  ...diagrams,
  ...drafts,
  ...incidents,
  ...refusals,
  ...common,
}
