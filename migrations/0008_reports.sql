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

-- Null for everybody who does not bring what Kontor has signed.
create function kontor.report_reader() returns jsonb
  language sql stable parallel restricted security definer set search_path = pg_catalog, pg_temp
  return (
    select case
      when left(given, 64) = encode(sha256(convert_to(secret || substr(given, 65) || secret, 'UTF8')), 'hex')
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

-- Items that are granted one by one.
create function kontor.report_items(app text) returns uuid[]
  language sql stable parallel restricted security definer set search_path = pg_catalog, pg_temp
  return (
    select array_agg(split_part(g.object_id, '/', 3)::uuid)
    from kontor.grants g, kontor.report_reader() r
    where g.object_kind = 'item' and starts_with(g.object_id, app || '/')
      and g.right_code in ('read', 'manage')
      and r -> 'subjects' ? g.subject_id
  );
