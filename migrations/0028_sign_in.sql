-- Browsers somebody came in with before: guesses of others do not slow them down.
create table kontor.known_devices (
  hash bytea primary key,
  user_id uuid not null references kontor.users on delete cascade,
  last_at timestamptz not null
);
create index known_devices_age on kontor.known_devices (last_at);

-- Made for the user by the first start, and still to be changed by them.
alter table kontor.users add column password_is_first boolean not null default false;
