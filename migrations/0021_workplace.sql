-- What people set for themselves: theme, language, saved views, columns. `json`, not `jsonb`: what
-- they get back is what they gave, also texts that jsonb does not take.
create table kontor.user_settings (
  user_id uuid not null references kontor.users on delete cascade,
  key text not null check (key ~ '^[a-z0-9._/-]{1,120}$'),
  value json not null,
  updated_at timestamptz not null,
  primary key (user_id, key)
);

-- Instances of every process, the newest first.
create index process_instances_created on kontor.process_instances (created_at, id);

-- What somebody started, the newest first.
create index process_instances_author on kontor.process_instances (created_by, created_at, id);
