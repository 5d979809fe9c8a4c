import type { Context } from '../../platform/context.ts'
import { mayDesign } from '../drafts/policy.ts'
import { listSolutions } from '../solutions/service.ts'
import type { DesignedSolution } from './operations.ts'

/** What the caller may open in the designer; what belongs to the system nobody may. */
export async function listDesigned(ctx: Context): Promise<DesignedSolution[]> {
  const all = (await listSolutions(ctx)).filter(({ code }) => !code.startsWith('_'))
  const isOpen = await Promise.all(all.map(({ code }) => mayDesign(ctx, code)))
  return all
    .filter((_, index) => isOpen[index])
    .map(({ code, name, version, appliedAt }) => ({ code, name, version, appliedAt }))
}
