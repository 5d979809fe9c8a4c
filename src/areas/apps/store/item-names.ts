import { pathOf } from '../../../lib/app-path.ts'
import { about } from '../../../lists/source.ts'
import { and, join, raw, type Sql, sql } from '../../../platform/db/sql.ts'
import type { ItemShape } from './shape.ts'

const ROW = raw('named')

/** The name of the item with this id in whichever of the apps it is; `where` says which are meant. */
export function nameIn(
  apps: readonly { shape: ItemShape; where: Sql[] }[],
  item: { app: Sql; id: Sql },
): Sql {
  if (apps.length === 0) return raw('null')
  const cases = apps.map(
    ({ shape: { app, table }, where }) => sql`when ${pathOf(app)} then (
      select named."__name" from ${table} named
      where named."__id" = ${item.id} and ${about(and(where), ROW)})`,
  )
  return sql`case ${item.app} ${join(cases, ' ')} end`
}
