-- What assistants may do with a token: everything it allows, only read, or nothing.
alter table kontor.tokens
  add column assistants text not null default 'on' check (assistants in ('on', 'read', 'off'));
