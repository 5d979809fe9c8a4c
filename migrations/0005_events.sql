-- The one log: events for programs, audit for people. It is read in the order of its positions; a
-- reader waits at a missing one until it appears or no longer can.
-- It is in partitions: spans of positions, which are spans of time as well. They are made ahead, and dropped
-- when their events are in an archive. Partitions of PostgreSQL 15 and 16 have no identity: the sequence is
-- one of its own.
create sequence kontor.events_position_seq;
create table kontor.events (
  position bigint primary key default nextval('kontor.events_position_seq'),
  at timestamptz not null,
  type text not null,
  object_id text not null,
  namespace text,
  code text,
  actor_id uuid,
  credential_id uuid,
  request_id text,
  data jsonb not null
) partition by range (position);
create index events_object on only kontor.events (object_id, position);
-- Tasks, approvals and the like happen to objects of their own; an event that concerns an item says
-- so as `data.item`, and is a part of what happened to the item. Others are not in this index.
create index events_item on only kontor.events ((data #>> '{item,id}'), position)
  where jsonb_typeof(data -> 'item') = 'object';

create table kontor.events_0 partition of kontor.events for values from (minvalue) to (20000000)
  with (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_freeze_min_age = 0);

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
select kontor.extend_events(40000000);

-- Positions of the log that no event will ever have: whoever took them was rolled back. Written down
-- when that is certain, so that a position which is neither here nor in the log was lost.
create table kontor.event_gaps (
  first bigint primary key,
  last bigint not null check (last >= first)
);

-- How far the log is accounted for. While `writers` still run, nothing up to `up_to` is certain.
create table kontor.event_account (
  id boolean primary key default true check (id),
  position bigint not null,
  up_to bigint,
  writers text[]
);
insert into kontor.event_account (position) values (0);

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

-- Of which times the events of a block of positions are: whoever asks by time need not read the log from its end.
-- It covers the log from its beginning; what comes after the last row is not known yet.
create table kontor.event_times (
  block bigint primary key,
  first bigint not null,
  last bigint not null,
  began timestamptz not null,
  ended timestamptz not null
);

-- Where the trace of a request can be gone on with, by whoever sends its events. Only while tracing is on.
create table kontor.request_traces (
  request_id text primary key,
  traceparent text not null,
  created_at timestamptz not null
);
create index request_traces_created_at on kontor.request_traces (created_at);
