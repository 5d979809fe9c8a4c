-- What there is about items beside the tables of their apps.

-- Fields that were taken out of an app. Their columns stay, so that they can come back.
create table kontor.app_tables (
  app_id uuid primary key references kontor.definitions,
  removed_fields json not null default '{}'
);

-- How many items each app has, and a mark that changes with every change of them.
-- Writers append what they changed and never meet in a row; now and then one of them adds up what
-- others have left. Triggers see every way in: single writes, COPY, merges, tools of others.
-- Apps are known by their names, which a restored database keeps.
create table kontor.item_counts (
  id bigint generated always as identity,
  app text not null,
  items bigint not null,
  live bigint not null
) with (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0);
create index item_counts_app on kontor.item_counts (app);

-- Rows that another transaction is adding up are left to it.
create function kontor.add_up_items(wanted text) returns void language sql as $$
  with taken as (
    delete from kontor.item_counts where ctid = any (array(
      select ctid from kontor.item_counts where app = wanted limit 1000 for update skip locked))
    returning items, live)
  insert into kontor.item_counts (app, items, live)
  select wanted, sum(items), sum(live) from taken having count(*) > 0
$$;

-- One statement, one row: 15 to 40 microseconds of CPU. Updates look at no rows, because most of them leave
-- the counts as they are; those that delete or bring back are told row by row.
-- Codes of fields never begin with two underscores: a field called like the variable would hide it.
create function kontor.count_items() returns trigger language plpgsql as $$
declare
  __app constant text := tg_table_schema || '.' || tg_table_name;
begin
  if tg_op = 'INSERT' then
    insert into kontor.item_counts (app, items, live)
      select __app, count(*), count(*) filter (where "__deletedAt" is null)
      from added having count(*) > 0;
  elsif tg_op = 'DELETE' then
    insert into kontor.item_counts (app, items, live)
      select __app, -count(*), -count(*) filter (where "__deletedAt" is null)
      from removed having count(*) > 0;
  elsif tg_level = 'ROW' then
    insert into kontor.item_counts (app, items, live)
      values (__app, 0, case when new."__deletedAt" is null then 1 else -1 end);
  else
    if tg_op = 'TRUNCATE' then
      delete from kontor.item_counts where app = __app;
    end if;
    insert into kontor.item_counts (app, items, live) values (__app, 0, 0);
  end if;
  if random() < 0.004 then
    perform kontor.add_up_items(__app);
  end if;
  return null;
end
$$;

-- From here on the table of an app is counted.
create function kontor.watch_items(watched regclass) returns void language plpgsql as $$
declare
  name text;
begin
  execute format('create trigger count_inserted after insert on %s
    referencing new table as added for each statement execute function kontor.count_items()', watched);
  execute format('create trigger count_updated after update on %s
    for each statement execute function kontor.count_items()', watched);
  execute format('create trigger count_marked after update of "__deletedAt" on %s for each row
    when ((old."__deletedAt" is null) is distinct from (new."__deletedAt" is null))
    execute function kontor.count_items()', watched);
  execute format('create trigger count_deleted after delete on %s
    referencing old table as removed for each statement execute function kontor.count_items()', watched);
  execute format('create trigger count_truncated after truncate on %s
    for each statement execute function kontor.count_items()', watched);
  select n.nspname || '.' || t.relname into name
    from pg_class t join pg_namespace n on n.oid = t.relnamespace where t.oid = watched;
  delete from kontor.item_counts where app = name;
  execute format('insert into kontor.item_counts (app, items, live)
    select $1, count(*), count(*) filter (where "__deletedAt" is null) from %s', watched) using name;
end
$$;

-- Tables that are loaded into apps, and what was wrong with their rows.
create table kontor.imports (
  id uuid primary key,
  app_id uuid not null references kontor.definitions,
  namespace text not null,
  code text not null,
  body_id uuid not null,
  format text check (format in ('csv', 'xlsx')),
  with_handlers boolean not null,
  state text not null check (state in ('wait', 'running', 'complete', 'failed')),
  -- Null until the rows are counted.
  total integer,
  processed integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  failed integer not null default 0,
  -- Why the whole of it failed.
  error text,
  attempts integer not null default 0,
  created_at timestamptz not null,
  created_by uuid not null,
  started_at timestamptz,
  touched_at timestamptz not null,
  finished_at timestamptz,
  -- Which field each column of the file goes into, where somebody chose it; null = by its title.
  columns jsonb,
  -- Whether it writes an event for every item.
  with_events boolean not null default true,
  check (processed = created + updated + failed)
);
create unique index imports_running on kontor.imports (app_id) where state in ('wait', 'running');
create index imports_app on kontor.imports (app_id, created_at);

create table kontor.import_errors (
  import_id uuid not null references kontor.imports on delete cascade,
  ordinal bigint generated always as identity,
  row_number integer not null,
  column_code text,
  message text not null,
  primary key (import_id, row_number, ordinal)
);

-- Rows on their way into an app lie here in tables of their own, which no backup needs.
create schema kontor_import;
