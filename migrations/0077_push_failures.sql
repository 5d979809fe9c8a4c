-- How often in a row a browser could not be told, and when last: it is left alone for a while, then forgotten.
alter table kontor.push_subscriptions
  add column failures integer not null default 0,
  add column failed_at timestamptz;
