-- Whom mailings go to, and why they may.

-- What mailings can be about; people choose among them.
create table kontor.marketing_preferences (
  id uuid primary key,
  name text not null check (name <> ''),
  created_at timestamptz not null,
  created_by uuid not null
);
create unique index marketing_preferences_name on kontor.marketing_preferences (lower(name));

-- A contact, lead or company behind one address. One address is one subscriber, so that nobody gets
-- a letter twice.
create table kontor.marketing_subscribers (
  id uuid primary key,
  name text not null,
  email text not null check (email <> ''),
  subscribed boolean not null,
  preferences uuid[] not null,
  namespace text not null,
  code text not null,
  item_id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index marketing_subscribers_email on kontor.marketing_subscribers (email);
create unique index marketing_subscribers_item
  on kontor.marketing_subscribers (namespace, code, item_id);
create index marketing_subscribers_created on kontor.marketing_subscribers (created_at, id);
create index marketing_subscribers_search on kontor.marketing_subscribers
  using gin (email gin_trgm_ops, name gin_trgm_ops);

-- The evidence: every consent and every withdrawal, never changed.
create table kontor.marketing_consents (
  id bigint generated always as identity primary key,
  subscriber_id uuid not null references kontor.marketing_subscribers,
  is_given boolean not null,
  given_at timestamptz not null,
  method text not null,
  wording text not null,
  recorded_at timestamptz not null,
  recorded_by uuid not null
);
create index marketing_consents_subscriber on kontor.marketing_consents (subscriber_id, id);

create table kontor.marketing_segments (
  id uuid primary key,
  name text not null check (name <> ''),
  external_id text,
  preference_id uuid references kontor.marketing_preferences,
  subscribers_count integer not null default 0 check (subscribers_count >= 0),
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null
);
create unique index marketing_segments_external on kontor.marketing_segments (external_id);
create index marketing_segments_created on kontor.marketing_segments (created_at, id);

create table kontor.marketing_segment_subscribers (
  segment_id uuid not null references kontor.marketing_segments on delete cascade,
  subscriber_id uuid not null references kontor.marketing_subscribers on delete cascade,
  primary key (segment_id, subscriber_id)
);
create index marketing_segment_subscribers_subscriber
  on kontor.marketing_segment_subscribers (subscriber_id);
