-- The conversations of agents with their models, message by message. Not a foreign key: to add one locks the
-- table of instances, see 0042.
create table kontor.process_agent_messages (
  instance_id uuid not null,
  token integer not null,
  seq integer not null,
  at timestamptz not null,
  -- As it is sent to the model.
  message jsonb not null,
  -- What it cost.
  tokens integer not null default 0,
  milliseconds integer not null default 0,
  -- Limits are counted from here: the agent began, or somebody let it go on.
  is_beginning boolean not null default false,
  -- The values that the agent saw then.
  context jsonb,
  primary key (instance_id, token, seq)
);

-- A person permits what an agent wants to do.
alter table kontor.process_tasks
  drop constraint process_tasks_kind_check,
  add constraint process_tasks_kind_check check (
    kind in ('user', 'approval', 'inform', 'sign', 'registration', 'permission', 'plain'));
