import type { Source } from '../../../lists/source.ts'
import type { Db } from '../../../platform/db/db.ts'
import { and, raw, sql } from '../../../platform/db/sql.ts'

/** Something that a name means; the lowest rank is meant most. */
export type Match = { key: string; id: string; rank: number }

/** Users by id, e-mail address, login or name, in lower case. */
export const findUsers = (db: Db, keys: readonly string[]): Promise<Match[]> =>
  db.all(sql<Match>`
    select k.key, u.id, k.rank from kontor.users u,
      unnest(array[u.id::text, lower(u.email), lower(u.login), lower(u.full_name), lower(u.name)])
        with ordinality as k(key, rank)
    where u.deleted_at is null and k.key = any(${keys}) and k.key <> ''`)

/** Places of the org chart by id, code or name, in lower case. */
export const findUnits = (db: Db, keys: readonly string[]): Promise<Match[]> =>
  db.all(sql<Match>`
    select k.key, o.id, k.rank from kontor.org_units o,
      unnest(array[o.id::text, lower(o.code), lower(o.name)]) with ordinality as k(key, rank)
    where o.deleted_at is null and k.key = any(${keys})`)

const LIVE = raw('t."__deletedAt" is null')

/** Items of a list by id or name. */
export const findItems = (
  db: Db,
  { table, where }: Pick<Source, 'table' | 'where'>,
  { ids, names }: { ids: readonly string[]; names: readonly string[] },
): Promise<Match[]> =>
  db.all(sql<Match>`select t."__id"::text as key, t."__id" as id, 1 as rank from ${table} t
    where t."__id" = any(${[...ids]}::uuid[]) and ${and([LIVE, ...where])}
    union all
    select t."__name", t."__id", 2 from ${table} t
    where t."__name" = any(${[...names]}::text[]) and ${and([LIVE, ...where])}`)
