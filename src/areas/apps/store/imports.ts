import { toJsonb } from '../../../lib/storable.ts'
import { type Db, statement } from '../../../platform/db/db.ts'

export type Import = {
  id: string
  app_id: string
  namespace: string
  code: string
  body_id: string
  format: 'csv' | 'xlsx' | null
  with_handlers: boolean
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
  'id' | 'app_id' | 'namespace' | 'code' | 'body_id' | 'format' | 'with_handlers' | 'columns'
> & { at: Date; by: string }

const insert = statement<{ id: string }>(`
  insert into kontor.imports (id, app_id, namespace, code, body_id, format, with_handlers, columns, state,
    created_at, created_by, touched_at)
  values ($1, $2, $3, $4, $5, $6, $7, $10, 'wait', $8, $9, $8)
  on conflict (app_id) where state in ('wait', 'running') do nothing returning id`)

/** False while another import of the app is not over. */
export async function insertImport(db: Db, made: NewImport): Promise<boolean> {
  const { id, app_id, namespace, code, body_id, format, with_handlers, columns, at, by } = made
  const chosen = columns && toJsonb(columns)
  const values = [id, app_id, namespace, code, body_id, format, with_handlers, at, by, chosen]
  return (await db.query(insert, values)).length > 0
}

const COLUMNS = `id, app_id, namespace, code, body_id, format, with_handlers, columns, state, total,
  processed, created, updated, failed, error, attempts, created_by, started_at, finished_at`

const selectOne = statement<Import>(`select ${COLUMNS} from kontor.imports where id = $1`)
const lockOne = statement<Import>(`${selectOne.text} for update`)
const selectLatest = statement<Import>(`
  select ${COLUMNS} from kontor.imports where app_id = $1 order by created_at desc, id desc limit 1`)

export const findImport = async (db: Db, id: string): Promise<Import | undefined> =>
  (await db.query(selectOne, [id]))[0]

export const findLatest = async (db: Db, appId: string): Promise<Import | undefined> =>
  (await db.query(selectLatest, [appId]))[0]

/** Held to the end: of two nodes that run the same import one goes on. */
export const lockImport = async (db: Db, id: string): Promise<Import | undefined> =>
  (await db.query(lockOne, [id]))[0]

const updateStart = statement(`
  update kontor.imports set state = 'running', attempts = attempts + 1,
    started_at = coalesce(started_at, $2), touched_at = $2 where id = $1`)

export const saveStart = (db: Db, id: string, at: Date) => db.query(updateStart, [id, at])

const updateTotal = statement(
  'update kontor.imports set total = $2, format = $3, touched_at = $4 where id = $1',
)

export const saveTotal = (
  db: Db,
  id: string,
  { total, format, at }: { total: number; format: string; at: Date },
) => db.query(updateTotal, [id, total, format, at])

export type Counts = { created: number; updated: number; failed: number }

const updateCounts = statement(`
  update kontor.imports set created = created + $2, updated = updated + $3, failed = failed + $4,
    processed = processed + $2 + $3 + $4, touched_at = $5 where id = $1`)

export const addCounts = (db: Db, id: string, counts: Counts, at: Date) =>
  db.query(updateCounts, [id, counts.created, counts.updated, counts.failed, at])

const updateEnd = statement(`
  update kontor.imports set state = $2, error = $3, finished_at = $4, touched_at = $4
  where id = $1`)

export const saveEnd = (db: Db, id: string, { error, at }: { error: string | null; at: Date }) =>
  db.query(updateEnd, [id, error === null ? 'complete' : 'failed', error, at])

/** What is wrong with a row; `column` is the code of its field. */
export type RowProblem = { row: number; column: string | null; message: string }

const insertProblems = statement(`
  insert into kontor.import_errors (import_id, row_number, column_code, message)
  select $1, p.row, p.column, p.message
  from jsonb_to_recordset($2::jsonb) as p("row" integer, "column" text, message text)`)

export async function addProblems(db: Db, id: string, problems: RowProblem[]): Promise<void> {
  if (problems.length > 0) await db.query(insertProblems, [id, toJsonb(problems)])
}

const selectProblems = statement<RowProblem & { ordinal: number }>(`
  select row_number as "row", column_code as "column", message, ordinal from kontor.import_errors
  where import_id = $1 and (row_number, ordinal) > ($2, $3)
  order by row_number, ordinal limit $4`)

export type After = { row: number; ordinal: number }
export const BEGINNING: After = { row: 0, ordinal: 0 }

/** In the order of the rows. */
export const listProblems = (db: Db, id: string, after: After, most: number) =>
  db.query(selectProblems, [id, after.row, after.ordinal, most])

const selectQuiet = statement<{ id: string }>(`
  select id from kontor.imports where state in ('wait', 'running') and touched_at < $1`)

export const listQuiet = async (db: Db, before: Date): Promise<string[]> =>
  (await db.query(selectQuiet, [before])).map(({ id }) => id)

const deleteOld = statement(`
  delete from kontor.imports where state in ('complete', 'failed') and finished_at < $1`)

export const deleteImports = (db: Db, before: Date) => db.query(deleteOld, [before])

const tryLock = statement<{ free: boolean }>(
  'select pg_try_advisory_lock(hashtextextended($1::uuid::text, 8366)) as free',
)

/** Held by the connection of who runs it, for as long as that lives. False = somebody does. */
export const tryRunning = async (db: Db, id: string): Promise<boolean> =>
  (await db.query(tryLock, [id]))[0]?.free ?? false

const unlock = statement('select pg_advisory_unlock(hashtextextended($1::uuid::text, 8366))')

export const endRunning = (db: Db, id: string) => db.query(unlock, [id])
