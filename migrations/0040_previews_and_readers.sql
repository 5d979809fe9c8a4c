-- An administrator looks at the system as somebody else: for a while, and only to read.
create table kontor.previews (
  id uuid primary key,
  viewer_id uuid not null references kontor.users on delete cascade,
  user_id uuid not null references kontor.users on delete cascade,
  expires_at timestamptz not null
);
create index previews_expired on kontor.previews (expires_at);

-- What Kontor signs for a report is valid for some minutes: a query can read it, and could keep it. Nodes of
-- the release before sign without an end; they are given a day to be replaced.
alter table kontor.report_access add column endless_until timestamptz not null default now() + interval '1 day';

create or replace function kontor.report_reader() returns jsonb
  language sql stable parallel restricted security definer set search_path = pg_catalog, pg_temp
  return (
    select case
      when left(given, 64) = encode(sha256(convert_to(secret || substr(given, 65) || secret, 'UTF8')), 'hex')
        and coalesce((substr(given, 65)::jsonb ->> 'until')::bigint > extract(epoch from now()) * 1000,
          now() < endless_until)
      then substr(given, 65)::jsonb end
    from kontor.report_access, current_setting('kontor.reader', true) as given
  );
