import type { StoredApp } from '../../../definitions/snapshot.ts'
import type { Field } from '../../../fields/field-type.ts'
import { fieldTypeOf } from '../../../fields/registry.ts'
import type { FactColumns } from '../../../kinds/condition.ts'
import { idIn, type Rows, type Searched } from '../../../kinds/kind.ts'
import { columnsNamed, ROW } from '../../../lists/source.ts'
import { join, type Sql, sql } from '../../../platform/db/sql.ts'
import { shapeOf } from './shape.ts'

const PERFORMERS = sql`${ROW}."__tasks_performers"`

/** What decides who has a right on an item, besides rights on its app. */
export function itemFacts({ namespace, code }: StoredApp, right: string): FactColumns {
  const prefix = `${namespace}/${code}/`
  return {
    author: idIn(sql`${ROW}."__createdBy"`),
    performers: {
      values: sql`coalesce(${PERFORMERS}, '{}')`,
      // The index has only the items that have tasks.
      hasAny: (people) => sql`(${PERFORMERS} <> '{}' and ${PERFORMERS} && ${people}::uuid[])`,
    },
    /** Whom the item itself was granted to: users, groups, positions … */
    grantees: {
      values: sql`array(select subject_id from kontor.grants where object_kind = 'item'
        and object_id = ${prefix}::text || ${ROW}."__id" and right_code in (${right}, 'manage'))`,
      // As a list, so that the index of ids can be used beside that of authors.
      hasAny: (subjects) => sql`${ROW}."__id" = any(array(
        select case when object_id ~ '/[0-9a-f-]{36}$' then split_part(object_id, '/', 3)::uuid end
        from kontor.grants
        where object_kind = 'item' and starts_with(object_id, ${prefix}::text)
          and right_code in (${right}, 'manage') and subject_id = any(${subjects}::text[])))`,
    },
  }
}

const NAME = sql`${ROW}."__name"`

/** The items of an app as objects that somebody may read. */
export const itemRows = (app: StoredApp): Rows => ({
  table: shapeOf(app).table,
  key: sql`${ROW}."__id"`,
  isLive: sql`${ROW}."__deletedAt" is null`,
  facts: itemFacts(app, 'read'),
})

/** Fields with rights of their own are parts of their own: a hit there is one only for who sees them. */
export function itemSearch(app: StoredApp): Searched {
  const { fields, body } = app.whole
  const texts = fields.flatMap((field) => {
    const text = field.searchable ? textOf(field) : undefined
    return text ? [{ part: field.code in body.fieldRights ? field.code : '', field, text }] : []
  })
  const parts = Map.groupBy(texts, ({ part }) => part)
  return {
    name: NAME,
    parts: Array.from(parts, ([part, all]) => ({
      part,
      fields: all.map(({ field }) => field.code),
      text: sql`concat_ws(E'\n', ${join(
        all.map(({ text }) => text),
        ', ',
      )})`,
    })),
    select: sql`${NAME} as title, ${app.body.name}::text as subtitle,
      ${app.namespace}::text as namespace, ${app.code}::text as code`,
    ...(Object.keys(body.fieldRights).length > 0 && { visible: [...app.byCode.keys()] }),
  }
}

function textOf(field: Field): Sql | undefined {
  const text = fieldTypeOf(field.type).asText?.(columnsNamed(field.code), field)
  return text && field.kind === 'html' ? sql`regexp_replace(${text}, '<[^>]*>', ' ', 'g')` : text
}
