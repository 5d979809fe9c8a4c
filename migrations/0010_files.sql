-- Bodies of files, the files that show them to people, and their directories.

-- A body has the id its uploader chose for it. Until a file uses it, it is temporary and goes away
-- at `expires_at`. The object in the store has a name of its own, so that a body which is sent
-- again never touches bytes that somebody reads.
create table kontor.file_bodies (
  id uuid primary key,
  state text not null check (state in ('uploading', 'stored')),
  object text unique,
  size bigint not null check (size >= 0),
  sha256 bytea check (length(sha256) = 32),
  created_at timestamptz not null,
  created_by uuid not null,
  expires_at timestamptz,
  check (state = 'uploading' or (object is not null and sha256 is not null)),
  check (state = 'stored' or expires_at is not null)
);
create index file_bodies_expiry on kontor.file_bodies (expires_at) where expires_at is not null;

-- What has arrived of a body that comes in parts: bytes from `starts` up to, not including, `ends`.
create table kontor.file_parts (
  body_id uuid not null references kontor.file_bodies on delete cascade,
  starts bigint not null check (starts >= 0),
  ends bigint not null,
  object text not null unique,
  primary key (body_id, starts),
  check (ends > starts)
);

-- Objects of the store that nothing uses, or nothing uses yet: an upload is named here before its
-- first byte is written, so that an object without an owner never lies about for ever.
create table kontor.file_garbage (
  object text primary key,
  delete_after timestamptz not null
);
create index file_garbage_age on kontor.file_garbage (delete_after);

-- The text of file bodies, or why there is none.
create table kontor.file_texts (
  body_id uuid primary key references kontor.file_bodies on delete cascade,
  content text,
  problem text
);

-- File bodies that the store does not have, or that are not what was stored.
create table kontor.file_faults (
  object text primary key,
  fault text not null check (fault in ('missing', 'damaged')),
  seen_by text not null,
  seen_at timestamptz not null
);

-- How far the slow comparison of all bodies with their checksums has come. One row.
create table kontor.file_scrub (
  is_only boolean primary key default true check (is_only),
  -- The last object that was compared in this pass.
  after text not null,
  started_at timestamptz not null,
  completed_at timestamptz
);

-- Every directory knows the way to its root, nearest first, also when one above moves. `owner_id` is
-- the user in whose personal files it lies, `app_id` the app whose files it holds. `unique_in` is
-- the parent where names must be unique, null where they need not.
create table kontor.directories (
  id uuid primary key,
  name text not null check (name <> ''),
  parent_id uuid,
  ancestors uuid[] not null,
  is_system boolean not null default false,
  unique_names boolean not null default true,
  unique_in uuid,
  owner_id uuid,
  app_id uuid,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  deleted_at timestamptz
);
create index directories_parent on kontor.directories (parent_id, name);
create index directories_ancestors on kontor.directories using gin (ancestors);
create unique index directories_names on kontor.directories (unique_in, name)
  where deleted_at is null;

insert into kontor.directories
  (id, name, ancestors, is_system, created_at, created_by, updated_at, updated_by)
select id::uuid, name, '{}', true, now(), nil, now(), nil
from (values
  ('00000000-0000-7000-8000-000000000010', 'Shared files'),
  ('00000000-0000-7000-8000-000000000011', 'App files'),
  ('00000000-0000-7000-8000-000000000012', 'Recycle Bin'),
  ('00000000-0000-7000-8000-000000000013', 'Channel files')) as d(id, name),
  (values ('00000000-0000-0000-0000-000000000000'::uuid)) as n(nil);

-- What is shared is seen and added to by everybody, and changed by who added it, until an
-- administrator decides otherwise.
insert into kontor.grants (id, object_kind, object_id, right_code, subject_kind, subject_id)
select gen_random_uuid(), 'directory', '00000000-0000-7000-8000-000000000010', right_code,
  subject_kind, subject_id
from (values
  ('read', 'group', '00000000-0000-7000-8000-000000000002'),
  ('create', 'group', '00000000-0000-7000-8000-000000000002'),
  ('update', 'role', 'author'),
  ('delete', 'role', 'author')) as g(right_code, subject_kind, subject_id);

-- Every user, every app and every channel has a directory with its own id: there is nothing to make and
-- nothing that could be missing. A name may be given in several languages, and the one that is written first
-- is for everybody.
create view kontor.all_directories as
  select id, name, parent_id, ancestors, is_system, unique_names, owner_id, app_id,
    created_at, created_by, updated_at, updated_by, deleted_at
  from kontor.directories
  union all
  select id, 'Personal files', null, '{}', true, true, id, null,
    created_at, coalesce(created_by, '00000000-0000-0000-0000-000000000000'),
    updated_at, coalesce(updated_by, '00000000-0000-0000-0000-000000000000'), deleted_at
  from kontor.users
  union all
  select d.id, coalesce(case json_typeof(d.body -> 'name')
      when 'object' then (select t.value from json_each_text(d.body -> 'name') t limit 1)
      else d.body ->> 'name' end, d.code), p.id, array[p.id], true, false, null,
    case when d.kind = 'app' then d.id end,
    d.created_at, d.created_by, d.updated_at, d.updated_by, d.deleted_at
  from kontor.definitions d
  join (values ('app', '00000000-0000-7000-8000-000000000011'::uuid),
    ('channel', '00000000-0000-7000-8000-000000000013')) as p(kind, id) on p.kind = d.kind;

-- A file in a directory. Files of the fields of an app lie in the directory that has the id of the
-- app; `item_id` is the item they were made for.
create table kontor.files (
  id uuid primary key,
  directory_id uuid not null,
  name text not null check (name <> ''),
  original_name text not null check (original_name <> ''),
  body_id uuid not null references kontor.file_bodies,
  version integer not null default 1 check (version > 0),
  comment text not null default '',
  item_id uuid,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  deleted_at timestamptz,
  unique_in uuid,
  content_type text not null default 'application/octet-stream',
  -- Of the present version, where it is not the first.
  body_at timestamptz,
  body_by uuid
);
create index files_directory on kontor.files (directory_id, name);
create index files_body on kontor.files (body_id);
create index files_item on kontor.files (item_id) where item_id is not null;
create unique index files_names on kontor.files (unique_in, name) where deleted_at is null;
create index files_newest on kontor.files (directory_id, created_at desc, id)
  where deleted_at is null;
create index files_newest_of_all on kontor.files (created_at desc, id) where deleted_at is null;
create index files_search on kontor.files using gin (name gin_trgm_ops) where deleted_at is null;
create index files_trash on kontor.files (deleted_at desc, id) where deleted_at is not null;

-- What a file was before; its present version is in the file itself.
create table kontor.file_versions (
  file_id uuid not null references kontor.files on delete cascade,
  version integer not null check (version > 0),
  body_id uuid not null references kontor.file_bodies,
  created_at timestamptz not null,
  created_by uuid not null,
  primary key (file_id, version)
);
create index file_versions_body on kontor.file_versions (body_id);

-- What was taken into use and given back since, per user. Only added to, so that nobody waits for
-- anybody; the sweep adds up what lies there.
create table kontor.file_usage (
  user_id uuid not null,
  bytes bigint not null
);
create index file_usage_user on kontor.file_usage (user_id) include (bytes);

-- Signs the links by which files are fetched and sent without a token.
insert into kontor.settings (key, value)
values ('link_secret', to_jsonb(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')));
