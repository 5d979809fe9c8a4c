import type { Kind } from '../../definitions/kinds.ts'
import { type LoadedDefinition, ofKind } from '../../definitions/load.ts'
import { inStoredLanguage } from '../../definitions/snapshot.ts'
import type { Problem } from '../../definitions/source.ts'
import type { Context } from '../../platform/context.ts'
import type { Applier } from '../solutions/change-set.ts'
import type { DesiredState } from '../solutions/plan.ts'
import { applyPeople, planPeople } from './definitions.ts'
import type { PeopleDefinitions, PeopleProblem } from './step.ts'

/** Applies the users, org charts and groups of a solution. */
export const peopleApplier: Applier = {
  plan: async (ctx, wanted) => {
    const { words, problems } = await planPeople(ctx, toPeople(ctx, wanted))
    return { words, problems: problems.map(toProblem) }
  },
  apply: async (ctx, wanted) => {
    await applyPeople(ctx, toPeople(ctx, wanted))
  },
}

/** Names are stored in one language: that of the installation. */
function toPeople(ctx: Context, { solution, definitions }: DesiredState): PeopleDefinitions {
  const of = <K extends Kind>(kind: K) =>
    ofKind(definitions, kind).map((each) => inStoredLanguage(ctx, each))
  return {
    solution,
    users: of('users'),
    orgCharts: of('org-chart'),
    groups: of('group'),
  }
}

function toProblem({ definition, path, message }: PeopleProblem): Problem {
  const { file, source } = definition as LoadedDefinition
  return { file, ...source.location(path), message }
}
