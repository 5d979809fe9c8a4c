import { callableNames } from '../api/callable.ts'
import { checkDecision } from '../areas/decisions/check.ts'
import { channelsApplier } from '../areas/messages/applier.ts'
import { peopleApplier } from '../areas/people/applier.ts'
import { findNames } from '../areas/people/groups/membership.ts'
import { checkProcesses } from '../areas/processes/testing/check.ts'
import { publishedBy } from '../areas/processes/testing/service.ts'
import { nomenclatureApplier } from '../areas/registration/nomenclature/applier.ts'
import type { SolutionParts } from '../areas/solutions/change-set.ts'
import { checkModule } from '../areas/solutions/module-scripts.ts'
import { publishProcess } from '../areas/solutions/publish.ts'
import { personalViews } from '../areas/workplace/personal-views.ts'
import { areas } from '../client/areas.ts'

/** How areas apply the definitions of their kinds. */
export const solutionParts: SolutionParts = {
  publish: publishProcess(callableNames(areas)),
  checkDecision,
  checkModule,
  checkProcesses: (ctx, processes, definitions) =>
    checkProcesses(ctx, processes, { definitions, elsewhere: publishedBy(ctx) }),
  findSubjects: (ctx, _solution, subjects) => findNames(ctx, subjects),
  appliers: [peopleApplier, channelsApplier, nomenclatureApplier],
  personalViews,
}
