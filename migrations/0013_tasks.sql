-- What people are asked to do, by processes and by each other.

-- A task that somebody gives to a colleague is `plain`: it belongs to no process, so it has no instance and no
-- element. The names of the process and of the instance never change, so they
-- stand here as well: lists of tasks need no other table.
create table kontor.process_tasks (
  id uuid primary key,
  instance_id uuid references kontor.process_instances,
  token integer not null,
  node text not null,
  -- `permission`: a person permits what an agent wants to do.
  kind text not null check (
    kind in ('user', 'approval', 'inform', 'sign', 'registration', 'permission', 'plain')),
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
  -- Of the timer that goes off when the time of a task is over.
  timer_id uuid not null default '00000000-0000-0000-0000-000000000000',
  -- One visit of one element asks once.
  unique (instance_id, token),
  check ((ended_at is null) = (state in ('assignment', 'in_progress'))),
  constraint process_tasks_origin check ((kind = 'plain') = (instance_id is null))
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index process_tasks_created on kontor.process_tasks (created_at, id);
create index process_tasks_open on kontor.process_tasks (created_at, id) where ended_at is null;
create index process_tasks_due on kontor.process_tasks (due_at) where ended_at is null;
create index process_tasks_author on kontor.process_tasks (created_by, created_at, id);
-- Looked at with every list of tasks of one person: entries wait in no other place first.
create index process_tasks_performers on kontor.process_tasks using gin (performers)
  with (fastupdate = off);
create index process_tasks_open_performers on kontor.process_tasks using gin (performers)
  with (fastupdate = off) where ended_at is null;
create index process_tasks_participants on kontor.process_tasks using gin (participants)
  where participants <> '{}';
create index process_tasks_item on kontor.process_tasks using gin (item jsonb_path_ops)
  where ended_at is null;
-- "What others do for me" of somebody who starts everything is read in the order it is shown in.
create index process_tasks_open_author on kontor.process_tasks (created_by, created_at, id)
  where ended_at is null;
create index process_tasks_plain_item on kontor.process_tasks using gin (item jsonb_path_ops)
  where kind = 'plain';
-- What was done lately.
create index process_tasks_ended on kontor.process_tasks (ended_at) where ended_at is not null;

create table kontor.plain_tasks (
  task_id uuid primary key references kontor.process_tasks on delete cascade,
  -- [{"number", "text", "doneAt", "doneBy"}]
  checklist jsonb not null default '[]' check (jsonb_typeof(checklist) = 'array'),
  files uuid[] not null default '{}',
  -- A calendar, as timers of processes have it; null for what is done once.
  repeats text
);
create index plain_tasks_files on kontor.plain_tasks using gin (files);

-- What one person has set for a task: from when on they want to see it, and when to be told of it again.
create table kontor.task_reminders (
  user_id uuid not null references kontor.users on delete cascade,
  task_id uuid not null references kontor.process_tasks on delete cascade,
  snoozed_until timestamptz,
  follow_up_at timestamptz,
  primary key (task_id, user_id),
  check (snoozed_until is not null or follow_up_at is not null)
);
