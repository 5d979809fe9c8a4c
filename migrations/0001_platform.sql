-- People, who may do what, and the log of everything that happened.

create table kontor.users (
  id uuid primary key,
  login text not null check (login <> ''),
  email text not null default '',
  last_name text not null default '',
  first_name text not null default '',
  middle_name text not null default '',
  name text not null generated always as (
    coalesce(
      nullif(btrim(regexp_replace(last_name || ' ' || first_name || ' ' || middle_name, '\s+', ' ', 'g')), ''),
      login
    )
  ) stored,
  status smallint not null default 2 check (status between 0 and 4),
  password_hash text,
  timezone text not null default 'UTC',
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz
);
create unique index users_login on kontor.users (lower(login));

create table kontor.groups (
  id uuid primary key,
  namespace text not null,
  code text not null,
  name text not null check (name <> ''),
  description text not null default '',
  is_role boolean not null default false,
  is_default boolean not null default false,
  is_system boolean not null default false,
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  unique (namespace, code)
);

create table kontor.group_members (
  group_id uuid not null references kontor.groups on delete cascade,
  member_kind text not null check (member_kind in ('user', 'group', 'position', 'department')),
  member_id uuid not null,
  primary key (group_id, member_id)
);
create index group_members_member on kontor.group_members (member_id);

insert into kontor.groups (id, namespace, code, name, is_system) values
  ('00000000-0000-7000-8000-000000000001', 'global', 'administrators', 'Administrators', true),
  ('00000000-0000-7000-8000-000000000002', 'global', 'all_users', 'All users', true);

create table kontor.tokens (
  id uuid primary key,
  user_id uuid not null references kontor.users on delete cascade,
  name text not null check (name <> ''),
  hash bytea not null unique,
  scopes text[],
  created_at timestamptz not null default now(),
  created_by uuid,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index tokens_user on kontor.tokens (user_id);

create table kontor.sessions (
  id uuid primary key,
  user_id uuid not null references kontor.users on delete cascade,
  hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  address text not null default '',
  agent text not null default ''
);
create index sessions_user on kontor.sessions (user_id);
create index sessions_expiry on kontor.sessions (expires_at);

-- Guessing slows down per login and per address, whether or not the login exists.
create table kontor.sign_in_failures (
  key text primary key,
  failures integer not null,
  last_at timestamptz not null
);

-- Nothing granted is nothing allowed. An object is named by its kind and its path.
create table kontor.grants (
  id uuid primary key,
  object_kind text not null,
  object_id text not null,
  right_code text not null,
  subject_kind text not null check (subject_kind in ('user', 'group', 'role')),
  subject_id text not null,
  created_at timestamptz not null default now(),
  created_by uuid,
  unique (object_kind, object_id, right_code, subject_kind, subject_id)
);

-- The one log: events for programs, audit for people. It is read in the order of its positions; a
-- reader waits at a missing one until it appears or no longer can.
create table kontor.events (
  position bigint generated always as identity primary key,
  at timestamptz not null,
  type text not null,
  object_id text not null,
  namespace text,
  code text,
  actor_id uuid,
  credential_id uuid,
  request_id text,
  data jsonb not null
);
create index events_object on kontor.events (object_id, position);

-- The answers to requests that came with an Idempotency-Key. An answer may hold a secret, and the
-- fingerprint of a request a password: both can be opened only with the key, which is not here.
create table kontor.idempotency_keys (
  user_id uuid not null,
  key_hash bytea not null,
  fingerprint bytea not null,
  answer bytea not null,
  created_at timestamptz not null,
  primary key (user_id, key_hash)
);
create index idempotency_keys_age on kontor.idempotency_keys (created_at);

-- Facts of this installation: its secret, its event log's name.
create table kontor.settings (
  key text primary key,
  value jsonb not null
);
