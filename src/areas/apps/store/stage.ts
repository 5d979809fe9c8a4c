import type { StoredApp } from '../../../definitions/snapshot.ts'
import type { Field } from '../../../fields/field-type.ts'
import { fieldTypeOf } from '../../../fields/registry.ts'
import { columnValues, readValue } from '../../../fields/values.ts'
import type { Db } from '../../../platform/db/db.ts'
import { and, inline, join, name, once, or, raw, type Sql, sql } from '../../../platform/db/sql.ts'
import { keyOf, tableOf } from '../../solutions/tables.ts'
import { READ_ONLY } from '../item-values.ts'
import { initialStatus } from '../statuses.ts'
import type { RowProblem } from './imports.ts'
import { type ItemShape, nameOf, sequenceText } from './shape.ts'

/** The table in which the rows of one batch wait, with the columns that the file fills. */
export type Stage = { table: Sql; columns: { name: string; type: string }[] }

/** Two of them take turns: one is filled while the other is merged. */
export const stageOf = (id: string, turn: number, columns: Stage['columns']): Stage => ({
  table: name('kontor_import', `${id}_${turn}`),
  columns,
})

/** Unlogged: after a crash of the database the rows are read from the file again. */
export async function createStage(db: Db, { table, columns }: Stage): Promise<void> {
  const own = columns.map(({ name: column, type }) => sql`${name(column)} ${raw(type)}`)
  await db.run(
    once(sql`drop table if exists ${table};
      create unlogged table ${table} ("$row" integer, "$target" uuid, ${join(own, ', ')})`),
  )
}

export const dropStage = (db: Db, { table }: Stage) =>
  db.run(once(sql`drop table if exists ${table}`))

export const clearStage = (db: Db, { table }: Stage) => db.run(once(sql`truncate ${table}`))

export function copyStatement({ table, columns }: Stage): string {
  const names = columns.map((column) => name(column.name))
  return inline(sql`copy ${table} ("$row", ${join(names, ', ')}) from stdin`)
}

const has = ({ columns }: Stage, code: string) => columns.some((column) => column.name === code)
const hasField = (stage: Stage, { code }: Field) => has(stage, code)

/** Finds the items that are there already, by their id or by their external one. */
export async function findTargets(
  db: Db,
  { table }: ItemShape,
  { table: stage, columns }: Stage,
  hasIds: boolean,
): Promise<RowProblem[]> {
  if (hasIds) {
    await db.run(
      sql`update ${stage} s set "$target" = t."__id" from ${table} t where t."__id" = s."__id"`,
    )
  }
  if (columns.some((column) => column.name === '__externalId')) {
    await db.run(sql`update ${stage} s set "$target" = t."__id" from ${table} t where s."$target" is null
      and t."__externalId" = s."__externalId" and t."__deletedAt" is null`)
  }
  const isDeleted = sql`exists (select from ${table} t
    where t."__id" = s."$target" and t."__deletedAt" is not null)`
  return hasIds
    ? take(db, stage, { where: isDeleted, column: '__id', why: 'the item is deleted' })
    : []
}

type Refusal = { using?: Sql; where: Sql; column: string; why: string }

/** Takes rows that cannot be stored out of the stage. */
async function take(
  db: Db,
  stage: Sql,
  { using, where, column, why }: Refusal,
): Promise<RowProblem[]> {
  const rows = await db.all(sql<{
    row: number
  }>`delete from ${stage} s ${using ? sql`using ${using}` : raw('')} where ${where}
    returning s."$row" as row`)
  return rows.map(({ row }) => ({ row, column, message: why }))
}

const REQUIRED = 'a value is required'
const TAKEN = 'another item has this value'

/** Rows that bring another value for a field that whoever imports may only read. */
export async function takeReadOnly(db: Db, app: StoredApp, stage: Stage): Promise<RowProblem[]> {
  const problems: RowProblem[] = []
  const fields = app.fields.filter((each) => app.readOnly.has(each.code) && hasField(stage, each))
  for (const field of fields) {
    const columns = fieldTypeOf(field.type).columns(field)
    const initial = initialValues(field)
    const isNew = columns.map(({ suffix, type }, at) => {
      const given = name('s', field.code + suffix)
      return sql`
        (${given} is not null and ${given} is distinct from ${initial[at] ?? null}::${raw(type)})`
    })
    const isChanged = columns.map(
      ({ suffix }) =>
        sql`${name('s', field.code + suffix)} is distinct from ${name('t', field.code + suffix)}`,
    )
    const refusals = [
      { where: and([raw('s."$target" is null'), or(isNew)]) },
      {
        using: sql`${tableOf(app)} t`,
        where: and([raw('t."__id" = s."$target"'), or(isChanged)]),
      },
    ]
    for (const each of refusals) {
      const refusal = { ...each, column: field.code, why: READ_ONLY }
      problems.push(...(await take(db, stage.table, refusal)))
    }
  }
  return problems
}

/** What a new item needs and the file does not have, and what a change must not clear. */
export async function takeIncomplete(db: Db, app: StoredApp, stage: Stage): Promise<RowProblem[]> {
  const problems: RowProblem[] = []
  const filled = app.fields.filter(({ code, required }) => required && !app.readOnly.has(code))
  for (const field of filled) {
    const { code, default: initial } = field
    const isIn = hasField(stage, field)
    if (isIn && initial === undefined) continue
    if (!isIn && initial !== undefined) continue
    const where = isIn
      ? sql`s."$target" is not null and ${name('s', code)} is null`
      : raw('s."$target" is null')
    problems.push(...(await take(db, stage.table, { where, column: code, why: REQUIRED })))
  }
  return problems
}

/** Rows whose unique values another item has, or a row before them. */
export async function takeDuplicates(
  db: Db,
  { app, table }: ItemShape,
  stage: Stage,
): Promise<RowProblem[]> {
  const unique = app.fields.filter((field) => field.unique && hasField(stage, field))
  const keys = unique.map((field) => ({
    code: field.code,
    of: (row: string) => keyOf(field, (suffix) => name(row, field.code + suffix)),
  }))
  if (has(stage, '__externalId')) {
    keys.push({ code: '__externalId', of: (row) => name(row, '__externalId') })
  }
  const problems: RowProblem[] = []
  // Joins, not "exists": those who look for one match expect to find it soon, and read everything.
  for (const { code, of } of keys) {
    const stored = {
      using: sql`${table} t`,
      where: sql`${of('t')} = ${of('s')} and t."__deletedAt" is null
        and t."__id" is distinct from s."$target"`,
    }
    const repeated = {
      using: sql`(select b."$row", row_number() over (partition by ${of('b')} order by b."$row") as nth
        from ${stage.table} b where ${of('b')} is not null) d`,
      where: sql`d."$row" = s."$row" and d.nth > 1`,
    }
    for (const found of [stored, repeated]) {
      problems.push(...(await take(db, stage.table, { ...found, column: code, why: TAKEN })))
    }
  }
  return problems
}

export type Author = { at: Date; by: string; version: number }

const initialValues = (field: Field): unknown[] =>
  columnValues(field, readValue(field, field.default ?? null))

/** Every column of the app over the stage: the file's, else the default, else nothing. */
function newValues(app: StoredApp, stage: Stage): { name: string; value: Sql }[] {
  return app.fields.flatMap((field) => {
    const initial = initialValues(field)
    return fieldTypeOf(field.type)
      .columns(field)
      .map(({ suffix, type }, at) => {
        const column = field.code + suffix
        const byDefault = sql`${initial[at] ?? null}::${raw(type)}`
        if (!hasField(stage, field)) return { name: column, value: byDefault }
        const isEmpty = field.default === undefined
        const given = name('s', column)
        const value = isEmpty
          ? given
          : sql`case when ${name('s', field.code)} is null then ${byDefault} else ${given} end`
        return { name: column, value }
      })
  })
}

/** Makes items of the rows that are new; answers how many. */
export async function insertNew(
  db: Db,
  { app, table }: ItemShape,
  stage: Stage,
  { at, by, version }: Author,
): Promise<number> {
  const given = (code: string, type: string) =>
    has(stage, code) ? name('s', code) : sql`null::${raw(type)}`
  const subscribers = has(stage, '__subscribers')
    ? sql`array(select distinct u from unnest(${by}::uuid || coalesce(s."__subscribers", '{}')) u)`
    : sql`array[${by}::uuid]`
  const first = sql`${initialStatus(app, undefined)}::smallint`
  const status = has(stage, '__status') ? sql`coalesce(s."__status", ${first})` : first
  const values = [
    { name: '__id', value: raw('s."__id"') },
    { name: '__createdAt', value: sql`${at}::timestamptz` },
    { name: '__createdBy', value: sql`${by}::uuid` },
    { name: '__updatedAt', value: sql`${at}::timestamptz` },
    { name: '__updatedBy', value: sql`${by}::uuid` },
    { name: '__version', value: sql`${version}::bigint` },
    { name: '__status', value: status },
    { name: '__directory', value: given('__directory', 'uuid') },
    { name: '__subscribers', value: subscribers },
    { name: '__externalId', value: given('__externalId', 'text') },
    ...newValues(app, stage),
  ]
  const names = join(
    values.map((each) => name(each.name)),
    ', ',
  )
  const selected = join(
    values.map((each) => sql`${each.value} as ${name(each.name)}`),
    ', ',
  )
  const inserted = await db.first(sql<{ count: number }>`with n as (
      insert into ${table} ("__index", "__name", ${names})
      select "__index", ${nameOf(app)}, ${names} from (
        select nextval(${raw(sequenceText(app))}) as "__index", ${given('__name', 'text')} as "__name", ${selected}
        from (select * from ${stage.table} where "$target" is null order by "$row") s) t
      returning 1)
    select count(*) as count from n`)
  return inserted?.count ?? 0
}

/** Changes the items that were there: what the file has no column for stays. */
export async function updateFound(
  db: Db,
  { app, table }: ItemShape,
  stage: Stage,
  { at, by, version }: Author,
): Promise<number> {
  const fields = app.fields.filter((field) => hasField(stage, field))
  const own = fields.flatMap((field) =>
    fieldTypeOf(field.type)
      .columns(field)
      .map(({ suffix }) => field.code + suffix),
  )
  const plain = ['__directory', '__externalId'].filter((code) => has(stage, code))
  const set = [
    ...[...own, ...plain].map((column) => sql`${name(column)} = ${name('s', column)}`),
    sql`"__updatedAt" = ${at}::timestamptz, "__updatedBy" = ${by}::uuid`,
    sql`"__version" = greatest(t."__version" + 1, ${version}::bigint)`,
    ...(has(stage, '__subscribers')
      ? [raw(`"__subscribers" = coalesce(s."__subscribers", '{}')`)]
      : []),
    ...(has(stage, '__name') && app.body.nameTemplate === undefined
      ? [raw('"__name" = coalesce(s."__name", t."__name")')]
      : []),
    ...(has(stage, '__status')
      ? [
          sql`"__status" = coalesce(s."__status", t."__status"),
            "__statusChangedAt" = case when s."__status" is distinct from t."__status"
              and s."__status" is not null then ${at}::timestamptz else t."__statusChangedAt" end`,
        ]
      : []),
  ]
  const updated = await db.first(sql<{
    count: number
  }>`with n as (update ${table} t set ${join(set, ', ')} from ${stage.table} s
      where t."__id" = s."$target" returning 1)
    select count(*) as count from n`)
  const count = updated?.count ?? 0
  if (count > 0 && app.body.nameTemplate !== undefined) {
    await db.run(sql`update ${table} t set "__name" = ${nameOf(app)} from ${stage.table} s
      where t."__id" = s."$target"`)
  }
  return count
}

/** Items of the stage as JSON texts by their ids, with what they are now. */
export async function readItems(
  db: Db,
  { table, read }: ItemShape,
  stage: Stage,
  which: 'new' | 'found',
): Promise<{ id: string; row: string }[]> {
  const id = which === 'new' ? '"__id"' : '"$target"'
  const isNew = raw(`s."$target" is ${which === 'new' ? '' : 'not '}null`)
  return db.all(sql<{
    id: string
    row: string
  }>`select r."__id" as id, row_to_json(r)::text as row from (
      select ${read} from ${table} t
      where ${and([sql`t."__id" in (select s.${raw(id)} from ${stage.table} s where ${isNew})`])}
    ) r order by r."__index"`)
}
