-- File bodies that the store does not have, or that are not what was stored.
create table kontor.file_faults (
  object text primary key,
  fault text not null check (fault in ('missing', 'damaged')),
  seen_by text not null,
  seen_at timestamptz not null
);

-- How far the slow comparison of all bodies with their checksums has come. One row.
create table kontor.file_scrub (
  is_only boolean primary key default true check (is_only),
  -- The last object that was compared in this pass.
  after text not null,
  started_at timestamptz not null,
  completed_at timestamptz
);

-- Backups that were not written, or that carry damaged files along.
create table kontor.backup_failures (
  id uuid primary key,
  failed_at timestamptz not null,
  problem text not null
);
create index backup_failures_at on kontor.backup_failures (failed_at);
