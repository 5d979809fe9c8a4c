import type { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { keep, type Row, readRow, refuse, type Transferred } from '../../lib/transfer.ts'
import type { Db } from './db.ts'
import { isRefusedValue, isUniqueViolation, toAppError } from './errors.ts'
import { inSavepoint } from './savepoint.ts'

/** `waits` depends on something missing, which the result names. */
export type Outcome = 'created' | 'updated' | 'unchanged' | 'kept' | 'linked' | 'waits'

type Batch<S extends z.ZodObject> = { schema: S; rows: readonly Row[]; into: Transferred }

/** Stores records of another system one by one: a refused one does not undo the others. */
export async function storeEach<S extends z.ZodObject>(
  db: Db,
  { schema, rows, into }: Batch<S>,
  store: (record: z.output<S>) => Promise<Outcome>,
): Promise<void> {
  for (const row of rows) {
    const record = readRow(schema, row, into)
    if (!record) continue
    const id = String(row.id ?? row.__id)
    try {
      const outcome = await inSavepoint(db, () => store(record))
      if (outcome === 'kept') keep(into, id)
      else if (outcome !== 'waits' && outcome !== 'linked') into[outcome]++
    } catch (error) {
      if (!(error instanceof AppError) && !isRefusedValue(error) && !isUniqueViolation(error)) {
        throw error
      }
      const { message } = toAppError(error) ?? { message: 'the database cannot hold its values' }
      refuse(into, id, error instanceof AppError ? error.message : message)
    }
  }
}
