-- Bodies of files, and the files that show them to people.

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
  deleted_at timestamptz
);
create index files_directory on kontor.files (directory_id, name);
create index files_body on kontor.files (body_id);
create index files_item on kontor.files (item_id) where item_id is not null;
