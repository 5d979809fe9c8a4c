-- What solutions define, the files they came in, and the versions of processes that were published.

-- In a schema that is on every search path, whoever the user of the database is.
create extension if not exists pg_trgm with schema public;

-- Every change to any definition takes the next number: the newest one names the whole set.
create sequence kontor.definition_revisions;

-- `body` is json, not jsonb: the order of fields is the order in which people see them.
create table kontor.definitions (
  id uuid primary key,
  kind text not null,
  namespace text not null,
  code text not null,
  solution text not null,
  version integer not null check (version > 0),
  revision bigint not null,
  file text not null,
  body json not null,
  attachments jsonb not null default '{}',
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  deleted_at timestamptz,
  unique (kind, namespace, code)
);
create index definitions_solution on kontor.definitions (solution);
create index definitions_revision on kontor.definitions (revision);

-- Fields that were taken out of an app. Their columns stay, so that they can come back.
create table kontor.app_tables (
  app_id uuid primary key references kontor.definitions,
  removed_fields json not null default '{}'
);

-- The files of a solution as they were applied, byte for byte.
create table kontor.solution_files (
  solution text not null,
  path text not null,
  content bytea not null,
  primary key (solution, path)
);

-- A published version never changes: instances that run on it rely on it.
create table kontor.process_versions (
  template_id uuid not null references kontor.definitions,
  number integer not null check (number > 0),
  bpmn text not null,
  body json not null,
  graph jsonb not null,
  checksum text not null,
  published_at timestamptz not null,
  published_by uuid not null,
  primary key (template_id, number)
);

-- Grants made by a definition are replaced with it; those made by hand have no origin.
alter table kontor.grants
  add column origin text,
  drop constraint grants_subject_kind_check,
  add check (subject_kind in ('user', 'group', 'position', 'department', 'role'));
create index grants_origin on kontor.grants (origin) where origin is not null;
