-- How people prove who they are: here, or at an identity provider of their company.

-- With which accounts a password is enough.
create table kontor.sign_in_policy (
  is_only boolean primary key default true check (is_only),
  passwords text not null check (passwords in ('everybody', 'emergency'))
);
insert into kontor.sign_in_policy (passwords) values ('everybody');

-- Whose members need a second factor. Administrators and all users are groups, too.
create table kontor.factor_groups (
  group_id uuid primary key
);

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
  expires_at timestamptz not null,
  -- When somebody proved who they are, if that was before the attempt.
  proven_at timestamptz
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

-- Links of invitations and forgotten passwords, and those with which guests come in. The secret is in the mail alone; each works once.
create table kontor.account_links (
  id uuid primary key,
  user_id uuid not null references kontor.users on delete cascade,
  kind text not null check (kind in ('invitation', 'reset', 'guest_invitation', 'guest')),
  hash bytea not null unique,
  expires_at timestamptz not null
);
create index account_links_user on kontor.account_links (user_id);

-- Addresses that became another in the last days. Links for forgotten passwords wait until somebody who is signed in
-- confirms the new one or the time is over; meanwhile the link in the letter to the old one takes it back.
create table kontor.address_changes (
  id uuid primary key,
  user_id uuid not null,
  -- Empty if there was none, or none that could be trusted: then there is no letter.
  before text not null,
  changed_at timestamptz not null,
  confirmed_at timestamptz,
  -- Of the secret in the letter.
  hash bytea unique
);
create index address_changes_user on kontor.address_changes (user_id);

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
  last_failure text,
  -- What came of the last comparison with a directory.
  last_sync_at timestamptz,
  last_sync text,
  is_last_sync_good boolean
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
  last_sign_in_at timestamptz,
  -- By which externalId of SCIM the account of an identity was found; null = otherwise.
  external_id text
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
  expires_at timestamptz not null,
  -- Whether the provider was told to ask again: then an answer without a time was given now.
  asks_again boolean not null default false
);
create index provider_attempts_expiry on kontor.provider_attempts (expires_at);

-- Sessions that began at a provider, so that they can end there and be ended by it.
create table kontor.session_origins (
  session_id uuid primary key references kontor.sessions on delete cascade,
  identity_id uuid not null references kontor.user_identities on delete cascade,
  provider_session text,
  -- Sealed.
  id_token text,
  -- What a provider of SAML called the person of a session: value, format and qualifiers. Needed to sign out there,
  -- and to find the session when the provider signs the person out.
  name_id jsonb
);
create index session_origins_identity on kontor.session_origins (identity_id);
