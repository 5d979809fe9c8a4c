import type { Field } from '../../../fields/field-type.ts'
import { fieldTypeOf } from '../../../fields/registry.ts'
import { columnsNamed } from '../../../lists/source.ts'
import type { Db } from '../../../platform/db/db.ts'
import { join, raw, type Sql, sql } from '../../../platform/db/sql.ts'
import type { EventKind, EventQuery } from '../../../platform/events.ts'
import { SILENT } from '../item.ts'
import type { ItemShape } from './shape.ts'
import { holdTargets, type Stage } from './stage.ts'

/** Events of imported items: the same as for single ones, but made by the database. */

/** Events of the items that were created from the stage. */
export function createdEvents(
  { app, table, fields }: ItemShape,
  stage: Stage,
  withHandlers: boolean,
): EventQuery {
  const { namespace, code } = app
  const kind: EventKind = {
    type: 'app.item.created',
    namespace,
    code,
    data: { withHandlers },
  }
  // A piece with a null is null, and concat_ws leaves it out: empty values are not told. PostgreSQL
  // sorts the keys of an object by length, which is quicker if they are.
  const values = fields.toSorted(byLength).map((field) => {
    const read = fieldTypeOf(field.type).read(columnsNamed(field.code), field)
    return sql`${literal(`${JSON.stringify(field.code)}:`)} || to_json(${read})::text`
  })
  const after = sql`'{' || concat_ws(',', ${join([raw('null'), ...values], ', ')}) || '}'`
  return {
    kinds: [kind],
    query: sql`select ${kind.type}::text as type, ${objectOf(app)} as object,
        ('{"withHandlers":' || ${withHandlers}::boolean || ',"after":' || ${after} || '}')::jsonb as data
      from ${stage.table} s join ${table} t on t."__id" = s."__id"
      where s."$target" is null order by s."$row"`,
  }
}

/** Notes down in the stage what the items are before they are changed. Nobody else changes them then. */
export async function noteBefore(db: Db, { table, read }: ItemShape, stage: Stage): Promise<void> {
  await holdTargets(db, { table }, stage)
  await db.run(sql`update ${stage.table} s set "$before" = to_jsonb(r.*)
    from (select ${read} from ${table} t
      where t."__id" in (select "$target" from ${stage.table})) r
    where r."__id" = s."$target"`)
}

/** Events of the items that were changed. */
export function changedEvents({ app, table, read }: ItemShape, stage: Stage): EventQuery {
  const { namespace, code } = app
  const kinds = (['app.item.updated', 'app.item.status_changed'] as const).map((type) => ({
    type,
    namespace,
    code,
    data: {},
  }))
  const changed = sql`select coalesce(jsonb_object_agg(n.key, s."$before" -> n.key), '{}') as before,
      coalesce(jsonb_object_agg(n.key, n.value), '{}') as after
    from jsonb_each(to_jsonb(t.*)) n
    where n.value is distinct from s."$before" -> n.key and n.key <> all(${SILENT}::text[])`
  return {
    kinds,
    query: sql`
      select case when d.after ? '__status' then 'app.item.status_changed'
          else 'app.item.updated' end as type,
        ${objectOf(app)} as object,
        jsonb_build_object('before', d.before, 'after', d.after) as data
      from ${stage.table} s
      join (select ${read} from ${table} t) t on t."__id" = s."$target",
      lateral (${changed}) d
      order by s."$row"`,
  }
}

const objectOf = ({ namespace, code }: ItemShape['app']): Sql =>
  sql`${`item:${namespace}/${code}/`} || t."__id"`

const byLength = (a: Field, b: Field): number => a.code.length - b.code.length

const literal = (text: string): Sql => raw(`'${text.replaceAll("'", "''")}'`)
