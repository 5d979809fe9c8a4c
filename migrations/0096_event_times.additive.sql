-- Of which times the events of a block of positions are: whoever asks by time need not read the log from its end.
-- It covers the log from its beginning; what comes after the last row is not known yet.
create table kontor.event_times (
  block bigint primary key,
  first bigint not null,
  last bigint not null,
  began timestamptz not null,
  ended timestamptz not null
);
