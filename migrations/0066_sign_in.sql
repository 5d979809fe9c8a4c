-- Sessions end when nobody uses them, and say when and how their user proved who they are. Those of
-- before had shorter secrets and cookies without a prefix: people sign in once more.
delete from kontor.sessions;
alter table kontor.sessions
  add column last_used_at timestamptz not null default now(),
  add column proven_at timestamptz not null default now(),
  add column methods text[] not null default '{}';

-- A password that somebody else chose: changed at the first sign-in, refused after this time.
alter table kontor.users add column password_initial_until timestamptz;

-- A sign-in that still needs something, or a passkey or an app that is being added. The browser has the
-- secret in a cookie.
create table kontor.sign_in_attempts (
  id uuid primary key,
  hash bytea not null unique,
  user_id uuid references kontor.users on delete cascade,
  methods text[] not null default '{}',
  challenge text,
  seed text,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index sign_in_attempts_user on kontor.sign_in_attempts (user_id);

-- Authenticator apps. The seed is sealed; a step is accepted once.
create table kontor.authenticator_apps (
  user_id uuid primary key references kontor.users on delete cascade,
  seed text not null,
  last_step bigint not null,
  created_at timestamptz not null
);

create table kontor.passkeys (
  id text primary key,
  user_id uuid not null references kontor.users on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on kontor.passkeys (user_id);

-- Each is deleted when it is used.
create table kontor.recovery_codes (
  hash bytea primary key,
  user_id uuid not null references kontor.users on delete cascade
);
create index recovery_codes_user on kontor.recovery_codes (user_id);

-- Whose members need a second factor. Administrators and all users are groups, too.
create table kontor.factor_groups (
  group_id uuid primary key
);
