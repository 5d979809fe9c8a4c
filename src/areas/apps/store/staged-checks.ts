import type { StoredApp } from '../../../definitions/snapshot.ts'
import { fieldTypeOf } from '../../../fields/registry.ts'
import type { Db } from '../../../platform/db/db.ts'
import { and, name, or, raw, type Sql, sql } from '../../../platform/db/sql.ts'
import { tableOf } from '../../solutions/tables.ts'
import { READ_ONLY } from '../item-values.ts'
import type { RowProblem } from './imports.ts'
import { initialValues } from './rows.ts'
import type { ItemShape } from './shape.ts'
import { hasColumn, type Stage } from './stage.ts'
import { TAKEN, uniqueKeys } from './unique.ts'

/** Finds the items that are there already, by their id or by their external one. */
export async function findTargets(
  db: Db,
  { table }: ItemShape,
  given: Stage,
  hasIds: boolean,
): Promise<RowProblem[]> {
  const { table: stage } = given
  if (hasIds) {
    await db.run(
      sql`update ${stage} s set "$target" = t."__id" from ${table} t where t."__id" = s."__id"`,
    )
  }
  if (hasColumn(given, '__externalId')) {
    await db.run(sql`update ${stage} s set "$target" = t."__id" from ${table} t where s."$target" is null
      and t."__externalId" = s."__externalId" and t."__deletedAt" is null`)
  }
  const isDeleted = sql`exists (select from ${table} t
    where t."__id" = s."$target" and t."__deletedAt" is not null)`
  return hasIds
    ? take(db, stage, { where: isDeleted, column: '__id', why: 'the item is deleted' })
    : []
}

type Refusal = { using?: Sql; where: Sql; isHidden?: Sql; column: string; why: string }

/** `hidden`: it tells of an item that whoever imports may not read. */
export type FoundProblem = RowProblem & { hidden?: boolean }

/** Takes rows that cannot be stored out of the stage. */
async function take(
  db: Db,
  stage: Sql,
  { using, where, isHidden = raw('false'), column, why }: Refusal,
): Promise<FoundProblem[]> {
  const rows = await db.all(sql<{
    row: number
    hidden: boolean
  }>`delete from ${stage} s ${using ? sql`using ${using}` : raw('')} where ${where}
    returning s."$row" as row, ${isHidden} as hidden`)
  return rows.map(({ row, hidden }) => ({ row, column, message: why, hidden }))
}

const REQUIRED = 'a value is required'

/** Rows that bring another value for a field that whoever imports may only read. */
export async function takeReadOnly(db: Db, app: StoredApp, stage: Stage): Promise<RowProblem[]> {
  const problems: RowProblem[] = []
  const fields = app.fields.filter(
    (each) => app.readOnly.has(each.code) && hasColumn(stage, each.code),
  )
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
    const isIn = hasColumn(stage, field.code)
    if (isIn && initial === undefined) continue
    if (!isIn && initial !== undefined) continue
    const where = isIn
      ? sql`s."$target" is not null and ${name('s', code)} is null`
      : raw('s."$target" is null')
    problems.push(...(await take(db, stage.table, { where, column: code, why: REQUIRED })))
  }
  return problems
}

/** Rows whose unique values another item has, `seen` or not, or a row before them. */
export async function takeDuplicates(
  db: Db,
  { app, table }: ItemShape,
  stage: Stage,
  seen: readonly Sql[],
): Promise<FoundProblem[]> {
  const keys = uniqueKeys(app).filter(({ code }) => hasColumn(stage, code))
  const problems: FoundProblem[] = []
  // Joins, not "exists": those who look for one match expect to find it soon, and read everything.
  for (const { code, of } of keys) {
    const stored = {
      using: sql`${table} t`,
      where: sql`${of('t')} = ${of('s')} and t."__deletedAt" is null
        and t."__id" is distinct from s."$target"`,
      isHidden: sql`(${and(seen)}) is not true`,
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
