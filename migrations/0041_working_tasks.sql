-- A task that somebody gives to a colleague belongs to no process: it has no instance and no element.
alter table kontor.process_tasks
  alter column instance_id drop not null,
  drop constraint process_tasks_kind_check,
  add constraint process_tasks_kind_check
    check (kind in ('user', 'approval', 'inform', 'sign', 'registration', 'plain')),
  add constraint process_tasks_origin check ((kind = 'plain') = (instance_id is null));
create index process_tasks_plain_item on kontor.process_tasks using gin (item jsonb_path_ops)
  where kind = 'plain';

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
