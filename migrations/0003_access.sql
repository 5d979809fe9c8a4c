-- Who may do what, and the tokens and sessions that people and programs come with.

-- Nothing granted is nothing allowed. An object is named by its kind and its path.
create table kontor.grants (
  id uuid primary key,
  object_kind text not null,
  object_id text not null,
  right_code text not null,
  subject_kind text not null check (subject_kind in ('user', 'group', 'position', 'department', 'role')),
  subject_id text not null,
  created_at timestamptz not null default now(),
  created_by uuid,
  -- Grants made by a definition are replaced with it; those made by hand have no origin.
  origin text,
  unique (object_kind, object_id, right_code, subject_kind, subject_id)
);
create index grants_origin on kontor.grants (origin) where origin is not null;
-- Whether any object below another one has grants of its own, by the beginning of its path.
create index grants_below on kontor.grants (object_kind, object_id collate "C");

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
  revoked_at timestamptz,
  connection_id uuid references kontor.connections on delete cascade,
  -- What assistants may do with a token: everything it allows, only read, or nothing.
  assistants text not null default 'on' check (assistants in ('on', 'read', 'off')),
  -- Whom a token for provisioning may change: those whom the provider brought, other people as well, or
  -- administrators, too.
  reach text not null default 'own' check (reach in ('own', 'people', 'everybody'))
);
create index tokens_user on kontor.tokens (user_id);
create index tokens_connection on kontor.tokens (connection_id) where connection_id is not null;

-- What came of the calls of a token or of a connected program. Rows of those that are gone are swept.
create table kontor.credential_calls (
  credential_id uuid primary key,
  calls bigint not null,
  failures bigint not null,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_failure text
);

create table kontor.sessions (
  id uuid primary key,
  user_id uuid not null references kontor.users on delete cascade,
  hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  address text not null default '',
  agent text not null default '',
  last_used_at timestamptz not null default now(),
  -- When and how their user proved who they are.
  proven_at timestamptz not null default now(),
  methods text[] not null default '{}'
);
create index sessions_user on kontor.sessions (user_id);
create index sessions_expiry on kontor.sessions (expires_at);

-- An administrator looks at the system as somebody else: for a while, and only to read.
create table kontor.previews (
  id uuid primary key,
  viewer_id uuid not null references kontor.users on delete cascade,
  user_id uuid not null references kontor.users on delete cascade,
  expires_at timestamptz not null
);
create index previews_expired on kontor.previews (expires_at);

-- Browsers somebody came in with before: guesses of others do not slow them down.
create table kontor.known_devices (
  hash bytea primary key,
  user_id uuid not null references kontor.users on delete cascade,
  last_at timestamptz not null
);
create index known_devices_age on kontor.known_devices (last_at);

-- Guessing slows down per login and per address, whether or not the login exists.
create table kontor.sign_in_failures (
  key text primary key,
  failures integer not null,
  last_at timestamptz not null
);
