-- What was done lately: tasks by when they ended, and instances of a process with how long they took.
create index process_tasks_ended on kontor.process_tasks (ended_at) where ended_at is not null;
create index process_instances_ended on kontor.process_instances (template_id, ended_at, created_at)
  where state = 'done';
