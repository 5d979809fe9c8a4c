-- What people should hear of: in their inbox, by mail and in their browsers.

-- A letter is written down with what it tells before it is sent: whoever goes on after a crash sends
-- the very same one.
create table kontor.notification_letters (
  id uuid primary key,
  user_id uuid not null references kontor.users on delete cascade,
  made_at timestamptz not null,
  -- When it was taken by the mail server or given up, and why.
  ended_at timestamptz,
  error text
);
create index notification_letters_open on kontor.notification_letters (user_id)
  where ended_at is null;

-- `stream` and what is in it say what it is about; `text` is what the reader may know of it.
create table kontor.notifications (
  id uuid primary key,
  user_id uuid not null references kontor.users on delete cascade,
  kind text not null check (kind <> ''),
  stream text not null,
  message_id uuid references kontor.messages on delete cascade,
  comment_id uuid references kontor.message_comments on delete cascade,
  actor_id uuid not null,
  text text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  -- The letter that tells of it.
  letter_id uuid
);
create index notifications_user on kontor.notifications (user_id, created_at desc, id desc);
create index notifications_unread on kontor.notifications (user_id, created_at desc, id desc)
  where read_at is null;
create index notifications_message on kontor.notifications (message_id);
create index notifications_comment on kontor.notifications (comment_id);
create index notifications_untold on kontor.notifications (user_id, created_at)
  where letter_id is null and read_at is null;
create index notifications_letter on kontor.notifications (letter_id)
  where letter_id is not null;

create table kontor.notification_settings (
  user_id uuid primary key references kontor.users on delete cascade,
  muted text[] not null default '{}',
  email text not null default 'digest' check (email in ('off', 'each', 'digest')),
  -- How somebody wants to be told of a kind: exceptions from `email`, by kind.
  ways jsonb not null default '{}' check (jsonb_typeof(ways) = 'object'),
  -- No letters between these times of the day, by the clock of the user.
  quiet_from time,
  quiet_to time,
  -- When the digest of the day comes; null = every hour.
  digest_at time,
  -- Kinds that are not told in browsers.
  unpushed text[] not null default '{}',
  constraint notification_settings_quiet check ((quiet_from is null) = (quiet_to is null))
);

-- What somebody does not want to hear of any more: `channel:<id>`, `item:<app>/<id>`, `instance:<id>`.
create table kontor.notification_mutes (
  user_id uuid not null references kontor.users on delete cascade,
  stream text not null,
  created_at timestamptz not null,
  primary key (user_id, stream)
);
create index notification_mutes_stream on kontor.notification_mutes (stream);

-- Browsers that somebody wants to be told in, without an open page. Each belongs to a session and ends with it.
create table kontor.push_subscriptions (
  id uuid primary key,
  session_id uuid not null unique references kontor.sessions on delete cascade,
  user_id uuid not null,
  -- Where the browser is reached, and its keys: only it can read what is sent.
  endpoint text not null unique,
  public_key text not null,
  auth text not null,
  created_at timestamptz not null,
  -- How often in a row it could not be told, and when last: it is left alone for a while, then forgotten.
  failures integer not null default 0,
  failed_at timestamptz
);
create index push_subscriptions_user on kontor.push_subscriptions (user_id);
