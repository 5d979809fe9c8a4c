import type { Definition, Kind } from '../../definitions/kinds.ts'
import type { LoadedDefinition } from '../../definitions/load.ts'
import type { Problem } from '../../definitions/source.ts'
import type { Applier } from '../solutions/work.ts'
import { applyPeople, planPeople } from './definitions.ts'
import type { PeopleDefinitions, PeopleProblem } from './step.ts'

/** Users, org charts and groups become people when a solution is applied. */
export const peopleApplier: Applier = {
  plan: async (ctx, wanted) => {
    const { words, problems } = await planPeople(ctx, toPeople(wanted))
    return { words, problems: problems.map(toProblem) }
  },
  apply: async (ctx, wanted) => {
    await applyPeople(ctx, toPeople(wanted))
  },
}

function toPeople({
  solution,
  definitions,
}: {
  solution: string
  definitions: readonly Definition[]
}): PeopleDefinitions {
  const ofKind = <K extends Kind>(kind: K) =>
    definitions.filter((each) => each.kind === kind) as Definition<K>[]
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
