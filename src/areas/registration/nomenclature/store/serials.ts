import type { Db } from '../../../../platform/db/db.ts'
import { assign, sql, valuesOf } from '../../../../platform/db/sql.ts'

export type SerialRow = {
  id: string
  next_value: number
  iteration_step: number
  use_released: boolean
  period: number
  reset_in_period: boolean
  reset_period: string | null
  reset_period_count: number
  next_reset_at: Date | null
}

export const insertSerial = (db: Db, serial: Partial<SerialRow> & { id: string }) =>
  db.run(sql`insert into kontor.serials ${valuesOf(serial)}`)

export const saveSerial = (db: Db, id: string, changes: Partial<SerialRow>) =>
  db.run(sql`update kontor.serials set ${assign(changes)} where id = ${id}`)

/** Locks the counter until the end of the transaction. */
export async function lockSerial(db: Db, id: string): Promise<SerialRow> {
  const serial = await db.first(
    sql<SerialRow>`select * from kontor.serials where id = ${id} for update`,
  )
  if (!serial) throw new Error(`a folder without its counter: ${id}`)
  return serial
}

/** Begins a new period, and sets when the next one begins. */
export async function restartSerial(db: Db, id: string, at: Date): Promise<SerialRow> {
  const serial = await db.first(sql<SerialRow>`update kontor.serials
    set next_value = 1, period = period + 1, next_reset_at =
        kontor.reset_after(next_reset_at, (reset_period_count || ' ' || reset_period)::interval, ${at})
      where id = ${id} returning *`)
  if (!serial) throw new Error(`a counter is gone: ${id}`)
  return serial
}

/** The smallest released value. */
export const takeReleasedValue = async (
  db: Db,
  serial: string,
  period: number,
): Promise<number | undefined> => {
  const row = await db.first(sql<{ value: number }>`delete from kontor.released_numbers r
    where (serial_id, period, value) = (
      select serial_id, period, value from kontor.released_numbers
      where serial_id = ${serial} and period = ${period} order by value limit 1)
    returning value`)
  return row?.value
}

export async function takeNextValue(db: Db, serial: string): Promise<number> {
  const taken = await db.first(sql<{
    value: number
  }>`update kontor.serials set next_value = next_value + iteration_step where id = ${serial}
    returning next_value - iteration_step as value`)
  if (!taken) throw new Error(`a counter is gone: ${serial}`)
  return taken.value
}

type Released = { serial_id: string; period: number; value: number }

export const releaseValue = (db: Db, { serial_id, period, value }: Released) =>
  db.run(sql`
    insert into kontor.released_numbers (serial_id, period, value)
    values (${serial_id}, ${period}, ${value})`)

/** The next value is after this one. */
export const advanceSerial = (db: Db, id: string, value: number) =>
  db.run(sql`
    update kontor.serials set next_value = greatest(next_value, ${value}::bigint + iteration_step)
    where id = ${id}`)

/** How often the counter has started again since a date. */
export async function countResets(db: Db, id: string, since: Date): Promise<number> {
  const row = await db.first(sql<{ count: number }>`
    with counter as (
      select next_reset_at, (reset_period_count || ' ' || reset_period)::interval as every
      from kontor.serials where id = ${id} and reset_in_period)
    select count(*)::int as count from counter
      -- A little more than there can be, as months differ: farther back there are no dates.
      cross join lateral generate_series(1, least(10000, 2 + (1.1 * extract(epoch from
        next_reset_at - ${since}::timestamptz) / extract(epoch from every))::bigint)) at(n)
    where next_reset_at - at.n * every > ${since}`)
  return row?.count ?? 0
}
