-- What a script of a process has asked for while it ran, up to its last change: a run that begins again gets
-- the same answers instead of doing it twice. Not a foreign key: to add one locks the table of jobs, see 0042.
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
