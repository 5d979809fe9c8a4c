-- What solutions define, and the files they came in.

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

-- The files of a solution as they were applied, byte for byte.
create table kontor.solution_files (
  solution text not null,
  path text not null,
  content bytea not null,
  primary key (solution, path)
);

-- A file that many versions have is stored once.
create table kontor.solution_bodies (
  checksum text primary key,
  content bytea not null
);

-- `files` has the checksum of every file by its path; `changes` is what was different, in words.
create table kontor.solution_versions (
  solution text not null,
  number integer not null check (number > 0),
  published_at timestamptz not null,
  published_by uuid not null,
  comment text not null,
  changes json not null,
  files jsonb not null,
  primary key (solution, number)
);

-- `number` orders them; a base version of 0 means that the solution does not exist yet.
create table kontor.drafts (
  id uuid primary key,
  number bigint generated always as identity unique,
  solution text not null,
  author uuid not null,
  base_version integer not null check (base_version >= 0),
  revision integer not null check (revision > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index drafts_author on kontor.drafts (author, number);
create index drafts_solution on kontor.drafts (solution, number);

-- Files that differ from the base; without content = removed.
create table kontor.draft_files (
  draft_id uuid not null references kontor.drafts on delete cascade,
  path text not null,
  content bytea,
  primary key (draft_id, path)
);

-- What administrators set in the place of the defaults that solutions bring.
create table kontor.workspace_parameters (
  workspace text not null,
  code text not null,
  value jsonb not null,
  primary key (workspace, code)
);

-- Values of parameters that are secrets, sealed.
create table kontor.workspace_secrets (
  workspace text not null,
  code text not null,
  secret text not null,
  primary key (workspace, code)
);
