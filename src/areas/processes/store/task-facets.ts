import type { Db } from '../../../platform/db/db.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'

export type FacetRow = {
  facet: 'total' | 'process' | 'app' | 'performer' | 'author' | 'due' | 'priority'
  value: string
  name: string
  count: number
}

type FacetQuery = { table: Sql; where: Sql; at: Date; today: Date }

/** The largest values of each kind. */
const MOST = 200

/** Counts the tasks that satisfy a condition by the facets of lists. */
export const listFacets = (db: Db, { table, where, at, today }: FacetQuery): Promise<FacetRow[]> =>
  db.all(sql<FacetRow>`
    with found as materialized (select t.* from ${table} t where ${where}),
    counted as (
      select 'total' as facet, '' as value, '' as name, count(*) as count from found
      union all select 'process', case when instance_id is null then ''
          else template_namespace || ':' || template_code end, max(template_name), count(*)
        from found group by 2
      union all select 'app', concat(item -> 0 ->> 'namespace', '/', item -> 0 ->> 'code'), '',
          count(*) from found where item is not null group by 2
      union all select 'performer', p::text, '', count(*) from found, unnest(performers) p
        group by 2
      union all select 'author', created_by::text, '', count(*) from found group by 2
      union all select 'due', case when due_at is null then 'none' when due_at < ${at} then 'overdue'
          when due_at < ${today} then 'today'
          when due_at < ${today}::timestamptz + interval '6 days' then 'week'
          else 'later' end, '', count(*) from found group by 2
      union all select 'priority', priority::text, '', count(*) from found group by 2)
    select facet, value, name, count from (
      select *, row_number() over (partition by facet order by count desc, value) as place
      from counted) c
    where place <= ${MOST} order by facet, count desc, value`)
