import { isId } from '../lib/ids.ts'
import { about, ROW } from '../lists/source.ts'
import type { Caller } from '../platform/caller.ts'
import type { Context } from '../platform/context.ts'
import { and, join, raw, type Sql, sql } from '../platform/db/sql.ts'
import type { Kinds, Unreadable } from '../platform/kinds.ts'
import {
  both,
  type Condition,
  either,
  everything,
  type Facts,
  has,
  isEverything,
  isNothing,
  nothing,
  pick,
  throughsOf,
  toSql,
} from './condition.ts'
import {
  type Family,
  type FeedKind,
  type Kind,
  type Named,
  parseObject,
  type Reader,
  type Rows,
  readerOf,
  type Searched,
} from './kind.ts'

/** The facts of these objects by id, including deleted ones. */
export type FindFacts = (kind: Kind, ids: readonly string[]) => Promise<ReadonlyMap<string, Facts>>

export type FedKind = { name: string; feed: FeedKind }

/** `where` is empty if the caller may read all of them. */
export type ReadableKind = { name: string; rows: Rows; search?: Searched; where: Sql[] }

/** Every kind of object that areas declare. */
export class ObjectKinds implements Kinds {
  readonly #kinds: ReadonlyMap<string, Kind>
  readonly #families: ReadonlyMap<string, Family>

  constructor(kinds: readonly Kind[], families: readonly Family[]) {
    this.#kinds = new Map(kinds.map((each) => [each.name, each]))
    this.#families = new Map(families.map((each) => [each.name, each]))
  }

  get names(): string[] {
    return [...this.#kinds.keys(), ...this.#families.keys()]
  }

  /** Undefined for unknown kinds, such as items of an unknown app. */
  async find(ctx: Context, name: string): Promise<Kind | undefined> {
    const at = name.indexOf(':')
    if (at < 0) return this.#kinds.get(name)
    return this.#families.get(name.slice(0, at))?.find(ctx, name.slice(at + 1))
  }

  /** Kinds whose objects have a feed. */
  get withFeed(): FedKind[] {
    return [...this.#kinds.values()].flatMap(({ name, feed }) => (feed ? [{ name, feed }] : []))
  }

  /** The objects the caller may read of kinds that are searched in memory. */
  async listNamed(ctx: Context): Promise<Named[]> {
    const found = await Promise.all(
      Array.from(this.#kinds.values(), async ({ name: kind, listNamed }) =>
        ((await listNamed?.(ctx)) ?? []).map((each) => ({ ...each, kind })),
      ),
    )
    return found.flat()
  }

  async readable(ctx: Context, name: string): Promise<Sql[]> {
    const kind = await this.find(ctx, name)
    return kind?.rows ? this.#where(readerOf(ctx), kind, kind.rows) : [raw('false')]
  }

  async listSeen(reader: Reader, family: string): Promise<string[]> {
    return (await this.#families.get(family)?.listSeen(reader)) ?? []
  }

  async mayRead(ctx: Context, object: string): Promise<boolean> {
    const { name, id } = parseObject(object)
    const rows = (await this.find(ctx, name))?.rows
    if (!rows) return false
    const where = and([sql`${rows.key} = ${id}::uuid`, ...(await this.readable(ctx, name))])
    const found = await ctx.db.run(sql`select from ${rows.table} t where ${where}`)
    return found > 0
  }

  async requireFileChange(ctx: Context, owner: string, file: string): Promise<void> {
    const { name, id } = parseObject(owner)
    await (await this.find(ctx, name))?.requireFileChange?.(ctx, id, file)
  }

  async listEnclosing(ctx: Context, object: string): Promise<string[]> {
    const { name, id } = parseObject(object)
    return (await (await this.find(ctx, name))?.within?.(ctx, id)) ?? []
  }

  async listReaders(ctx: Context, object: string, users: readonly Caller[]): Promise<Set<string>> {
    const { name, id } = parseObject(object)
    const known = new Map<string, ReturnType<FindFacts>>()
    const find: FindFacts = (kind, ids) => {
      const key = [kind.name, ...ids].join(' ')
      const found = known.get(key) ?? findFacts(ctx, kind, ids)
      known.set(key, found)
      return found
    }
    const isReader = await Promise.all(
      users.map(async (user) => {
        const reader = readerOf({ ...ctx, user })
        return (await this.pickReadable(reader, { name, ids: [id] }, find)).has(id)
      }),
    )
    return new Set(users.filter((_, at) => isReader[at]).map((user) => user.id))
  }

  async findUnreadable(
    ctx: Context,
    named: readonly { kind: string; id: string }[],
  ): Promise<Unreadable> {
    return named.length > 0 ? byKind(await ctx.db.all(await this.#lost(ctx, named))) : new Map()
  }

  async unlessUnreadable(
    ctx: Context,
    named: readonly { kind: string; id: string }[],
  ): Promise<Sql<object>> {
    const lost = await this.#lost(ctx, named)
    return sql`select from (select json_agg(o.*)::text as lost from (${lost}) o) x
      where case when lost is null then true else (${LOST} || lost)::boolean end`
  }

  unreadableIn(error: unknown): Unreadable | undefined {
    const [, rows] = lostRows.exec(error instanceof Error ? error.message : '') ?? []
    return rows === undefined ? undefined : byKind(JSON.parse(rows) as Lost[])
  }

  async #lost(ctx: Context, named: readonly { kind: string; id: string }[]): Promise<Sql<Lost>> {
    const queries = await Promise.all(
      Array.from(
        Map.groupBy(named, ({ kind }) => kind),
        async ([name, all]) => {
          const kind = await this.find(ctx, name)
          const where = kind?.rows && (await this.#where(readerOf(ctx), kind, kind.rows))
          return lostIn(name, [...new Set(all.map(({ id }) => id))], where && { kind, where })
        },
      ),
    )
    return sql<Lost>`${join(queries, ' union all ')}`
  }

  /** Kinds of which the caller may read some rows, with the condition. */
  async listReadable(ctx: Context): Promise<ReadableKind[]> {
    const reader = readerOf(ctx)
    const families = await Promise.all(
      Array.from(this.#families.values(), async (family) => {
        const paths = await family.listSeen(reader)
        return Promise.all(paths.map((path) => family.find(ctx, path)))
      }),
    )
    const readable = await Promise.all(
      [...this.#kinds.values(), ...families.flat()].map(async (kind) => {
        const { rows, search } = kind ?? {}
        if (!kind || !rows) return []
        const condition = search?.about ? everything : await this.#condition(reader, kind)
        if (isNothing(condition)) return []
        const where = await this.#conditionSql(reader, condition, rows)
        return [{ name: kind.name, rows, ...(search && { search }), where }]
      }),
    )
    return readable.flat()
  }

  /** Those of these ids that the caller may read, by facts in memory. */
  async pickReadable(
    reader: Reader,
    of: { name: string; ids: readonly string[] },
    findFacts: FindFacts,
  ): Promise<ReadonlySet<string>> {
    const kind = await this.find(reader.ctx, of.name)
    const condition = kind && (await this.#condition(reader, kind))
    if (!condition) return new Set()
    if (isEverything(condition)) return new Set(of.ids)
    return pick(condition, await findFacts(kind, of.ids), (name, ids) =>
      this.pickReadable(reader, { name, ids }, findFacts),
    )
  }

  async #where(reader: Reader, kind: Kind, rows: Rows): Promise<Sql[]> {
    return this.#conditionSql(reader, await this.#condition(reader, kind), rows)
  }

  async #conditionSql(reader: Reader, condition: Condition, { facts }: Rows): Promise<Sql[]> {
    if (isEverything(condition)) return []
    const selects = await Promise.all(
      throughsOf(condition).map(async (name) => [name, await this.#select(reader, name)] as const),
    )
    return [toSql(condition, facts, new Map(selects))]
  }

  /** A query for the ids that the caller may read. */
  async #select(reader: Reader, name: string): Promise<Sql> {
    const kind = await this.find(reader.ctx, name)
    if (!kind?.rows) throw new Error(`there is no kind ${name}`)
    const { table, key } = kind.rows
    const where = and(await this.#where(reader, kind, kind.rows))
    const row = raw('o')
    return sql`select ${about(key, row)} from ${table} o where ${about(where, row)}`
  }

  async #condition(reader: Reader, kind: Kind): Promise<Condition> {
    if (reader.ctx.user.isAdministrator) return everything
    return reader.remember(`readers of ${kind.name}`, async () =>
      this.#settle(reader, (await kind.visible?.(reader)) ?? nothing),
    )
  }

  /** References to kinds with few objects become their ids. */
  async #settle(reader: Reader, condition: Condition): Promise<Condition> {
    if (condition.op === 'has') return condition
    if (condition.op === 'through') {
      const kind = await this.find(reader.ctx, condition.kind)
      if (!kind) return nothing
      return kind.listIds ? has(condition.fact, await kind.listIds(reader)) : condition
    }
    const of = await Promise.all(condition.of.map((each) => this.#settle(reader, each)))
    return condition.op === 'or' ? either(...of) : both(...of)
  }
}

type Lost = { kind: string; id: string }

/** Ids of unknown kinds are all unreadable. */
const lostIn = (
  name: string,
  ids: readonly string[],
  found: { kind: Kind; where: readonly Sql[] } | undefined,
): Sql => {
  const asked = sql`select ${name}::text as kind, i.id from unnest(${[...ids]}::uuid[]) i(id)`
  if (!found?.kind.rows) return asked
  const { table, key, isLive } = found.kind.rows
  return sql`${asked} where not exists (select from ${table} t
    where ${and([sql`${key} = i.id`, isLive, ...found.where])})`
}

const byKind = (lost: readonly Lost[]): Unreadable =>
  new Map(
    Array.from(
      Map.groupBy(lost, ({ kind }) => kind),
      ([kind, all]) => [kind, new Set(all.map(({ id }) => id))],
    ),
  )

/** The database error that names them. */
const LOST = 'cannot be read: '
const lostRows = /cannot be read: (\[.*\])/s

/** The facts that decide who may read these objects, including deleted ones. */
export async function findFacts(
  ctx: Context,
  { rows }: Kind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Facts>> {
  if (!rows) return new Map()
  const columns = Object.entries(rows.facts).flatMap(([name, { values }]) => [
    sql`${name}::text`,
    sql`to_jsonb(${values})`,
  ])
  const found = await ctx.db.all(sql<{
    id: string
    facts: Facts
  }>`select ${rows.key} as id, jsonb_build_object(${join(columns, ', ')}) as facts
      from ${rows.table} ${ROW} where ${rows.key} = any(${ids.filter(isId)}::uuid[])`)
  return new Map(found.map(({ id, facts }) => [id, facts]))
}
