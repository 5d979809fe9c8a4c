import type { Insertable, Selectable, Updateable } from 'kysely'
import { build, type Db, statement } from '../../../../platform/db/db.ts'
import type { Tables } from '../../../../platform/db/tables.ts'

type Serials = Tables['kontor.serials']
export type SerialRow = Selectable<Serials>

export const insertSerial = (db: Db, serial: Insertable<Serials>) =>
  db.run(build.insertInto('kontor.serials').values(serial))

export const saveSerial = (db: Db, id: string, changes: Updateable<Serials>) =>
  db.run(build.updateTable('kontor.serials').set(changes).where('id', '=', id))

const lock = statement<SerialRow>('select * from kontor.serials where id = $1 for update')

/** Holds the counter to the end: whoever wants a number of it waits. */
export async function lockSerial(db: Db, id: string): Promise<SerialRow> {
  const [serial] = await db.query(lock, [id])
  if (!serial) throw new Error(`a folder without its counter: ${id}`)
  return serial
}

const restart = statement<SerialRow>(
  `update kontor.serials set next_value = 1, period = period + 1, next_reset_at =
     kontor.reset_after(next_reset_at, (reset_period_count || ' ' || reset_period)::interval, $2)
   where id = $1 returning *`,
)

/** Begins a new period, and sets when the next one begins. */
export async function restartSerial(db: Db, id: string, at: Date): Promise<SerialRow> {
  const [serial] = await db.query(restart, [id, at])
  if (!serial) throw new Error(`a counter is gone: ${id}`)
  return serial
}

const takeReleased = statement<{ value: number }>(
  `delete from kontor.released_numbers r
   where (serial_id, period, value) = (
     select serial_id, period, value from kontor.released_numbers
     where serial_id = $1 and period = $2 order by value limit 1)
   returning value`,
)

/** The smallest value that was given back. */
export const takeReleasedValue = async (
  db: Db,
  serial: string,
  period: number,
): Promise<number | undefined> => (await db.query(takeReleased, [serial, period]))[0]?.value

const takeNext = statement<{ value: number }>(
  `update kontor.serials set next_value = next_value + iteration_step where id = $1
   returning next_value - iteration_step as value`,
)

export async function takeNextValue(db: Db, serial: string): Promise<number> {
  const [taken] = await db.query(takeNext, [serial])
  if (!taken) throw new Error(`a counter is gone: ${serial}`)
  return taken.value
}

export const releaseValue = (db: Db, value: Insertable<Tables['kontor.released_numbers']>) =>
  db.run(build.insertInto('kontor.released_numbers').values(value))
