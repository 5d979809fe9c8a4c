import { tableOf } from '../areas/solutions/tables.ts'
import type { Db } from '../platform/db/db.ts'
import { advisoryLock } from '../platform/db/locks.ts'
import { inline, join, name, once, sql } from '../platform/db/sql.ts'
import type { DataApp } from './data.ts'
import type { ItemRow } from './items.ts'

/** The state of the load: `loading` means that it was interrupted. */
export type DemoState = 'loading' | 'loaded'

export async function findState(db: Db): Promise<DemoState | undefined> {
  const row = await db.first(
    sql<{
      state: DemoState
    }>`select value ->> 'state' as state from kontor.settings where key = 'demo'`,
  )
  return row?.state
}

/** Locked until the end of the transaction. */
export async function lockState(db: Db): Promise<DemoState | undefined> {
  await db.run(sql`select pg_advisory_xact_lock(${advisoryLock('demo')})`)
  return findState(db)
}

export const saveState = (db: Db, state: DemoState) =>
  db.run(sql`
    insert into kontor.settings (key, value)
    values ('demo', jsonb_build_object('state', ${state}::text))
    on conflict (key) do update set value = excluded.value`)

export async function hasItem(db: Db, app: DataApp, id: string): Promise<boolean> {
  return (await db.run(once(sql`select from ${tableOf(app)} where "__id" = ${id}`))) > 0
}

/** The next running numbers of an app. */
export async function takeNumbers(db: Db, app: DataApp, count: number): Promise<number[]> {
  const rows = await db.all(
    once(sql<{
      number: number
    }>`select nextval(pg_get_serial_sequence(${inline(tableOf(app))}, '__index')) as number
      from generate_series(1, ${count}::integer)`),
  )
  return rows.map(({ number }) => number)
}

export const hasMessages = async (db: Db): Promise<boolean> =>
  (await db.run(sql`select from kontor.messages limit 1`)) > 0

export const hasInstances = async (db: Db): Promise<boolean> =>
  (await db.run(sql`select from kontor.process_instances limit 1`)) > 0

/** The open task of a user at a step of an instance. */
export async function findTaskOf(
  db: Db,
  { instance, node, user }: { instance: string; node: string; user: string },
): Promise<string | undefined> {
  const task = await db.first(sql<{ id: string }>`
    select id from kontor.process_tasks
    where instance_id = ${instance} and node = ${node} and ended_at is null
      and ${user} = any(performers)`)
  return task?.id
}

const MOST_VALUES = 60_000

/** In as few statements as PostgreSQL's parameter limit allows. */
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
    const insert = sql`insert into ${tableOf(app)} (${names}) values ${join(rows, ', ')}`
    await db.run(once(insert))
  }
}
