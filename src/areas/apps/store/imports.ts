import { toJsonb } from '../../../lib/storable.ts'
import type { Db } from '../../../platform/db/db.ts'
import { advisoryLock } from '../../../platform/db/locks.ts'
import { sql } from '../../../platform/db/sql.ts'

export type Import = {
  id: string
  app_id: string
  namespace: string
  code: string
  body_id: string
  format: 'csv' | 'xlsx' | null
  with_handlers: boolean
  with_events: boolean
  /** The field of every column, where somebody chose it. */
  columns: (string | null)[] | null
  state: 'wait' | 'running' | 'complete' | 'failed'
  total: number | null
  processed: number
  created: number
  updated: number
  failed: number
  error: string | null
  attempts: number
  created_by: string
  started_at: Date | null
  finished_at: Date | null
}

export type NewImport = Pick<
  Import,
  | 'id'
  | 'app_id'
  | 'namespace'
  | 'code'
  | 'body_id'
  | 'format'
  | 'with_handlers'
  | 'with_events'
  | 'columns'
> & { at: Date; by: string }

/** False while another import of the app is not over. */
export async function insertImport(db: Db, made: NewImport): Promise<boolean> {
  const { id, app_id, namespace, code, body_id, format, columns, at, by } = made
  const { with_handlers, with_events } = made
  const chosen = columns && toJsonb(columns)
  const inserted = await db.run(sql`
    insert into kontor.imports (id, app_id, namespace, code, body_id, format, with_handlers,
      with_events, columns, state, created_at, created_by, touched_at)
    values (${id}, ${app_id}, ${namespace}, ${code}, ${body_id}, ${format}, ${with_handlers},
      ${with_events}, ${chosen}, 'wait', ${at}, ${by}, ${at})
    on conflict (app_id) where state in ('wait', 'running') do nothing`)
  return inserted > 0
}

const COLUMNS = sql`id, app_id, namespace, code, body_id, format, with_handlers, with_events, columns,
  state, total, processed, created, updated, failed, error, attempts, created_by, started_at, finished_at`

export const findImport = (db: Db, id: string): Promise<Import | undefined> =>
  db.first(sql<Import>`select ${COLUMNS} from kontor.imports where id = ${id}`)

export const findLatest = async (db: Db, appId: string): Promise<Import | undefined> => {
  return db.first(sql<Import>`
    select ${COLUMNS} from kontor.imports where app_id = ${appId}
    order by created_at desc, id desc limit 1`)
}

/** Held to the end: of two nodes that run the same import one goes on. */
export const lockImport = (db: Db, id: string): Promise<Import | undefined> =>
  db.first(sql<Import>`select ${COLUMNS} from kontor.imports where id = ${id} for update`)

export const saveStart = (db: Db, id: string, at: Date) =>
  db.run(sql`
    update kontor.imports set state = 'running', attempts = attempts + 1,
      started_at = coalesce(started_at, ${at}), touched_at = ${at} where id = ${id}`)

export const saveTotal = (
  db: Db,
  id: string,
  { total, format, at }: { total: number; format: string; at: Date },
) =>
  db.run(sql`
    update kontor.imports set total = ${total}, format = ${format}, touched_at = ${at}
    where id = ${id}`)

export type Counts = { created: number; updated: number; failed: number }

export const addCounts = (db: Db, id: string, counts: Counts, at: Date) =>
  db.run(sql`
    update kontor.imports set created = created + ${counts.created},
      updated = updated + ${counts.updated}, failed = failed + ${counts.failed},
      processed = processed + ${counts.created} + ${counts.updated} + ${counts.failed},
        touched_at = ${at} where id = ${id}`)

export const saveEnd = (db: Db, id: string, { error, at }: { error: string | null; at: Date }) =>
  db.run(sql`
    update kontor.imports set state = ${error === null ? 'complete' : 'failed'}, error = ${error},
      finished_at = ${at}, touched_at = ${at}
    where id = ${id}`)

/** What is wrong with a row; `column` is the code of its field. */
export type RowProblem = { row: number; column: string | null; message: string }

export async function addProblems(db: Db, id: string, problems: RowProblem[]): Promise<void> {
  if (problems.length > 0)
    await db.run(sql`
      insert into kontor.import_errors (import_id, row_number, column_code, message)
      select ${id}, p.row, p.column, p.message
      from jsonb_to_recordset(${toJsonb(problems)}::jsonb) as p("row" integer, "column" text, message text)`)
}

export type After = { row: number; ordinal: number }
export const BEGINNING: After = { row: 0, ordinal: 0 }

/** In the order of the rows. */
export const listProblems = (db: Db, id: string, after: After, most: number) =>
  db.all(sql<RowProblem & { ordinal: number }>`
    select row_number as "row", column_code as "column", message, ordinal from kontor.import_errors
    where import_id = ${id} and (row_number, ordinal) > (${after.row}, ${after.ordinal})
    order by row_number, ordinal limit ${most}`)

export const listQuiet = async (db: Db, before: Date): Promise<string[]> => {
  const rows = await db.all(sql<{ id: string }>`
    select id from kontor.imports where state in ('wait', 'running') and touched_at < ${before}`)
  return rows.map(({ id }) => id)
}

export const deleteImports = (db: Db, before: Date) =>
  db.run(sql`
    delete from kontor.imports where state in ('complete', 'failed') and finished_at < ${before}`)

/** Held by the connection of who runs it, for as long as that lives. False = somebody does. */
export const tryRunning = async (db: Db, id: string): Promise<boolean> => {
  const row = await db.first(
    sql<{
      free: boolean
    }>`select pg_try_advisory_lock(${advisoryLock('import', sql`${id}::uuid::text`)}) as free`,
  )
  return row?.free ?? false
}

export const endRunning = (db: Db, id: string) =>
  db.run(sql`select pg_advisory_unlock(${advisoryLock('import', sql`${id}::uuid::text`)})`)
