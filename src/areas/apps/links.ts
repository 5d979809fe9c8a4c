import type { Field, Named } from '../../fields/field-type.ts'
import { fieldTypeOf } from '../../fields/registry.ts'
import { checkValue, wrongValues } from '../../fields/values.ts'
import { kindName } from '../../kinds/kind.ts'
import type { Detail } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Unreadable } from '../../platform/kinds.ts'

type Values = ReadonlyMap<Field, unknown>

/** Items created by the same request: ids by app path. */
export type NewIds = ReadonlyMap<string, ReadonlySet<string>>

/** Stored values by field code. Links that are already stored are not checked again. */
type Stored = Readonly<Record<string, unknown>>

/** The new values and the ones they replace. */
export type Change = { fields: Values; before?: Stored }

/** Checks that the caller may read the target of every link. */
export async function checkLinks(ctx: Context, fields: Values, before: Stored = {}): Promise<void> {
  const [problems = []] = await findBrokenLinks(ctx, [{ fields, before }])
  if (problems.length > 0) throw wrongValues(problems)
}

/** The invalid links of many items, found with one query. */
export async function findBrokenLinks(
  ctx: Context,
  changes: readonly Change[],
  newIds: NewIds = new Map(),
): Promise<Detail[][]> {
  const isNew = ({ kind, id }: Named) => newIds.get(kind.slice('item:'.length))?.has(id) ?? false
  const asked = changes.map((change) => newLinks(change).filter(({ named }) => !isNew(named)))
  const all = asked.flat()
  if (all.length === 0) return changes.map(() => [])
  const lost = await ctx.kinds.findUnreadable(
    ctx,
    all.map(({ named }) => named),
  )
  return asked.map((links) => toDetails(links, lost))
}

/** A statement that fails if a link is invalid, and what its error means. */
export type LinkGuard = { statements: Sql<object>[]; explain(error: unknown): Detail[] }

export async function guardLinks(ctx: Context, change: Change): Promise<LinkGuard> {
  const links = newLinks(change)
  if (links.length === 0) return { statements: [], explain: () => [] }
  const guard = await ctx.kinds.unlessUnreadable(
    ctx,
    links.map(({ named }) => named),
  )
  return {
    statements: [guard],
    explain: (error) => toDetails(links, ctx.kinds.unreadableIn(error) ?? new Map()),
  }
}

type Link = { field: Field; named: Named }

/**
 * A user who changes an item need not be able to read links that others have stored, nor the
 * defaults of the definition.
 */
function newLinks({ fields, before = {} }: Change): Link[] {
  return [...fields].flatMap(([field, value]) => {
    const links = namedBy(field, value)
    if (links.length === 0) return []
    const stands = Object.hasOwn(before, field.code) ? before[field.code] : initialOf(field)
    const kept = new Set(namedBy(field, stands).map(keyOf))
    return links.filter((each) => !kept.has(keyOf(each))).map((named) => ({ field, named }))
  })
}

const initialOf = (field: Field): unknown => checkValue(field, field.default ?? null).value

const namedBy = (field: Field, value: unknown): Named[] =>
  value === null || value === undefined ? [] : (fieldTypeOf(field.type).named?.(value, field) ?? [])

const keyOf = ({ kind, id }: Named) => `${kind} ${id}`

/** One error per field, with all its ids. */
function toDetails(links: readonly Link[], lost: Unreadable): Detail[] {
  const broken = links.filter(({ named: { kind, id } }) => lost.get(kind)?.has(id))
  const byPath = Map.groupBy(
    broken,
    ({ field, named: { kind, path } }) => `${[field.code, ...path].join('.')} ${kind}`,
  )
  return [...byPath.values()].flatMap((all) => {
    const [first] = all
    if (!first) return []
    const { kind, path } = first.named
    const ids = all.map(({ named }) => named.id).join(', ')
    const message = `there is no ${kindName(kind)} with id ${ids}`
    return [{ path: [first.field.code, ...path].join('.'), message }]
  })
}
