import type { Field } from '../../fields/field-type.ts'
import { wrongValues } from '../../fields/values.ts'
import type { Detail } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { raw } from '../../platform/db/sql.ts'
import { appTable, findMissing, USERS } from './store/items.ts'

const LIVE_ITEM = raw('t."__deletedAt" is null')
const LIVE_USER = raw('t.deleted_at is null')

/** A link leads somewhere: items and users that are named must be there. */
export async function checkLinks(ctx: Context, fields: ReadonlyMap<Field, unknown>): Promise<void> {
  const problems: Detail[] = []
  for (const [field, value] of fields) {
    if (!Array.isArray(value) || value.length === 0) continue
    const missing = await missingIn(ctx, field, value)
    if (missing.length > 0) {
      const what = field.type === 'SYS_USER' ? 'user' : `item of ${String(field.app)}`
      problems.push({
        path: field.code,
        message: `there is no ${what} with id ${missing.join(', ')}`,
      })
    }
  }
  if (problems.length > 0) throw wrongValues(problems)
}

async function missingIn(ctx: Context, field: Field, ids: string[]): Promise<string[]> {
  if (field.type === 'SYS_USER') return findMissing(ctx.db, USERS, ids, LIVE_USER)
  if (field.type !== 'SYS_COLLECTION') return []
  return findMissing(ctx.db, appTable(String(field.app)), ids, LIVE_ITEM)
}
