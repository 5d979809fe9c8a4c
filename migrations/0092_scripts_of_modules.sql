-- Handlers of events and routes of modules are jobs that belong to no instance. Not validated: that would read
-- the whole table, and no row has another form than before.
alter table kontor.process_jobs drop constraint process_jobs_check;
alter table kontor.process_jobs add constraint process_jobs_check
  check (instance_id is not null or kind ~ '^(start|message\.deliver|module\..*)$') not valid;
