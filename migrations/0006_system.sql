-- The installation itself: its facts, its nodes, its backups.

-- Facts of this installation: its secret, its event log's name.
create table kontor.settings (
  key text primary key,
  value jsonb not null
);

-- The answers to requests that came with an Idempotency-Key. An answer may hold a secret, and the
-- fingerprint of a request a password: both can be opened only with the key, which is not here. They
-- live for a day, are deleted in batches, and vacuumed early.
create table kontor.idempotency_keys (
  user_id uuid not null,
  key_hash bytea not null,
  fingerprint bytea not null,
  answer bytea not null,
  created_at timestamptz not null,
  primary key (user_id, key_hash)
) with (autovacuum_vacuum_scale_factor = 0.02);
create index idempotency_keys_age on kontor.idempotency_keys (created_at);

-- Who works on jobs now. A node that dies no longer renews its lease, and what it had taken is free
-- for the others when the lease is over.
create table kontor.job_workers (
  id text primary key,
  lease_until timestamptz not null
);

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

-- Backups that were not written, or that carry damaged files along.
create table kontor.backup_failures (
  id uuid primary key,
  failed_at timestamptz not null,
  problem text not null
);
create index backup_failures_at on kontor.backup_failures (failed_at);
