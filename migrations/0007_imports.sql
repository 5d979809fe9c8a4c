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
