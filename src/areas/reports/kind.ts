import { type StoredDefinition, snapshotOf } from '../../definitions/snapshot.ts'
import { definitionKind } from '../../kinds/definition-kind.ts'
import type { Kind } from '../../kinds/kind.ts'
import { definedResource } from '../../kinds/resources.ts'
import { pathOf } from '../../lib/app-path.ts'
import type { Context } from '../../platform/context.ts'

export type Report = StoredDefinition<'report'>

export const reportResource = definedResource('report')

export const mayOnReport = (
  ctx: Context,
  right: string,
  { namespace, code }: Pick<Report, 'namespace' | 'code'>,
): Promise<boolean> =>
  ctx.access.can(ctx.db, ctx.user, right, { kind: 'report', id: pathOf({ namespace, code }) })

/** Those that the caller may run. */
export async function findReports(ctx: Context): Promise<Report[]> {
  const live = (await snapshotOf(ctx)).live('report')
  const isAllowed = await Promise.all(live.map((report) => mayOnReport(ctx, 'read', report)))
  return live.filter((_, at) => isAllowed[at])
}

export const reportKind = definitionKind('report', ({ ctx, remember }) =>
  remember('reports', async () => (await findReports(ctx)).map(({ id }) => id)),
)

/** What happens to a scheduled mail is for its owner. */
export const scheduleKind: Kind = {
  name: 'report_schedule',
  hears: ({ ctx }, { data }) => data.owner === ctx.user.id,
}
