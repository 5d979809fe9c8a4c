-- By which externalId of SCIM the account of an identity was found; null = otherwise.
alter table kontor.user_identities add column external_id text;
-- When somebody who was here already got another externalId from provisioning; null = never.
alter table kontor.users add column scim_id_changed_at timestamptz;
