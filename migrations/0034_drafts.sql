-- Versions of solutions with the text of every file, and drafts over them.

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

-- What is applied already is the first version.
insert into kontor.solution_bodies (checksum, content)
select distinct on (1) encode(sha256(content), 'hex'), content from kontor.solution_files;

insert into kontor.solution_versions
  (solution, number, published_at, published_by, comment, changes, files)
select f.solution, 1, d.updated_at, d.updated_by, '', '[]',
  jsonb_object_agg(f.path, encode(sha256(f.content), 'hex'))
from kontor.solution_files f
join kontor.definitions d on d.kind = 'solution' and d.code = f.solution and d.deleted_at is null
group by f.solution, d.updated_at, d.updated_by;

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
