-- Running processes: where each one stands, who is asked to do what, and what is still to happen.

-- `control` says where an instance stands and changes with every move; `context` holds its variables
-- and is written only when one of them changes. `revision` counts the moves: each has its line in the
-- history. Whoever moves an instance holds this row, and holds it before anything else.
create table kontor.process_instances (
  id uuid primary key,
  template_id uuid not null,
  version integer not null,
  state text not null check (state in ('exec', 'wait', 'error', 'done', 'cancel')),
  revision integer not null check (revision > 0),
  name text not null,
  control jsonb not null,
  context jsonb not null,
  -- The bound item as a list of one reference, so that the same index answers every filter.
  item jsonb check (jsonb_typeof(item) = 'array'),
  target text not null default '',
  parent_id uuid references kontor.process_instances,
  parent_token integer,
  depth smallint not null default 0,
  subscribers uuid[] not null default '{}',
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  ended_at timestamptz,
  deleted_at timestamptz,
  foreign key (template_id, version) references kontor.process_versions (template_id, number),
  check ((parent_id is null) = (parent_token is null)),
  check ((ended_at is null) = (state in ('exec', 'wait', 'error')))
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index process_instances_template on kontor.process_instances (template_id, created_at, id);
create index process_instances_active on kontor.process_instances (template_id, created_at, id)
  where state in ('exec', 'wait', 'error');
create index process_instances_parent on kontor.process_instances (parent_id, parent_token)
  where parent_id is not null;
create index process_instances_target on kontor.process_instances (target) where target <> '';
create index process_instances_item on kontor.process_instances using gin (item jsonb_path_ops);

-- What people are asked to do. The names of the process and of the instance never change, so they
-- stand here as well: lists of tasks need no other table.
create table kontor.process_tasks (
  id uuid primary key,
  instance_id uuid not null references kontor.process_instances,
  token integer not null,
  node text not null,
  kind text not null check (kind in ('user', 'approval', 'inform', 'sign', 'registration')),
  state text not null check (state in ('assignment', 'in_progress', 'closed', 'cancel')),
  revision integer not null default 1,
  name text not null,
  template_name text not null,
  template_namespace text not null,
  template_code text not null,
  instance_name text not null,
  path text not null,
  branch uuid not null,
  performers uuid[] not null,
  original_performers uuid[] not null,
  former_performers uuid[] not null default '{}',
  participants uuid[] not null default '{}',
  can_reassign boolean not null default true,
  item jsonb check (jsonb_typeof(item) = 'array'),
  target text not null default '',
  due_at timestamptz,
  plan_start timestamptz,
  plan_end timestamptz,
  percent double precision not null default 0 check (percent between 0 and 100),
  priority smallint not null default 0,
  description text not null default '',
  locals jsonb not null default '{}',
  -- How it was closed: the flow taken, or the answer on a sheet.
  exit text,
  comment text not null default '',
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  ended_at timestamptz,
  deleted_at timestamptz,
  -- One visit of one element asks once.
  unique (instance_id, token),
  check ((ended_at is null) = (state in ('assignment', 'in_progress')))
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index process_tasks_created on kontor.process_tasks (created_at, id);
create index process_tasks_open on kontor.process_tasks (created_at, id) where ended_at is null;
create index process_tasks_due on kontor.process_tasks (due_at) where ended_at is null;
create index process_tasks_author on kontor.process_tasks (created_by, created_at, id);
create index process_tasks_performers on kontor.process_tasks using gin (performers);
create index process_tasks_open_performers on kontor.process_tasks using gin (performers)
  where ended_at is null;
create index process_tasks_participants on kontor.process_tasks using gin (participants)
  where participants <> '{}';
create index process_tasks_item on kontor.process_tasks using gin (item jsonb_path_ops)
  where ended_at is null;

-- What is to happen to an instance outside of the transaction that wants it: timers, calls, answers
-- of children, messages. A node that takes one moves `run_at` behind the time it may need and leaves
-- its key; without that key nobody may act on the job any more.
create table kontor.process_jobs (
  id bigint generated always as identity primary key,
  -- None for what only will be an instance.
  instance_id uuid references kontor.process_instances,
  -- 0 is the instance itself.
  token integer not null,
  kind text not null,
  run_at timestamptz not null,
  attempts integer not null default 0,
  max_attempts integer not null,
  lease_key uuid,
  last_error text not null default '',
  payload jsonb not null,
  check (instance_id is not null or kind = 'start')
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
create index process_jobs_due on kontor.process_jobs (run_at, id);
create index process_jobs_instance on kontor.process_jobs (instance_id, token);
create unique index process_jobs_timer on kontor.process_jobs (instance_id, token)
  where kind = 'timer';

-- Restore points: what a program outside was asked for, and whether it has answered.
create table kontor.process_callbacks (
  id uuid primary key,
  instance_id uuid not null references kontor.process_instances,
  token integer not null,
  node text not null,
  state text not null check (state in ('waiting', 'restored', 'failed', 'cancel')),
  created_at timestamptz not null,
  answered_at timestamptz,
  answered_by uuid,
  unique (instance_id, token)
);

-- Who waits for a message, a signal, or an item to have a status.
create table kontor.process_subscriptions (
  instance_id uuid not null references kontor.process_instances,
  token integer not null,
  kind text not null check (kind in ('message', 'signal', 'status')),
  name text not null,
  correlation text,
  item_id uuid,
  -- A message is on its way to it: the next one goes to somebody else.
  is_taken boolean not null default false,
  primary key (instance_id, token)
);
create index process_subscriptions_name on kontor.process_subscriptions (kind, name, correlation);
create index process_subscriptions_item on kontor.process_subscriptions (item_id, name)
  where item_id is not null;

create table kontor.process_incidents (
  id uuid primary key,
  instance_id uuid not null references kontor.process_instances,
  token integer not null,
  node text not null,
  kind text not null,
  message text not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid
);
create unique index process_incidents_open on kontor.process_incidents (instance_id, token)
  where closed_at is null;
create index process_incidents_opened on kontor.process_incidents (opened_at, id);
create index process_incidents_instance on kontor.process_incidents (instance_id, opened_at);

-- One line per move: what happened, and the way the tokens took then.
create table kontor.process_history (
  instance_id uuid not null references kontor.process_instances,
  seq integer not null,
  at timestamptz not null,
  actor_id uuid not null,
  event text not null,
  data jsonb not null,
  steps jsonb not null,
  primary key (instance_id, seq)
);

-- The next time of every start event that has a timer.
create table kontor.process_schedules (
  template_id uuid not null references kontor.definitions,
  node text not null,
  version integer not null,
  run_at timestamptz not null,
  remaining integer,
  primary key (template_id, node)
);
create index process_schedules_due on kontor.process_schedules (run_at);

-- Text that is no time has none: variables may hold what no check has seen.
create function kontor.as_time(value text) returns timestamptz language plpgsql immutable
  parallel safe set timezone = 'UTC' as $$
begin
  return value::timestamptz;
exception when others then
  return null;
end $$;

create function kontor.as_id(value text) returns uuid language sql immutable parallel safe
return case when value ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then value::uuid end;
