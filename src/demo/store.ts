import { tableOf } from '../areas/solutions/tables.ts'
import { type Db, statement } from '../platform/db/db.ts'
import { inline, join, name, render, type Sql, sql } from '../platform/db/sql.ts'
import type { DataApp } from './data.ts'
import type { ItemRow } from './items.ts'

/** Where loading stands: `loading` is found by a start after one that did not come to its end. */
export type DemoState = 'loading' | 'loaded'

const lockDemo = statement('select pg_advisory_xact_lock(83650007)')
const selectState = statement<{ state: DemoState }>(
  `select value ->> 'state' as state from kontor.settings where key = 'demo'`,
)
const upsertState = statement(`
  insert into kontor.settings (key, value) values ('demo', jsonb_build_object('state', $1::text))
  on conflict (key) do update set value = excluded.value`)

export async function findState(db: Db): Promise<DemoState | undefined> {
  const [row] = await db.query(selectState, [])
  return row?.state
}

/** Held to the end of the transaction: of two nodes one is the first. */
export async function lockState(db: Db): Promise<DemoState | undefined> {
  await db.query(lockDemo, [])
  return findState(db)
}

export const saveState = (db: Db, state: DemoState) => db.query(upsertState, [state])

const ask = <Row extends object>(db: Db, question: Sql): Promise<Row[]> => {
  const { text, values } = render(question)
  return db.query<Row>({ name: '', text }, values)
}

export async function hasItem(db: Db, app: DataApp, id: string): Promise<boolean> {
  const rows = await ask(db, sql`select from ${tableOf(app)} where "__id" = ${id}`)
  return rows.length > 0
}

/** The next running numbers of an app. */
export async function takeNumbers(db: Db, app: DataApp, count: number): Promise<number[]> {
  const rows = await ask<{ number: number }>(
    db,
    sql`select nextval(pg_get_serial_sequence(${inline(tableOf(app))}, '__index')) as number
      from generate_series(1, ${count}::integer)`,
  )
  return rows.map(({ number }) => number)
}

const selectMessage = statement('select from kontor.messages limit 1')

export const hasMessages = async (db: Db): Promise<boolean> =>
  (await db.query(selectMessage, [])).length > 0

const selectInstance = statement('select from kontor.process_instances limit 1')

export const hasInstances = async (db: Db): Promise<boolean> =>
  (await db.query(selectInstance, [])).length > 0

const selectTask = statement<{ id: string }>(`
  select id from kontor.process_tasks
  where instance_id = $1 and node = $2 and ended_at is null and $3 = any(performers)`)

/** What somebody is asked to do at a step of a process. */
export async function findTaskOf(
  db: Db,
  { instance, node, user }: { instance: string; node: string; user: string },
): Promise<string | undefined> {
  const [task] = await db.query(selectTask, [instance, node, user])
  return task?.id
}

const MOST_VALUES = 60_000

/** In as few statements as PostgreSQL's limit of parameters allows. */
export async function insertItems(db: Db, app: DataApp, items: readonly ItemRow[]): Promise<void> {
  const columns = Object.keys(items[0] ?? {})
  const most = Math.floor(MOST_VALUES / columns.length)
  for (let at = 0; at < items.length; at += most) {
    const rows = items.slice(at, at + most).map((item) => {
      const values = columns.map((column) => sql`${item[column]}`)
      return sql`(${join(values, ', ')})`
    })
    const names = join(
      columns.map((column) => name(column)),
      ', ',
    )
    await ask(db, sql`insert into ${tableOf(app)} (${names}) values ${join(rows, ', ')}`)
  }
}
