import type { Field } from '../../fields/field-type.ts'
import { wrongValues } from '../../fields/values.ts'
import type { Detail } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { raw } from '../../platform/db/sql.ts'
import { appTable, findMissing, USERS } from './store/items.ts'

const LIVE_ITEM = raw('t."__deletedAt" is null')
const LIVE_USER = raw('t.deleted_at is null')
const PEOPLE = 'users'

type Values = ReadonlyMap<Field, unknown>

/** Items that do not exist yet but come with the same request: ids by the path of their app. */
export type Coming = ReadonlyMap<string, ReadonlySet<string>>

/** A link leads somewhere: items and users that are named must be there. */
export async function checkLinks(ctx: Context, fields: Values): Promise<void> {
  const [problems = []] = await findBrokenLinks(ctx, [fields])
  if (problems.length > 0) throw wrongValues(problems)
}

/** What is wrong with the links of each of many items; one query for all of them. */
export async function findBrokenLinks(
  ctx: Context,
  all: readonly Values[],
  coming: Coming = new Map(),
): Promise<Detail[][]> {
  const missing = await findAllMissing(ctx, all, coming)
  return all.map((fields) =>
    [...linksOf(fields)].flatMap(({ field, target, ids }) => {
      const lost = ids.filter((id) => missing.get(target)?.has(id))
      if (lost.length === 0) return []
      const what = target === PEOPLE ? 'user' : `item of ${target}`
      return [{ path: field.code, message: `there is no ${what} with id ${lost.join(', ')}` }]
    }),
  )
}

async function findAllMissing(ctx: Context, all: readonly Values[], coming: Coming) {
  const wanted = new Map<string, Set<string>>()
  for (const { target, ids } of all.flatMap((fields) => [...linksOf(fields)])) {
    const asked = wanted.get(target) ?? new Set()
    for (const id of ids) if (!coming.get(target)?.has(id)) asked.add(id)
    wanted.set(target, asked)
  }
  const links = Array.from(wanted, ([target, ids]) => ({
    ...placeOf(target),
    target,
    ids: [...ids],
  }))
  return findMissing(
    ctx.db,
    links.filter(({ ids }) => ids.length > 0),
  )
}

function* linksOf(fields: Values): Generator<{ field: Field; target: string; ids: string[] }> {
  for (const [field, value] of fields) {
    const target = targetOf(field)
    if (target !== undefined && Array.isArray(value) && value.length > 0) {
      yield { field, target, ids: value }
    }
  }
}

const targetOf = (field: Field): string | undefined => {
  if (field.type === 'SYS_USER') return PEOPLE
  return field.type === 'SYS_COLLECTION' ? String(field.app) : undefined
}

const placeOf = (target: string) =>
  target === PEOPLE
    ? { table: USERS, key: raw('t.id'), isLive: LIVE_USER }
    : { table: appTable(target), key: raw('t."__id"'), isLive: LIVE_ITEM }
