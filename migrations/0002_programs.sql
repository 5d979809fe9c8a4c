-- Programs that act for people by OAuth.

-- Programs that were registered. Those that have a document at an address of theirs are not here.
create table kontor.oauth_clients (
  id uuid primary key,
  name text not null check (name <> ''),
  redirect_uris text[] not null,
  -- By an administrator, or else by itself, from this address.
  is_trusted boolean not null,
  address text not null,
  created_at timestamptz not null,
  created_by uuid,
  -- Programs that keep a secret, and that act by themselves: as this account, with these scopes.
  is_confidential boolean not null default false,
  secret_hash bytea,
  user_id uuid,
  scopes text[]
);
create index oauth_clients_by_themselves on kontor.oauth_clients (created_at) where not is_trusted;

-- A person let a program act for them.
create table kontor.connections (
  id uuid primary key,
  user_id uuid not null references kontor.users on delete cascade,
  -- The id of a registered program, or the address of its document.
  client text not null,
  name text not null,
  redirect_uri text not null,
  scopes text[] not null,
  -- Where its tokens are accepted: at /mcp only, or everywhere.
  audience text not null check (audience in ('api', 'mcp')),
  created_at timestamptz not null,
  -- The program fetched its first token; until then there is only a code.
  connected_at timestamptz,
  refreshed_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index connections_user on kontor.connections (user_id) where ended_at is null;
create index connections_client on kontor.connections (client) where ended_at is null;

create table kontor.oauth_codes (
  hash bytea primary key,
  connection_id uuid not null references kontor.connections on delete cascade,
  challenge text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index oauth_codes_connection on kontor.oauth_codes (connection_id);

-- Those that were used stay for a while: one that comes back was stolen.
create table kontor.oauth_refresh_tokens (
  hash bytea primary key,
  connection_id uuid not null references kontor.connections on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz
);
create index oauth_refresh_tokens_connection on kontor.oauth_refresh_tokens (connection_id);
