import type { Context } from '../../../platform/context.ts'
import { getShown } from '../published.ts'
import * as store from '../store/statistics.ts'
import { requireSeen } from './overview.ts'
import { readable } from './policy.ts'
import type { ProcessStatistics } from './statistics-operations.ts'

const LONGEST = 10_000

type Period = { from?: string | undefined; to?: string | undefined; version?: number | undefined }

/** Statistics of the instances that the caller may see. */
export async function getStatistics(
  ctx: Context,
  id: string,
  { from, to, version }: Period,
): Promise<ProcessStatistics> {
  const template = await requireSeen(ctx, id)
  const { program, body, say } = await getShown(ctx, id, version ?? template.processVersion)
  const where = await readable(ctx, template)
  const wanted = { process: id, from, to, version, where }
  const limit = { milliseconds: LONGEST, queue: 'long' } as const
  const { rows, summary, clocks } = await ctx.readWithin(limit, (db) => store.measure(db, wanted))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const { counted = 0, ...instances } = summary ?? NONE
  return {
    elements: Object.values(program.model.nodes).map(({ id: element, name, type }) => ({
      ...NOTHING,
      ...byId.get(element),
      id: element,
      name,
      kind: type,
    })),
    instances,
    clocks: clocks.map((each) => ({ ...each, name: say(body.sla[each.code]?.name ?? each.code) })),
    isPartial: counted >= store.MOST_MEASURED,
  }
}

const NONE = { running: 0, ended: 0, interrupted: 0, meanSeconds: null, counted: 0 }
const NOTHING = {
  entered: 0,
  left: 0,
  active: 0,
  incidents: 0,
  meanSeconds: null,
  maxSeconds: null,
  breaches: 0,
  atRisk: 0,
}
