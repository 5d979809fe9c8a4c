-- Whom a token for provisioning may change: those whom the provider brought, other people as well, or
-- administrators, too.
alter table kontor.tokens
  add column reach text not null default 'own' check (reach in ('own', 'people', 'everybody'));
