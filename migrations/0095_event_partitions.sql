-- The log in partitions: spans of positions, which are spans of time as well. They are made ahead, and dropped
-- when their events are in an archive. A log that is large already becomes the first of them by a job.

-- Spans of the log that are in files now. Positions follow each other: the log begins after the last one.
create table kontor.event_archives (
  first bigint primary key,
  last bigint not null check (last >= first),
  events bigint not null,
  began_at timestamptz,
  ended_at timestamptz,
  -- Its name in the file store.
  object text not null unique,
  bytes bigint not null,
  sha256 bytea not null,
  archived_at timestamptz not null
);

-- What is still asked about archived events: by object and type the last one, and whether all of them only took
-- over what another system has.
create table kontor.event_traces (
  object_id text not null,
  type text not null,
  position bigint not null,
  actor_id uuid,
  is_transferred boolean not null,
  primary key (object_id, type)
);

-- Makes partitions until there is room for this many positions after the given one, or the last one that was
-- taken. Neither readers nor writers wait: "create table … partition of" would let them.
create function kontor.extend_events(room bigint, after bigint default 0) returns integer
language plpgsql as $$
declare
  span constant bigint := 20000000;
  wanted bigint;
  bound bigint;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(83650003);
  select greatest(after, last_value) + room into wanted from kontor.events_position_seq;
  select max(substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''?(\d+)')::bigint) into bound
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'kontor.events'::regclass;
  while bound < wanted loop
    execute format('create table kontor.events_%s (like kontor.events including all)
      with (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_freeze_min_age = 0)', bound);
    execute format('alter table kontor.events attach partition kontor.events_%s
      for values from (%s) to (%s)', bound, bound, bound + span);
    bound := bound + span;
    made := made + 1;
  end loop;
  return made;
end
$$;

-- What others were given on one table goes over to another one: its owner, rights, comments, and publications, whose
-- subscribers go on as if nothing had happened. A publication of somebody else stays as it is; "kontor doctor" tells.
create function kontor.take_over(given regclass, taking regclass) returns void
language plpgsql as $$
declare
  step record;
begin
  for step in
    with columns as (
      select * from pg_attribute where attrelid = given and attnum > 0 and not attisdropped
    ), rights as (
      select a.*, '' as of from pg_class cross join aclexplode(relacl) a where oid = given
      union all
      select a.*, format(' (%I)', attname) from columns cross join aclexplode(attacl) a
    ), publications as (
      select array_agg(statement order by number) as statements
      from pg_publication_rel join pg_publication p on p.oid = prpubid
      cross join lateral (values
        (1, format('alter publication %I set (publish_via_partition_root = true)', pubname)),
        (2, format('alter publication %I drop table %s', pubname, given)),
        (3, format('alter publication %I add table %s%s%s', pubname, taking,
          (select ' (' || string_agg(format('%I', attname), ', ') || ')'
            from columns where attnum = any(prattrs)),
          ' where (' || pg_get_expr(prqual, prrelid) || ')'))
      ) steps (number, statement)
      where prrelid = given group by p.oid
    )
    select array[format('alter table %s owner to %s', taking, relowner::regrole)] as statements
    from pg_class where oid = given and relowner <> current_user::regrole
    union all
    select array[format('grant %s%s on %s to %s%s', privilege_type, of, taking,
      case grantee when 0 then 'public' else grantee::regrole::text end,
      case when is_grantable then ' with grant option' end)] from rights
    union all
    select array[format('comment on table %s is %L', taking, about)]
    from obj_description(given, 'pg_class') about where about is not null
    union all
    select array[format('comment on column %s.%I is %L', taking, attname, about)]
    from columns cross join col_description(given, attnum) about where about is not null
    union all
    select statements from publications
  loop
    declare
      statement text;
    begin
      foreach statement in array step.statements loop
        execute statement;
      end loop;
    exception when insufficient_privilege then
      raise warning 'not allowed: %', statement;
    end;
  end loop;
end
$$;

-- The table becomes the first partition. Its constraint must be valid, so that nobody waits while it is read.
create function kontor.partition_events() returns void
language plpgsql as $$
declare
  bound bigint;
begin
  select substring(pg_get_constraintdef(oid) from '< ''?(\d+)')::bigint into strict bound
  from pg_constraint
  where conrelid = 'kontor.events'::regclass and conname = 'events_bound' and convalidated;
  lock table kontor.events in access exclusive mode;
  alter table kontor.events rename to events_0;
  alter index kontor.events_pkey rename to events_0_pkey;
  alter index kontor.events_object rename to events_0_object;
  alter index kontor.events_item rename to events_0_item;
  create table kontor.events (like kontor.events_0) partition by range (position);
  alter table kontor.events alter position set default nextval('kontor.events_position_seq'),
    add primary key (position);
  create index events_object on only kontor.events (object_id, position);
  create index events_item on only kontor.events ((data #>> '{item,id}'), position)
    where jsonb_typeof(data -> 'item') = 'object';
  execute format('alter table kontor.events attach partition kontor.events_0
    for values from (minvalue) to (%s)', bound);
  perform kontor.take_over('kontor.events_0', 'kontor.events');
  alter table kontor.events_0 drop constraint events_bound;
  alter table kontor.events_0 set
    (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_freeze_min_age = 0);
end
$$;

-- Partitions of PostgreSQL 15 and 16 have no identity: the sequence is one of its own from here on.
do $$
declare
  newest record;
begin
  lock table kontor.events in access exclusive mode;
  select last_value, is_called into newest from kontor.events_position_seq;
  alter table kontor.events alter position drop identity;
  create sequence kontor.events_position_seq;
  perform setval('kontor.events_position_seq', newest.last_value, newest.is_called);
  alter table kontor.events alter position set default nextval('kontor.events_position_seq');
  if pg_relation_size('kontor.events') < 64 * 1024 * 1024 then
    execute format('alter table kontor.events add constraint events_bound
      check (position < %s) not valid',
      ((select last_value from kontor.events_position_seq) / 20000000 + 1) * 20000000);
    alter table kontor.events validate constraint events_bound;
    perform kontor.partition_events(), kontor.extend_events(40000000);
  end if;
end
$$;

-- These live a day or a week: they are not partitioned but deleted in batches, and vacuumed early.
alter table kontor.idempotency_keys set (autovacuum_vacuum_scale_factor = 0.02);
