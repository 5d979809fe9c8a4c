import { type Source, sourceColumns } from '../../../lists/source.ts'
import { raw, type Sql, sql } from '../../../platform/db/sql.ts'

const expression = (value: Sql) => () => value

const children = sql`array(select c.id from kontor.org_units c
  where c.parent_id = t.id and c.deleted_at is null order by c.sort, c.id)`
const holders = sql`array(select p.user_id from kontor.position_users p
  where p.position_id = t.id order by p.ordinal)`

export const nodesSource: Source = {
  table: raw('kontor.org_units'),
  where: [],
  order: [{ field: '__createdAt', ascending: true }],
  columns: sourceColumns([
    ['__id', 'ID', 'id'],
    ['__name', 'STRING', 'name'],
    ['code', 'CODE', 'code'],
    ['type', 'CODE', expression(sql`upper(t.kind)`)],
    ['parent', 'ID', 'parent_id'],
    ['childrenIds', 'SYS_OSNODE', expression(children), { single: false }],
    ['userIds', 'SYS_USER', expression(holders), { single: false }],
    ['__createdAt', 'DATETIME', 'created_at'],
    ['__createdBy', 'ID', 'created_by'],
    ['__updatedAt', 'DATETIME', 'updated_at'],
    ['__updatedBy', 'ID', 'updated_by'],
    ['__deletedAt', 'DATETIME', 'deleted_at'],
  ]),
}
