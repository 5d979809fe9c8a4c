import type { ReadableKind } from '../../../kinds/kinds.ts'
import type { Db } from '../../../platform/db/db.ts'
import { and, join, or, raw, type Sql, sql } from '../../../platform/db/sql.ts'
import { quoted } from '../words.ts'
import { KIND, OWNER, type SearchedKind } from './entries.ts'

/** The best entry of an object that was found. */
export type Hit = {
  kind: string
  id: string
  part: string
  /** 0 = called exactly so, 1 = its name begins so, 2 = has the words. */
  grade: number
  rank: number
  total: number
  is_exact: boolean
}

/** One group of results. */
export type Group = {
  name: string
  /** The kinds in it: items of many apps, one for all others. */
  kinds: readonly SearchedKind[]
  /** The kinds whose readers find them: themselves, or what messages can be about. */
  owners: readonly ReadableKind[]
}

export type Asked = { query: string; title: string; size: number }

/** Candidates of one branch: more are neither ranked nor counted. */
export const MOST = 1000
/** Of those whose names begin so. */
const MOST_TITLES = 100

/**
 * The best of a group, among those that the caller may read. Kinds that the caller may read as a whole are
 * asked together, and then whether the objects are still there; each of the others is joined with the rows
 * the caller may read, so that the database can begin with whichever is fewer.
 */
export function findHits(db: Db, group: Group, asked: Asked): Promise<Hit[]> {
  const open = group.owners.filter(({ where }) => where.length === 0)
  const limited = group.owners.filter(({ where }) => where.length > 0)
  const branches = [
    ...(open.length > 0 ? openBranches(group, open, asked) : []),
    ...limited.flatMap((owner) => limitedBranches(group, owner, asked)),
  ]
  if (branches.length === 0) return Promise.resolve([])
  return db.all(sql<Hit>`
    with asked as materialized (select ${asked.query}::tsquery as query, ${asked.title}::text as title),
    found as materialized (${join(
      branches.map((branch) => sql`(${branch})`),
      ' union all ',
    )}), best as (
      select distinct on (f.kind, f.id) f.kind, f.id, f.part,
        case when a.title = '' then 2 when f.title = a.title then 0
          when starts_with(f.title, a.title) then 1 else 2 end as grade,
        ts_rank(f.words, a.query) as rank
      from found f cross join asked a
      where ${stillThere(group)}
      order by f.kind, f.id, rank desc, f.part
    )
    select b.kind, b.id, b.part, b.grade, b.rank, count(*) over ()::integer as total,
      (select count(*) from found) < ${MOST}::integer as is_exact
    from best b order by b.grade, b.rank desc, b.id desc limit ${asked.size}`)
}

const COLUMNS = raw('e.kind, e.id, e.part, e.owner_kind, e.owner_id, e.title, e.words')

function openBranches(group: Group, open: readonly ReadableKind[], asked: Asked): Sql[] {
  const isLive = or(
    open.map(
      ({ name, rows }) => sql`(e.owner_kind = ${name}::text and exists (
        select from ${rows.table} t where ${rows.key} = e.owner_id and ${rows.isLive}))`,
    ),
  )
  return candidates(group, open, asked).map(
    (each) => sql`select ${COLUMNS} from (${each}) e where ${isLive}`,
  )
}

function limitedBranches(group: Group, owner: ReadableKind, asked: Asked): Sql[] {
  const { rows, where } = owner
  const readable = sql`e.owner_id in (select ${rows.key} from ${rows.table} t
    where ${and([rows.isLive, ...where])})`
  return candidates(group, [owner], asked, [readable])
}

/** Those with the words, and those whose names begin so: common words have more candidates than are looked at. */
function candidates(
  { name, kinds }: Group,
  owners: readonly ReadableKind[],
  { query, title }: Asked,
  where: Sql[] = [],
): Sql[] {
  const names = owners.map((owner) => quoted(OWNER + owner.name)).join(' | ')
  const whole = `(${query}) & ${quoted(KIND + name)} & (${names})`
  const seen = [...where, ...onlyVisible(kinds)]
  const words = sql`select ${COLUMNS} from kontor.search_entries e
    where ${and([sql`e.words @@ ${whole}::tsquery`, ...seen])} limit ${MOST}`
  if (title === '') return [words]
  const isSo = and([
    sql`e.title >= ${title}::text and e.title < ${title}::text || U&'\\FFFF' and e.part = ''`,
    sql`e.kind = any(${kinds.map((kind) => kind.name)}::text[])`,
    sql`e.owner_kind = any(${owners.map((owner) => owner.name)}::text[])`,
    ...seen,
  ])
  return [
    words,
    sql`select ${COLUMNS} from kontor.search_entries e where ${isSo}
      order by e.title limit ${MOST_TITLES}`,
  ]
}

/**
 * A hit in a field that the caller may not see is no hit. Until a kind has been read again, its entries name
 * fields as they were called before, and have parts of fields whose rights are gone: nobody finds those.
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

/** Of messages it is their owners that were looked at so far. */
function stillThere({ kinds }: Group): Sql {
  const own = kinds.filter(({ search }) => search.about)
  return and(
    own.map(
      ({ rows }) =>
        sql`exists (select from ${rows.table} t where ${rows.key} = f.id and ${rows.isLive})`,
    ),
  )
}

export type Shown = {
  id: string
  title: string
  subtitle: string
  namespace?: string
  code?: string
  about?: string
}

/** What results show, of objects that were found. */
export const listShown = (
  db: Db,
  { rows, search }: SearchedKind,
  ids: readonly string[],
): Promise<Shown[]> =>
  db.all(sql<Shown>`
    select ${rows.key} as id, ${search.select} from ${rows.table} t
    where ${rows.key} = any(${[...ids]}::uuid[])`)

export const listBodies = (
  db: Db,
  hits: readonly Pick<Hit, 'kind' | 'id' | 'part'>[],
): Promise<{ id: string; body: string }[]> =>
  db.all(sql<{ id: string; body: string }>`
    select e.id, e.body from kontor.search_entries e
    join unnest(${hits.map(({ kind }) => kind)}::text[], ${hits.map(({ id }) => id)}::uuid[],
      ${hits.map(({ part }) => part)}::text[]) h(kind, id, part)
      on e.kind = h.kind and e.id = h.id and e.part = h.part`)
