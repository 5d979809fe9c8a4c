import type { Db } from '../../../platform/db/db.ts'
import { and, join, type Sql, sql } from '../../../platform/db/sql.ts'
import { branchesOf, type Group, type TextQuery } from './candidates.ts'
import type { SearchedKind } from './entries.ts'

/** The best entry of an object that was found. */
export type Hit = {
  kind: string
  id: string
  part: string
  /** 0 = exact name, 1 = name prefix, 2 = contains the words. */
  grade: number
  rank: number
}

/** The best of them; `isExact` if all of them were ranked and counted. */
export type Hits = { hits: readonly Hit[]; total: number; isExact: boolean }

/** The best of a group, among those that the caller may read. */
export async function findHits(db: Db, group: Group, asked: TextQuery): Promise<Hits> {
  const { branches, most, isWhole } = branchesOf(group, asked)
  if (branches.length === 0) return { hits: [], total: 0, isExact: true }
  return db.one(sql<Hits>`
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
    select (select count(*)::integer from best) as total,
      case when (select count(*) from found) < ${most}::integer then ${isWhole} else false end
        as "isExact",
      coalesce((select json_agg(b.*) from (
        select * from best order by grade, rank desc, id desc limit ${asked.size}) b), '[]') as hits`)
}

/** For messages, only their owners were checked so far. */
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
