import type { Kind } from '../../definitions/kinds.ts'
import type { LoadedDefinition } from '../../definitions/load.ts'
import { inStoredLanguage } from '../../definitions/snapshot.ts'
import type { Problem } from '../../definitions/source.ts'
import type { Context } from '../../platform/context.ts'
import type { DesiredState } from '../solutions/plan.ts'
import type { Applier } from '../solutions/work.ts'
import { applyPeople, planPeople } from './definitions.ts'
import type { PeopleDefinitions, PeopleProblem } from './step.ts'

/** Users, org charts and groups become people when a solution is applied. */
export const peopleApplier: Applier = {
  plan: async (ctx, wanted) => {
    const { words, problems } = await planPeople(ctx, toPeople(ctx, wanted))
    return { words, problems: problems.map(toProblem) }
  },
  apply: async (ctx, wanted) => {
    await applyPeople(ctx, toPeople(ctx, wanted))
  },
}

/** Their names have one language: that of the installation. */
function toPeople(ctx: Context, { solution, definitions }: DesiredState): PeopleDefinitions {
  const ofKind = <K extends Kind>(kind: K) =>
    definitions.flatMap((each) =>
      each.kind === kind ? [inStoredLanguage(ctx, each as LoadedDefinition<K>)] : [],
    )
  return {
    solution,
    users: ofKind('users'),
    orgCharts: ofKind('org-chart'),
    groups: ofKind('group'),
  }
}

function toProblem({ definition, path, message }: PeopleProblem): Problem {
  const { file, source } = definition as LoadedDefinition
  return { file, ...source.location(path), message }
}
