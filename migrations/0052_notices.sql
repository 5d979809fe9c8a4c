-- When the system was last saved, for who looks after it. An archive has no line about itself.
create table kontor.backups (
  id uuid primary key,
  -- The moment that the archive shows.
  taken_at timestamptz not null,
  ended_at timestamptz not null,
  bytes bigint,
  version text not null
);
create index backups_taken on kontor.backups (taken_at);

-- How somebody wants to be told of a kind: exceptions from `email`, by kind.
alter table kontor.notification_settings
  add column ways jsonb not null default '{}' check (jsonb_typeof(ways) = 'object'),
  -- No letters between these times of the day, by the clock of the user.
  add column quiet_from time,
  add column quiet_to time,
  -- When the digest of the day comes; null = every hour.
  add column digest_at time,
  add constraint notification_settings_quiet check ((quiet_from is null) = (quiet_to is null));

-- What somebody does not want to hear of any more: `channel:<id>`, `item:<app>/<id>`, `instance:<id>`.
create table kontor.notification_mutes (
  user_id uuid not null references kontor.users on delete cascade,
  stream text not null,
  created_at timestamptz not null,
  primary key (user_id, stream)
);
create index notification_mutes_stream on kontor.notification_mutes (stream);

-- The language in which the server writes to somebody.
alter table kontor.users add column language text not null default 'en' check (language in ('en', 'ru'));
