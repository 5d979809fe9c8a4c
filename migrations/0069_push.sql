-- Browsers that somebody wants to be told in, without an open page. Each belongs to a session and ends with it.
create table kontor.push_subscriptions (
  id uuid primary key,
  session_id uuid not null unique references kontor.sessions on delete cascade,
  user_id uuid not null,
  -- Where the browser is reached, and its keys: only it can read what is sent.
  endpoint text not null unique,
  public_key text not null,
  auth text not null,
  created_at timestamptz not null
);
create index push_subscriptions_user on kontor.push_subscriptions (user_id);

-- Kinds that are not told in browsers.
alter table kontor.notification_settings add column unpushed text[] not null default '{}';
