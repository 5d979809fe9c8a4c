-- What waits for the status of an item knows the app of the item by a column of its own; it used
-- to be in the one that says what a message must carry.
alter table kontor.process_subscriptions add column app text;
update kontor.process_subscriptions set app = correlation, correlation = null
where kind = 'status';
