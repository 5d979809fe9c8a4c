-- Running processes: where each one stands, and what is still to happen.

-- A published version never changes: instances that run on it rely on it.
create table kontor.process_versions (
  template_id uuid not null references kontor.definitions,
  number integer not null check (number > 0),
  bpmn text not null,
  body json not null,
  graph jsonb not null,
  checksum text not null,
  published_at timestamptz not null,
  published_by uuid not null,
  primary key (template_id, number)
);

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
-- Instances of every process, the newest first.
create index process_instances_created on kontor.process_instances (created_at, id);
-- What somebody started, the newest first.
create index process_instances_author on kontor.process_instances (created_by, created_at, id);
create index process_instances_ended on kontor.process_instances (template_id, ended_at, created_at)
  where state = 'done';

-- What an instance has much of, in pages of 128: the tokens of thousands of members, what their runs leave, what
-- can be undone. A move writes the pages it changes, and nobody reads a page twice: `revision` is the move that
-- wrote it. A page without a body is gone. Whoever reads or writes pages holds the row of the instance, of which
-- none is ever deleted: there is no foreign key.
create table kontor.process_pages (
  instance_id uuid not null,
  part text not null check (part in ('pages', 'kept', 'done')),
  no integer not null,
  revision integer not null,
  body jsonb,
  primary key (instance_id, part, no)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
create index process_pages_changed on kontor.process_pages (instance_id, revision);

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

-- What is to happen to an instance outside of the transaction that wants it: timers, calls, answers
-- of children, messages. A node that takes one moves `run_at` behind the time it may need and leaves
-- its key; without that key nobody may act on the job any more.
create table kontor.process_jobs (
  id bigint generated always as identity primary key,
  -- None for what only will be an instance, messages from outside, and handlers and routes of modules.
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
  -- Work that programs outside pull by its topic. The lock of a worker is the lease of the job: `lease_key` until
  -- `run_at`. Jobs with a topic may wait for long, so the pumps of the server do not look at them.
  topic text,
  worker text,
  worker_user uuid,
  -- A job that came up while its instance was suspended is held back: `run_at` lies behind all times, and here is
  -- when it was due.
  held_due_at timestamptz,
  check (instance_id is not null or kind ~ '^(start|message\.deliver|module\..*)$')
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
create index process_jobs_instance on kontor.process_jobs (instance_id, token);
create unique index process_jobs_timer on kontor.process_jobs (instance_id, token)
  where kind = 'timer';
create index process_jobs_own_due on kontor.process_jobs (run_at, id) where topic is null;
create index process_jobs_topic on kontor.process_jobs (topic, run_at, id) where topic is not null;
create index process_jobs_worker on kontor.process_jobs (worker_user, worker, run_at)
  where worker is not null;
create index process_jobs_held on kontor.process_jobs (instance_id) where held_due_at is not null;

-- Locks whose work was answered: a worker that did not hear the reply may send its answer again.
create table kontor.process_job_ends (
  lock_key uuid primary key,
  user_id uuid not null,
  answer text not null check (answer in ('completed', 'failed', 'error')),
  ended_at timestamptz not null
);
create index process_job_ends_ended on kontor.process_job_ends (ended_at);

-- What a script of a process has asked for while it ran, up to its last change: a run that begins again gets
-- the same answers instead of doing it twice.
-- Rows of jobs that are gone are swept.
create table kontor.process_script_calls (
  job_id bigint not null,
  seq integer not null,
  -- The digest of the request; 0 is the time at which the script began.
  asked bytea not null,
  -- JSON, as the script was told.
  answer text not null,
  is_refused boolean not null,
  primary key (job_id, seq)
);

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
  -- Of the item whose status it waits for.
  app text,
  primary key (instance_id, token)
);
create index process_subscriptions_name on kontor.process_subscriptions (kind, name, correlation);
create index process_subscriptions_item on kontor.process_subscriptions (item_id, name)
  where item_id is not null;

-- Messages and signals, from programs and between instances. A message waits for its receiver until it
-- expires; after that it is a dead letter, which an administrator sends again or discards.
create table kontor.process_messages (
  id uuid primary key,
  kind text not null check (kind in ('message', 'signal')),
  name text not null,
  correlation text,
  -- Given by the sender: a second one with the same key is not sent.
  key text,
  payload jsonb not null,
  state text not null check (state in ('waiting', 'delivered', 'dead', 'discarded')),
  -- The instances that got it.
  receivers jsonb not null default '[]',
  -- Why nobody could take it.
  problem text not null default '',
  sent_at timestamptz not null,
  sent_by uuid not null,
  -- The instance that sent it.
  sender_id uuid,
  expires_at timestamptz not null,
  settled_at timestamptz,
  -- A signal may reach thousands: `receivers` has the first hundred.
  receiver_count integer not null default 0
);
create unique index process_messages_key on kontor.process_messages (kind, name, key)
  where key is not null;
create index process_messages_waiting on kontor.process_messages (name, correlation, sent_at)
  where state = 'waiting';
create index process_messages_list on kontor.process_messages (state, sent_at, id);
create index process_messages_settled on kontor.process_messages (settled_at)
  where settled_at is not null;

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

-- Instances and whole processes that are suspended: nothing happens in them until they are resumed.
create table kontor.process_suspensions (
  -- Of an instance, or of a process.
  id uuid primary key,
  suspended_at timestamptz not null,
  suspended_by uuid not null,
  comment text not null
);

-- Since when an instance or its process has been suspended. Volatile, so that it sees what was committed while
-- its caller waited for the lock of the instance.
create function kontor.suspended_since(instance uuid, template uuid) returns timestamptz
  language sql volatile parallel unsafe as $$
  select max(suspended_at) from kontor.process_suspensions where id in (instance, template) $$;

-- The clocks of service levels: one per instance, or one per visit of a step. A clock that runs has used up
-- `used` milliseconds before `since`; one that stands still has no `since`.
create table kontor.process_clocks (
  instance_id uuid not null references kontor.process_instances,
  code text not null,
  -- The visit of the step; 0 is the instance itself.
  token integer not null,
  element text,
  started_at timestamptz not null,
  stopped_at timestamptz,
  since timestamptz,
  used double precision not null default 0,
  -- When its time is over if it goes on running; what has happened already is not repeated.
  breach_at timestamptz,
  warned_at timestamptz,
  breached_at timestamptz,
  level integer not null default 0,
  primary key (instance_id, code, token)
);
create index process_clocks_open on kontor.process_clocks (instance_id) where stopped_at is null;

-- The conversations of agents with their models, message by message.
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
