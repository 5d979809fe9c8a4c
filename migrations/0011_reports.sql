-- SQL reports run as a user of the database who can do nothing but read app tables, and of those
-- only the rows that the caller of the report may read. Who calls travels in a setting, which the
-- report itself could change: so it is signed with a secret that reports cannot read.

create table kontor.report_access (
  is_only boolean primary key default true check (is_only),
  role text not null,
  password text not null,
  secret text not null
);

insert into kontor.report_access (role, password, secret) values (
  'kontor_reports_' || left(replace(gen_random_uuid()::text, '-', ''), 10),
  replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
);

-- Null for everybody who does not bring what Kontor has signed. That is valid for some minutes: a query can read
-- it, and could keep it.
create function kontor.report_reader() returns jsonb
  language sql stable parallel restricted security definer set search_path = pg_catalog, pg_temp
  return (
    select case
      when left(given, 64) = encode(sha256(convert_to(secret || substr(given, 65) || secret, 'UTF8')), 'hex')
        and (substr(given, 65)::jsonb ->> 'until')::bigint > extract(epoch from now()) * 1000
      then substr(given, 65)::jsonb end
    from kontor.report_access, current_setting('kontor.reader', true) as given
  );

-- The login cannot be changed from inside a query, unlike roles and settings.
create function kontor.is_report() returns boolean
  language sql stable parallel restricted security definer set search_path = pg_catalog, pg_temp
  return (select session_user = role from kontor.report_access);

create function kontor.report_reads(app text) returns boolean
  language sql stable parallel restricted security definer set search_path = pg_catalog, pg_temp
  return (
    select coalesce(r -> 'apps' ->> app = 'all' or r ->> 'all' = 'true', false)
    from kontor.report_reader() r
  );

-- The caller, where authors may read what they have written.
create function kontor.report_author(app text) returns uuid
  language sql stable parallel restricted security definer set search_path = pg_catalog, pg_temp
  return (
    select case when r -> 'apps' ->> app = 'author' then (r ->> 'user')::uuid end
    from kontor.report_reader() r
  );

-- Items that are granted one by one. A query in SQL reads whole rows, so whoever does not see every field of an app gets none of its
-- items there, the ones that were granted one by one included.
create function kontor.report_items(app text) returns uuid[]
  language sql stable parallel restricted security definer set search_path = pg_catalog, pg_temp
  return (
    select array_agg(split_part(g.object_id, '/', 3)::uuid)
    from kontor.grants g, kontor.report_reader() r
    where g.object_kind = 'item' and starts_with(g.object_id, app || '/')
      and g.right_code in ('read', 'manage')
      and r -> 'subjects' ? g.subject_id
      and r -> 'apps' ->> app is distinct from 'none'
  );

-- Reports that are mailed at fixed times. `request` and `timing` are `json`: what people get back is
-- what they gave.
create table kontor.report_schedules (
  id uuid primary key,
  namespace text not null,
  code text not null,
  owner_id uuid not null references kontor.users on delete cascade,
  name text not null,
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  timing json not null,
  request json not null,
  -- Users, groups and places in the org chart.
  receivers uuid[] not null,
  -- Null while it is paused.
  next_at timestamptz,
  paused_reason text check (paused_reason in ('by_hand', 'owner', 'report')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((next_at is null) = (paused_reason is not null))
);
create index report_schedules_due on kontor.report_schedules (next_at) where next_at is not null;
create index report_schedules_owner on kontor.report_schedules (owner_id);
create index report_schedules_report on kontor.report_schedules (namespace, code);

-- One mail for each receiver and time; it is written down before it is sent.
create table kontor.report_mails (
  id uuid primary key,
  schedule_id uuid not null references kontor.report_schedules on delete cascade,
  user_id uuid not null references kontor.users on delete cascade,
  due_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('sent', 'skipped', 'failed')),
  -- Why it was not sent, or not yet.
  error text,
  unique (schedule_id, user_id, due_at),
  check ((ended_at is null) = (outcome is null))
);
create index report_mails_ended on kontor.report_mails (ended_at) where ended_at is not null;

-- How many mails the schedules of a person have made on a day. It outlives the schedules: deleting
-- and making them anew does not begin again. No foreign key: it would lock the table of users; old days are
-- deleted anyway.
create table kontor.report_mail_days (
  owner_id uuid not null,
  day date not null,
  mails integer not null check (mails >= 0),
  primary key (owner_id, day)
);
