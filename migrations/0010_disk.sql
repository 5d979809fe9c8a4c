-- Directories, versions of files, and what they take.

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
  ('00000000-0000-7000-8000-000000000012', 'Recycle Bin')) as d(id, name),
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

-- Every user has a directory of their own and every app has one, with the ids of the user and of
-- the app: there is nothing to make and nothing that could be missing.
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
  select id, coalesce(body ->> 'name', code), '00000000-0000-7000-8000-000000000011',
    array['00000000-0000-7000-8000-000000000011'::uuid], true, false, null, id,
    created_at, created_by, updated_at, updated_by, deleted_at
  from kontor.definitions where kind = 'app';

-- `body_at` and `body_by` tell of the present version, where it is not the first.
alter table kontor.files
  add column unique_in uuid,
  add column content_type text not null default 'application/octet-stream',
  add column body_at timestamptz,
  add column body_by uuid;
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
