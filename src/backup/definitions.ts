import type pg from 'pg'

const WORKSPACE = `n.nspname like 'ws\\_%'`

const TABLES_OF = `
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and ${WORKSPACE}`

/** What belongs to tables of workspaces: the catalog's row \`x\` and its table's oid. */
const onTables = (catalog: string, table: string) => `
  from ${catalog} x
  join pg_class c on c.oid = x.${table} and c.relkind = 'r'
  join pg_namespace n on n.oid = c.relnamespace
  where ${WORKSPACE}`

const SEQUENCE_OPTIONS = `format(
  'start with %s increment by %s minvalue %s maxvalue %s cache %s %s',
  s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache,
  case when s.seqcycle then 'cycle' else 'no cycle' end)`

const SCHEMAS = `
  select format('create schema %I', n.nspname) as ddl
  from pg_namespace n where ${WORKSPACE} order by n.nspname`

/** Without the sequences of identity columns, which are created with their columns. */
const SEQUENCES = `
  select format('create sequence %I.%I as %s %s',
    n.nspname, c.relname, format_type(s.seqtypid, null), ${SEQUENCE_OPTIONS}) as ddl
  from pg_sequence s
  join pg_class c on c.oid = s.seqrelid
  join pg_namespace n on n.oid = c.relnamespace
  where ${WORKSPACE} and not exists (
    select from pg_depend d
    where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'i')
  order by n.nspname, c.relname`

const IDENTITY = `(
  select format(' generated %s as identity (sequence name %I.%I %s)',
    case a.attidentity when 'a' then 'always' else 'by default' end,
    sn.nspname, sc.relname, ${SEQUENCE_OPTIONS})
  from pg_depend d
  join pg_sequence s on s.seqrelid = d.objid
  join pg_class sc on sc.oid = d.objid
  join pg_namespace sn on sn.oid = sc.relnamespace
  where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass
    and d.refobjid = a.attrelid and d.refobjsubid = a.attnum and d.deptype = 'i')`

const VALUE = `case
  when a.attidentity <> '' then ${IDENTITY}
  when a.attgenerated = 's' then format(' generated always as (%s) stored', pg_get_expr(v.adbin, v.adrelid))
  when a.attgenerated = 'v' then format(' generated always as (%s) virtual', pg_get_expr(v.adbin, v.adrelid))
  when v.adbin is not null then format(' default %s', pg_get_expr(v.adbin, v.adrelid))
  else '' end`

const COLUMN = `format('%I %s%s%s%s',
  a.attname,
  format_type(a.atttypid, a.atttypmod),
  case when a.attcollation <> t.typcollation
    then (select format(' collate %I.%I', cn.nspname, l.collname)
      from pg_collation l join pg_namespace cn on cn.oid = l.collnamespace where l.oid = a.attcollation)
    else '' end,
  ${VALUE},
  case when a.attnotnull then ' not null' else '' end)`

const TABLES = `
  select format('create %stable %I.%I (%s)%s',
    case c.relpersistence when 'u' then 'unlogged ' else '' end,
    n.nspname, c.relname,
    (select string_agg(${COLUMN}, ', ' order by a.attnum)
      from pg_attribute a
      join pg_type t on t.oid = a.atttypid
      left join pg_attrdef v on v.adrelid = a.attrelid and v.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
    (select format(' with (%s)', string_agg(format('%I = %L', o.option_name, o.option_value), ', '))
      from pg_options_to_table(c.reloptions) o having count(*) > 0)) as ddl
  ${TABLES_OF}
  order by n.nspname, c.relname`

const OWNERS = `
  select format('alter sequence %I.%I owned by %I.%I.%I',
    sn.nspname, sc.relname, n.nspname, c.relname, a.attname) as ddl
  from pg_depend d
  join pg_class sc on sc.oid = d.objid and sc.relkind = 'S'
  join pg_namespace sn on sn.oid = sc.relnamespace
  join pg_class c on c.oid = d.refobjid
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
  where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass
    and d.deptype = 'a' and ${WORKSPACE}
  order by 1`

const STORAGE = `
  select format('alter table %I.%I alter column %I set storage %s', n.nspname, c.relname, x.attname,
    case x.attstorage when 'p' then 'plain' when 'e' then 'external' when 'm' then 'main' else 'extended' end) as ddl
  ${onTables('pg_attribute', 'attrelid')}
    and x.attnum > 0 and not x.attisdropped
    and x.attstorage <> (select typstorage from pg_type t where t.oid = x.atttypid)
  order by n.nspname, c.relname, x.attnum`

const constraints = (kinds: string) => `
  select format('alter table %I.%I add constraint %I %s',
    n.nspname, c.relname, x.conname, pg_get_constraintdef(x.oid)) as ddl
  ${onTables('pg_constraint', 'conrelid')} and x.contype in (${kinds})
  order by n.nspname, c.relname, x.conname`

const INDEXES = `
  select pg_get_indexdef(x.indexrelid) as ddl
  ${onTables('pg_index', 'indrelid')} and not exists (
    select from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u', 'x'))
  order by 1`

const STATISTICS = `
  select pg_get_statisticsobjdef(x.oid) as ddl ${onTables('pg_statistic_ext', 'stxrelid')} order by 1`

const TRIGGERS = `
  select pg_get_triggerdef(x.oid) as ddl ${onTables('pg_trigger', 'tgrelid')} and not x.tgisinternal
  order by 1`

const COMMENTS = `
  select format('comment on table %I.%I is %L', n.nspname, c.relname, obj_description(c.oid, 'pg_class')) as ddl
  ${TABLES_OF} and obj_description(c.oid, 'pg_class') is not null
  union all
  select format('comment on column %I.%I.%I is %L',
    n.nspname, c.relname, x.attname, col_description(c.oid, x.attnum))
  ${onTables('pg_attribute', 'attrelid')}
    and x.attnum > 0 and not x.attisdropped and col_description(c.oid, x.attnum) is not null
  order by 1`

const OMITTED = `
  select format('%s %I.%I', case c.relkind
      when 'v' then 'view' when 'm' then 'materialized view' when 'p' then 'partitioned table'
      when 'f' then 'foreign table' else 'type' end, n.nspname, c.relname) as ddl
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where ${WORKSPACE} and c.relkind in ('v', 'm', 'p', 'f', 'c')
  union all
  select format('function %I.%I', n.nspname, p.proname)
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${WORKSPACE}
  union all
  select format('type %I.%I', n.nspname, t.typname)
  from pg_type t join pg_namespace n on n.oid = t.typnamespace
  where ${WORKSPACE} and t.typtype in ('e', 'd', 'r')
  order by 1`

const BEFORE = [SCHEMAS, SEQUENCES, TABLES, STORAGE]
const AFTER = [
  OWNERS,
  constraints(`'p', 'u', 'c', 'x'`),
  INDEXES,
  STATISTICS,
  constraints(`'f'`),
  TRIGGERS,
  COMMENTS,
]

export type Definitions = { before: string[]; after: string[] }

/**
 * The SQL that recreates the schemas of workspaces, read from the catalog. Indexes, constraints and
 * triggers come after the rows.
 */
export async function readDefinitions(client: pg.Client): Promise<Definitions> {
  return { before: await readAll(client, BEFORE), after: await readAll(client, AFTER) }
}

/** Objects that were added to those schemas by hand and are not included in a backup. */
export const listOmitted = (client: pg.Client): Promise<string[]> => readAll(client, [OMITTED])

async function readAll(client: pg.Client, queries: string[]): Promise<string[]> {
  const texts: string[] = []
  for (const query of queries) {
    const { rows } = await client.query<{ ddl: string }>(query)
    texts.push(...rows.map((row) => row.ddl))
  }
  return texts
}
