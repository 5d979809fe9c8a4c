-- Letters that tell people of what they have not read in their inbox.

alter table kontor.notification_settings
  alter column muted set default '{}',
  add column email text not null default 'digest' check (email in ('off', 'each', 'digest'));

-- A letter is written down with what it tells before it is sent: whoever goes on after a crash sends
-- the very same one.
create table kontor.notification_letters (
  id uuid primary key,
  user_id uuid not null references kontor.users on delete cascade,
  made_at timestamptz not null,
  -- When it was taken by the mail server or given up, and why.
  ended_at timestamptz,
  error text
);
create index notification_letters_open on kontor.notification_letters (user_id)
  where ended_at is null;

-- What was there before letters were is not told again.
alter table kontor.notifications add column letter_id uuid;
update kontor.notifications set letter_id = '00000000-0000-0000-0000-000000000000';
create index notifications_untold on kontor.notifications (user_id, created_at)
  where letter_id is null and read_at is null;
create index notifications_letter on kontor.notifications (letter_id)
  where letter_id is not null;
