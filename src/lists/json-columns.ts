import type { Columns, Field } from '../fields/field-type.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { raw, type Sql, sql } from '../platform/db/sql.ts'

/**
 * The columns of a field over a value stored as JSON in the wire format. Such values are not validated: a
 * value of another form counts as null.
 */
export function jsonColumns(field: Field, json: Sql): Columns {
  const types = new Map(
    fieldTypeOf(field.type)
      .columns(field)
      .map(({ suffix, type }) => [suffix, type]),
  )
  return (suffix) => {
    const own = OWN[`${field.type}${suffix}`]
    return own ? own(json) : columnOf(json, types.get(suffix) ?? 'jsonb')
  }
}

const text = (json: Sql): Sql => sql`(${json} #>> '{}')`
const only = (json: Sql, kind: string, value: Sql): Sql =>
  sql`case when jsonb_typeof(${json}) = ${raw(`'${kind}'`)} then ${value} end`

function columnOf(json: Sql, type: string): Sql {
  if (type === 'jsonb') return sql`nullif(${json}, 'null')`
  if (type === 'text') return only(json, 'string', text(json))
  if (type === 'boolean') return only(json, 'boolean', sql`${text(json)}::boolean`)
  if (type === 'bigint') return only(json, 'number', sql`trunc(${text(json)}::numeric)::bigint`)
  if (type === 'double precision') return only(json, 'number', sql`${text(json)}::float8`)
  if (type === 'uuid[]') {
    return only(
      json,
      'array',
      sql`array(select kontor.as_id(m) from
      jsonb_array_elements_text(${json}) m where kontor.as_id(m) is not null)`,
    )
  }
  // The rest are dates and times.
  return only(json, 'string', sql`kontor.as_time(${text(json)})::${raw(type)}`)
}

/** Types whose columns hold parts of the value. */
const OWN: Record<string, (json: Sql) => Sql> = {
  MONEY: (json) => columnOf(sql`(${json} -> 'cents')`, 'bigint'),
  MONEY$currency: (json) => sql`(${json} ->> 'currency')`,
  CATEGORY: (json) =>
    only(json, 'array', sql`array(select m ->> 'code' from jsonb_array_elements(${json}) m)`),
  FULL_NAME$text: (json) => sql`concat_ws(' ', ${json} ->> 'lastname', ${json} ->> 'firstname',
    ${json} ->> 'middlename')`,
  PHONE$text: (json) => members(json, 'tel'),
  EMAIL$text: (json) => members(json, 'email'),
  ACCOUNT$text: (json) => members(json, 'login'),
}

const members = (json: Sql, key: string): Sql =>
  only(
    json,
    'array',
    sql`(select string_agg(m ->> ${raw(`'${key}'`)}, E'\n')
    from jsonb_array_elements(${json}) m)`,
  )
