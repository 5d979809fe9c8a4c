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
