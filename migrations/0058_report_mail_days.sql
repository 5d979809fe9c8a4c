-- How many mails the schedules of a person have made on a day. It outlives the schedules: deleting
-- and making them anew does not begin again. No foreign key: it would lock the table of users; old days are
-- deleted anyway.
create table kontor.report_mail_days (
  owner_id uuid not null,
  day date not null,
  mails integer not null check (mails >= 0),
  primary key (owner_id, day)
);
