-- Whether an import writes an event for every item. Those that are under way go on as they began.
alter table kontor.imports add column with_events boolean;
update kontor.imports set with_events = with_handlers;
alter table kontor.imports alter column with_events set not null;
