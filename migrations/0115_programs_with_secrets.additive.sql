-- Programs that keep a secret, and that act by themselves: as this account, with these scopes.
alter table kontor.oauth_clients
  add column is_confidential boolean not null default false,
  add column secret_hash bytea,
  add column user_id uuid,
  add column scopes text[];
