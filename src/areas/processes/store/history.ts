import { toJsonb } from '../../../lib/storable.ts'
import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

/** What a token did: `["entered", 3, "check", 0]` is run 0 of the element `check` by token 3. */
export type Trace = [what: string, token: number, element: string, run?: number]

/** One move of an instance. */
export type Line = {
  instanceId: string
  seq: number
  at: Date
  actor: string
  event: string
  data: Record<string, unknown>
  steps: Trace[]
}

export const insertLine = (db: Db, line: Line) =>
  db.run(sql`
    insert into kontor.process_history (instance_id, seq, at, actor_id, event, data, steps)
    values (${line.instanceId}, ${line.seq}, ${line.at}, ${line.actor}, ${line.event},
      ${toJsonb(line.data)}, ${toJsonb(line.steps)})`)

/** Lines kept per instance: the first and the latest ones. */
const FIRST_LINES = 1000
export const LAST_LINES = 10_000
/** Lines between two clean-ups. */
const STRETCH = 1000
/** Lines deleted by one clean-up: a very long history needs several. */
export const MOST_FORGOTTEN = 20_000

/** Deletes the middle of the history of instances that run for ever. */
export async function forgetLines(db: Db, instanceId: string, seq: number): Promise<void> {
  if (seq % STRETCH !== 0 || seq <= FIRST_LINES + LAST_LINES) return
  await db.run(sql`
    delete from kontor.process_history
    where instance_id = ${instanceId} and seq in (
      select seq from kontor.process_history
      where instance_id = ${instanceId} and seq > ${FIRST_LINES} and seq <= ${seq - LAST_LINES}
      order by seq limit ${MOST_FORGOTTEN})`)
}

type Row = {
  seq: number
  at: Date
  actor: string
  event: string
  data: Record<string, unknown>
  steps: Trace[]
}

export const listLines = (db: Db, instanceId: string, after: number, limit: number) =>
  db.all(sql<Row>`
    select seq, at, actor_id as actor, event, data, steps from kontor.process_history
    where instance_id = ${instanceId} and seq > ${after} order by seq limit ${limit}`)
