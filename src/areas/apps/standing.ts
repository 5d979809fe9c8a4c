import { wholeSnapshot } from '../../definitions/snapshot.ts'
import type { Context } from '../../platform/context.ts'
import { findStanding, type Standing } from './store/standing.ts'

/** What decides who may read these items, by their paths `crm/deals/<id>`. */
export async function listStanding(
  ctx: Context,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Standing>> {
  const snapshot = await wholeSnapshot(ctx)
  const byApp = Map.groupBy(paths, (path) => path.slice(0, path.lastIndexOf('/')))
  const found = await Promise.all(
    Array.from(byApp, async ([place, all]) => {
      const [namespace = '', code = ''] = place.split('/')
      const app = snapshot.findApp(namespace, code)
      if (!app) return []
      const ids = all.map((path) => path.slice(place.length + 1))
      const standing = await findStanding(ctx.db, app, ids)
      return standing.map(([id, each]) => [`${place}/${id}`, each] as const)
    }),
  )
  return new Map(found.flat())
}
