-- Users and groups that an identity provider keeps up to date.

-- The user as the provider sent it: what has no column here comes back unchanged.
alter table kontor.users add column scim jsonb;
create index users_scim_external_id on kontor.users ((scim->>'externalId')) where scim is not null;

-- Whoever owns a group: only the provider changes its name and members.
alter table kontor.groups add column provider text, add column external_id text;
create unique index groups_provider_name on kontor.groups (provider, lower(name))
  where provider is not null and deleted_at is null;
