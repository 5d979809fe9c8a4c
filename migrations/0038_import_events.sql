-- Whether an import writes an event for every item. Those that are under way go on as they began.
alter table kontor.imports add column with_events boolean;
update kontor.imports set with_events = with_handlers;
-- The default is for nodes of the release before, which do not know the column.
alter table kontor.imports alter column with_events set not null,
  alter column with_events set default true;
