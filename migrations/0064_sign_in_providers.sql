-- Identity providers of the company: people sign in there instead of here.
create table kontor.sign_in_providers (
  id uuid primary key,
  -- As it is in addresses.
  code text not null,
  name text not null,
  kind text not null check (kind in ('oidc', 'ldap', 'saml')),
  is_enabled boolean not null,
  -- Described in the file KONTOR_PROVIDERS, which alone changes it.
  is_fixed boolean not null,
  connection jsonb not null,
  rules jsonb not null,
  -- Sealed.
  secret text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create unique index sign_in_providers_code on kontor.sign_in_providers (code);

-- Written at every sign-in, so not part of the provider.
create table kontor.sign_in_provider_status (
  provider_id uuid primary key references kontor.sign_in_providers on delete cascade,
  last_sign_in_at timestamptz,
  last_failure_at timestamptz,
  last_failure text
);

-- Who somebody is to a provider. Never the e-mail: addresses are given to other people.
create table kontor.user_identities (
  id uuid primary key,
  provider_id uuid not null references kontor.sign_in_providers on delete cascade,
  issuer text not null,
  subject text not null,
  user_id uuid not null references kontor.users on delete cascade,
  -- What the provider calls the person, for people to read.
  name text not null,
  linked_by text not null check (linked_by in ('email', 'person', 'creation')),
  linked_at timestamptz not null,
  last_sign_in_at timestamptz
);
create unique index user_identities_subject
  on kontor.user_identities (provider_id, issuer, subject);
create index user_identities_user on kontor.user_identities (user_id);

-- A browser that has been sent to a provider. It has the secret in a cookie.
create table kontor.provider_attempts (
  hash bytea primary key,
  provider_id uuid not null references kontor.sign_in_providers on delete cascade,
  redirect_uri text not null,
  return_to text not null,
  -- Who links an identity to their account, and with which session; null for a sign-in.
  user_id uuid references kontor.users on delete cascade,
  session_id uuid,
  expires_at timestamptz not null
);
create index provider_attempts_expiry on kontor.provider_attempts (expires_at);

-- Sessions that began at a provider, so that they can end there and be ended by it.
create table kontor.session_origins (
  session_id uuid primary key references kontor.sessions on delete cascade,
  identity_id uuid not null references kontor.user_identities on delete cascade,
  provider_session text,
  -- Sealed.
  id_token text
);
create index session_origins_identity on kontor.session_origins (identity_id);

-- With which accounts a password is enough.
create table kontor.sign_in_policy (
  is_only boolean primary key default true check (is_only),
  passwords text not null check (passwords in ('everybody', 'emergency'))
);
insert into kontor.sign_in_policy (passwords) values ('everybody');

-- An administrator who comes in with a password even if nobody else does.
alter table kontor.users add column is_emergency boolean not null default false;
