-- Who outside is told of events, and what became of each message to them.

create table kontor.webhooks (
  id uuid primary key,
  name text not null check (name <> ''),
  url text not null,
  secret text not null,
  -- The secret before this one signs along for a while, so that receivers can change at leisure.
  old_secret text,
  old_secret_until timestamptz,
  types text[] not null default '{}',
  namespaces text[] not null default '{}',
  apps text[] not null default '{}',
  -- Up to where the log was gone through for it.
  cursor jsonb not null,
  paused_at timestamptz,
  paused_reason text,
  -- The endpoint as a whole: how often in a row nothing worked, since when, and when to try again.
  failures integer not null default 0,
  failing_since timestamptz,
  rest_until timestamptz,
  -- The node that sends for it. Whoever has lost the lease changes nothing more.
  lease_key uuid,
  lease_until timestamptz,
  version bigint not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null
);

-- What is sent is in the log; this says whom, when and how it went.
create table kontor.webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id uuid not null references kontor.webhooks on delete cascade,
  position bigint not null,
  object_id text not null,
  type text not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'dead')),
  attempts integer not null default 0,
  due_at timestamptz not null,
  last_at timestamptz,
  status integer,
  error text
) with (autovacuum_vacuum_scale_factor = 0.02);
create index webhook_deliveries_due on kontor.webhook_deliveries (webhook_id, id)
  where state = 'pending';
create index webhook_deliveries_object on kontor.webhook_deliveries (webhook_id, object_id, id)
  where state = 'pending';
create index webhook_deliveries_log on kontor.webhook_deliveries (webhook_id, id);
create index webhook_deliveries_age on kontor.webhook_deliveries (last_at) where state <> 'pending';
