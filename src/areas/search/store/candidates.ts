import type { ReadableKind } from '../../../kinds/kinds.ts'
import { and, or, raw, type Sql, sql } from '../../../platform/db/sql.ts'
import { quoted } from '../words.ts'
import { KIND, OWNER, type SearchedKind } from './entries.ts'

/** One group of results. */
export type Group = {
  name: string
  /** The kinds in it: items of many apps, one for all others. */
  kinds: readonly SearchedKind[]
  /** The kinds whose readers find them: themselves, or what messages can be about. */
  owners: readonly ReadableKind[]
}

/** The query, as texts of type `tsquery`. */
export type TextQuery = {
  /** Every word. */
  query: string
  /** The words by which entries are looked up; the others are compared afterwards. Absent if all are common. */
  rare: string | undefined
  /** Prefixes of names; empty = by words only. */
  title: string
  size: number
  /** Owners of which the caller may read only few rows. */
  few: ReadonlySet<string>
}

/** Candidates per branch: more are neither ranked nor counted. */
export const MOST = 1000
/** Candidates by name prefix. */
const MOST_TITLES = 100
/** Names that are searched for readable ones. */
const MOST_TITLES_LOOKED_AT = 1000
/** Candidates by common words, each of which is checked for readability. */
const MOST_COMMON = 300
/** Newest entries per kind that are searched for common words. */
const MOST_LOOKED_AT = 20_000

const COLUMNS = raw('e.kind, e.id, e.part, e.owner_kind, e.owner_id, e.title, e.words')

/** Fewer candidates than `most` are all there are, if `isWhole`. */
export type Branches = { branches: Sql[]; most: number; isWhole: Sql }

/**
 * Candidates among what the caller may read. Kinds that the caller may read as a whole are asked together.
 * Of every candidate it is asked whether it is still there and the caller may read it; only where the
 * caller may read few objects and the words are common, those objects are looked through instead.
 */
export function branchesOf(group: Group, asked: TextQuery): Branches {
  const open = group.owners.filter(({ where }) => where.length === 0)
  const limited = group.owners.filter(({ where }) => where.length > 0)
  const isOwn = group.kinds.every(({ search }) => !search.about)
  const few = limited.filter(({ name }) => isOwn && asked.rare === undefined && asked.few.has(name))
  const many = limited.filter((owner) => !few.includes(owner))
  return {
    branches: [
      ...(open.length > 0 ? [...byWords(group, open, asked), ...byTitle(group, open, asked)] : []),
      ...many.flatMap((owner) => [
        ...byWords(group, [owner], asked),
        ...byTitle(group, [owner], asked),
      ]),
      ...few.map((owner) => byRows(group, owner, asked)),
    ],
    ...limitsOf(group, [...open, ...many], asked),
  }
}

function limitsOf(group: Group, owners: readonly ReadableKind[], { rare, size }: TextQuery) {
  if (rare !== undefined) return { most: MOST, isWhole: raw('true') }
  const kinds = kindsOf(group, owners)
  const isWhole = kinds.map(
    ({ name }) => sql`not exists (select from kontor.search_entries e where e.kind = ${name}::text
      order by e.id desc offset ${MOST_LOOKED_AT} limit 1)`,
  )
  return { most: mostOf(kinds, size), isWhole: and(isWhole) }
}

/** Prevents the use of the word index: for common words it collects all matches first. */
const hasWords = (query: string): Sql => sql`(e.words @@ ${query}::tsquery) is not false`

function byWords(group: Group, owners: readonly ReadableKind[], asked: TextQuery): Sql[] {
  return asked.rare === undefined
    ? newest(group, owners, asked)
    : [lookedUp(group, owners, { ...asked, rare: asked.rare })]
}

function lookedUp(
  { name, kinds }: Group,
  owners: readonly ReadableKind[],
  { query, rare }: TextQuery & { rare: string },
): Sql {
  const names = owners.map((owner) => quoted(OWNER + owner.name)).join(' | ')
  const whole = `(${rare}) & ${quoted(KIND + name)} & (${names})`
  const where = and([
    sql`e.words @@ ${whole}::tsquery`,
    ...(rare === query ? [] : [hasWords(query)]),
    ...onlyVisible(kinds),
  ])
  return sql`select ${COLUMNS} from kontor.search_entries e ${visibleRow(owners)}
    where ${where} limit ${MOST}`
}

/** Common words are found in the newest entries of each kind. */
function newest(group: Group, owners: readonly ReadableKind[], { query, size }: TextQuery): Sql[] {
  const { kinds } = group
  const own = kindsOf(group, owners)
  const where = and([
    sql`e.owner_kind = any(${owners.map((owner) => owner.name)}::text[])`,
    hasWords(query),
    ...onlyVisible(kinds),
  ])
  return own.map(
    ({ name }) => sql`select ${COLUMNS} from (
        select ${COLUMNS}, e.fields from kontor.search_entries e where e.kind = ${name}::text
        order by e.id desc limit ${MOST_LOOKED_AT}) e
      ${visibleRow(owners)} where ${where} limit ${mostOf(own, size)}`,
  )
}

/** Entries that belong to these owners. */
const kindsOf = ({ kinds }: Group, owners: readonly ReadableKind[]): SearchedKind[] =>
  kinds.filter(({ name, search }) => search.about || owners.some((owner) => owner.name === name))

const mostOf = (kinds: readonly SearchedKind[], size: number): number =>
  Math.max(MOST_TITLES, size, Math.ceil(MOST_COMMON / Math.max(1, kinds.length)))

/** Row by row, so that callers who may read much need not wait for all matches. */
const visibleRow = (owners: readonly ReadableKind[]): Sql =>
  owners.length === 1 && owners[0]
    ? sql`cross join lateral (${readableIn(owners[0], sql`${owners[0].rows.key} = e.owner_id`)} limit 1) r`
    : sql`cross join lateral (select where ${isLiveIn(owners)}) r`

/** For callers who may read few rows: searches those. */
function byRows({ kinds }: Group, owner: ReadableKind, { query }: TextQuery): Sql {
  return sql`select ${COLUMNS} from kontor.search_entries e
    where e.kind = ${owner.name}::text and e.id in (${readableIn(owner)})
      and ${and([hasWords(query), ...onlyVisible(kinds)])} limit ${MOST}`
}

/** By name prefix: common words have more candidates than are checked. Messages have hardly any names. */
function byTitle({ kinds }: Group, owners: readonly ReadableKind[], { title }: TextQuery): Sql[] {
  if (title === '' || kinds.some(({ search }) => search.about)) return []
  const isSo = and([
    sql`e.title >= ${title}::text and e.title < ${title}::text || U&'\\FFFF' and e.part = ''`,
    sql`e.kind = any(${kinds.map((kind) => kind.name)}::text[])`,
    sql`e.owner_kind = any(${owners.map((each) => each.name)}::text[])`,
    ...onlyVisible(kinds),
  ])
  return [
    sql`select ${COLUMNS} from (
        select ${COLUMNS} from kontor.search_entries e where ${isSo}
        order by e.title limit ${MOST_TITLES_LOOKED_AT}) e
      ${visibleRow(owners)} limit ${MOST_TITLES}`,
  ]
}

const readableIn = ({ rows, where }: ReadableKind, also: Sql = raw('true')): Sql =>
  sql`select ${rows.key} from ${rows.table} t where ${and([rows.isLive, also, ...where])}`

const isLiveIn = (owners: readonly ReadableKind[]): Sql =>
  or(
    owners.map(
      ({ name, rows }) => sql`(e.owner_kind = ${name}::text and exists (
        select from ${rows.table} t where ${rows.key} = e.owner_id and ${rows.isLive}))`,
    ),
  )

/**
 * Matches in fields that the caller may not see do not count. Until a kind is indexed again, entries may have old
 * field names and parts of fields without rights: these are found by nobody.
 */
function onlyVisible(kinds: readonly SearchedKind[]): Sql[] {
  const limited = kinds.flatMap(({ name, search: { visible } }) =>
    visible ? [{ name, visible }] : [],
  )
  return [
    sql`(e.part = '' or starts_with(e.part, '#')
      or e.kind = any(${limited.map(({ name }) => name)}::text[]))`,
    ...limited.map(
      ({ name, visible }) => sql`(e.kind <> ${name}::text or e.fields <@ ${[...visible]}::text[])`,
    ),
  ]
}
