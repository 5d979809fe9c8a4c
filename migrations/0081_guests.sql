-- External people: they see what was shared with them and nothing else.
alter table kontor.users add column is_guest boolean not null default false;

-- Guests come in with a link from a mail.
alter table kontor.account_links
  drop constraint account_links_kind_check,
  add constraint account_links_kind_check
    check (kind in ('invitation', 'reset', 'guest_invitation', 'guest'));
