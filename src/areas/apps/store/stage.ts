import type { Db } from '../../../platform/db/db.ts'
import { inline, join, name, once, raw, type Sql, sql } from '../../../platform/db/sql.ts'

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
      create unlogged table ${table}
        ("$row" integer, "$target" uuid, "$before" jsonb, ${join(own, ', ')})`),
  )
}

export const dropStage = (db: Db, { table }: Stage) =>
  db.run(once(sql`drop table if exists ${table}`))

export const clearStage = (db: Db, { table }: Stage) => db.run(once(sql`truncate ${table}`))

export function copyStatement({ table, columns }: Stage): string {
  const names = columns.map((column) => name(column.name))
  return inline(sql`copy ${table} ("$row", ${join(names, ', ')}) from stdin`)
}

export const hasColumn = ({ columns }: Stage, code: string) =>
  columns.some((column) => column.name === code)

/** Holds the items that are there: nobody changes them between a question and its answer. */
export const holdTargets = (db: Db, { table }: { table: Sql }, stage: Stage) =>
  db.run(sql`select from ${table} where "__id" in (select "$target" from ${stage.table})
    order by "__id" for no key update`)

export const deleteRows = (db: Db, { table }: Stage, rows: readonly number[]) =>
  db.run(sql`delete from ${table} where "$row" = any(${[...rows]}::integer[])`)
