import type { Field } from '../../fields/field-type.ts'
import { wrongValues } from '../../fields/values.ts'
import type { Context } from '../../platform/context.ts'
import { raw } from '../../platform/db/sql.ts'
import { appTable, findMissing, type Link, USERS } from './store/items.ts'

const LIVE_ITEM = raw('t."__deletedAt" is null')
const LIVE_USER = raw('t.deleted_at is null')

/** A link leads somewhere: items and users that are named must be there. */
export async function checkLinks(ctx: Context, fields: ReadonlyMap<Field, unknown>): Promise<void> {
  const links = [...fields].flatMap(([field, value]) => linkOf(field, value) ?? [])
  if (links.length === 0) return
  const missing = await findMissing(ctx.db, links)
  if (missing.size === 0) return
  throw wrongValues(
    [...missing].map(([code, ids]) => {
      const { what } = links.find((link) => link.code === code) as NamedLink
      return { path: code, message: `there is no ${what} with id ${ids.join(', ')}` }
    }),
  )
}

type NamedLink = Link & { what: string }

function linkOf(field: Field, ids: unknown): NamedLink | undefined {
  if (!Array.isArray(ids) || ids.length === 0) return undefined
  const { code } = field
  if (field.type === 'SYS_USER') {
    return { code, ids, target: USERS, key: raw('t.id'), isLive: LIVE_USER, what: 'user' }
  }
  if (field.type !== 'SYS_COLLECTION') return undefined
  const app = String(field.app)
  const target = appTable(app)
  return { code, ids, target, key: raw('t."__id"'), isLive: LIVE_ITEM, what: `item of ${app}` }
}
