-- Instances and whole processes that are suspended: nothing happens in them until they are resumed. A table of
-- its own and not a column: to add one locks the table of instances, for which running nodes that hold an
-- instance and want its jobs would be in a deadlock with us.
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

-- A job that came up while its instance was suspended is held back: `run_at` lies behind all times, and here is
-- when it was due.
alter table kontor.process_jobs add column held_due_at timestamptz;
create index process_jobs_held on kontor.process_jobs (instance_id) where held_due_at is not null;

-- A signal may reach thousands: `receivers` has the first hundred.
alter table kontor.process_messages add column receiver_count integer not null default 0;
