-- Work that programs outside pull by its topic. The lock of a worker is the lease of the job: `lease_key`
-- until `run_at`. Jobs with a topic may wait for long, so the pumps of the server do not look at them.
alter table kontor.process_jobs
  add column topic text,
  add column worker text,
  add column worker_user uuid;
-- The index process_jobs_due stays for nodes of the previous release, which do not ask for `topic is null`
-- while they are being replaced. The next release drops it.
create index process_jobs_own_due on kontor.process_jobs (run_at, id) where topic is null;
create index process_jobs_topic on kontor.process_jobs (topic, run_at, id) where topic is not null;
create index process_jobs_worker on kontor.process_jobs (worker_user, worker, run_at)
  where worker is not null;

-- Locks whose work was answered: a worker that did not hear the reply may send its answer again.
create table kontor.process_job_ends (
  lock_key uuid primary key,
  user_id uuid not null,
  answer text not null check (answer in ('completed', 'failed', 'error')),
  ended_at timestamptz not null
);
create index process_job_ends_ended on kontor.process_job_ends (ended_at);

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
  -- The instance that sent it. Not a foreign key: instances are never deleted, and to add one locks their
  -- table, for which running nodes that hold an instance and want its jobs would be in a deadlock with us.
  sender_id uuid,
  expires_at timestamptz not null,
  settled_at timestamptz
);
create unique index process_messages_key on kontor.process_messages (kind, name, key)
  where key is not null;
create index process_messages_waiting on kontor.process_messages (name, correlation, sent_at)
  where state = 'waiting';
create index process_messages_list on kontor.process_messages (state, sent_at, id);
create index process_messages_settled on kontor.process_messages (settled_at)
  where settled_at is not null;

-- A message from outside belongs to no instance.
alter table kontor.process_jobs drop constraint process_jobs_check;
alter table kontor.process_jobs add constraint process_jobs_check
  check (instance_id is not null or kind in ('start', 'message.deliver'));
