-- Whether the provider was told to ask again: then an answer without a time was given now.
alter table kontor.provider_attempts add column asks_again boolean not null default false;
-- When somebody proved who they are, if that was before the attempt.
alter table kontor.sign_in_attempts add column proven_at timestamptz;
