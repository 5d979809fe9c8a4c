-- What an instance has much of, in pages of 128: the tokens of thousands of members, what their runs leave, what
-- can be undone. A move writes the pages it changes, and nobody reads a page twice: `revision` is the move that
-- wrote it. A page without a body is gone. Instances stored before this have everything in their own row; their
-- next move writes the pages. Whoever reads or writes pages holds the row of the instance.
-- No foreign key: it would lock the table of instances, of which no row is ever deleted.
create table kontor.process_pages (
  instance_id uuid not null,
  part text not null check (part in ('pages', 'kept', 'done')),
  no integer not null,
  revision integer not null,
  body jsonb,
  primary key (instance_id, part, no)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
create index process_pages_changed on kontor.process_pages (instance_id, revision);
