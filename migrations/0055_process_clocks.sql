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
