-- Positions of the log that no event will ever have: whoever took them was rolled back. Written down
-- when that is certain, so that a position which is neither here nor in the log was lost.
create table kontor.event_gaps (
  first bigint primary key,
  last bigint not null check (last >= first)
);

-- How far the log is accounted for. While `writers` still run, nothing up to `up_to` is certain.
create table kontor.event_account (
  id boolean primary key default true check (id),
  position bigint not null,
  up_to bigint,
  writers text[]
);
insert into kontor.event_account (position) values (0);
