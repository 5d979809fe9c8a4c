-- What administrators set in the place of the defaults that solutions bring.
create table kontor.workspace_parameters (
  workspace text not null,
  code text not null,
  value jsonb not null,
  primary key (workspace, code)
);

-- Of the timer that goes off when the time of a task is over.
alter table kontor.process_tasks
  add column timer_id uuid not null default '00000000-0000-0000-0000-000000000000';
