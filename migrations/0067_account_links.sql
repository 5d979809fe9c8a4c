-- Links of invitations and forgotten passwords. The secret is in the mail alone; each works once.
create table kontor.account_links (
  id uuid primary key,
  user_id uuid not null references kontor.users on delete cascade,
  kind text not null check (kind in ('invitation', 'reset')),
  hash bytea not null unique,
  expires_at timestamptz not null
);
create index account_links_user on kontor.account_links (user_id);
