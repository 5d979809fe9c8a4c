import { afterAll } from 'vitest'
import type { Field } from '../src/fields/field-type.ts'
import { fieldTypeOf } from '../src/fields/registry.ts'
import { columnValues, readValue } from '../src/fields/values.ts'
import { newId } from '../src/lib/ids.ts'
import { columnsNamed, systemField } from '../src/lists/source.ts'
import { connectClient, makeDb } from '../src/platform/db/db.ts'
import { join, name, raw, render, type Sql, sql } from '../src/platform/db/sql.ts'
import { newDatabase } from './app.ts'

/** A database in which tables are created from fields. */
export async function startFields() {
  const client = await connectClient(await newDatabase())
  afterAll(() => client.end())
  const run = async (query: Sql) => {
    const { text, values } = render(query)
    return (await client.query(text, values)).rows as Record<string, unknown>[]
  }
  const db = makeDb((query) => client.query(query))
  return { db, run, makeTable: (fields: Field[]) => makeTable(run, fields) }
}

type Run = (query: Sql) => Promise<Record<string, unknown>[]>

/** A table with the columns of the fields, like that of an app. */
async function makeTable(run: Run, fields: Field[]) {
  const table = name(`t_${newId().replaceAll('-', '')}`)
  const columns = fields.flatMap((field) =>
    fieldTypeOf(field.type)
      .columns(field)
      .map(({ suffix, type }) => ({ column: name(field.code + suffix), type: raw(type) })),
  )
  const defined = columns.map(({ column, type }) => sql`, ${column} ${type}`)
  await run(sql`create table ${table} (id uuid primary key ${join(defined, '')})`)
  return {
    name: table,
    /** Stores wire values like a request, and returns the id. */
    insert: async (values: Record<string, unknown>, id = newId()) => {
      const parameters = fields.flatMap((field) =>
        columnValues(field, readValue(field, values[field.code] ?? null)),
      )
      const names = columns.map(({ column }) => sql`, ${column}`)
      const given = parameters.map((value) => sql`, ${value}`)
      await run(sql`insert into ${table} (id ${join(names, '')}) values (${id} ${join(given, '')})`)
      return id
    },
    /** One field of all rows as JSON from PostgreSQL. */
    read: async (field: Field) => {
      const value = fieldTypeOf(field.type).read(columnsNamed(field.code), field)
      const rows = await run(
        sql`select row_to_json(r)::text as row from (select ${value} as v from ${table} t order by id) r`,
      )
      return rows.map(({ row }) => JSON.parse(row as string).v)
    },
  }
}

/** A field with defaults for everything that a definition may omit. */
export const field = (type: string, settings: object = {}, code = 'value'): Field =>
  systemField(code, type, settings)
