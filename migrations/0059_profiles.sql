-- What people tell about themselves, beside what an administrator keeps in `users`. A table of its own and no
-- foreign key: both would lock the table of users.
create table kontor.user_profiles (
  user_id uuid primary key,
  signature text not null default '',
  -- Their own working hours by day of the week, `{"mon": ["09:00-17:00"]}`; null = those of their calendar.
  hours jsonb check (jsonb_typeof(hours) = 'object'),
  photo bytea,
  photo_type text,
  photo_at timestamptz,
  check ((photo is null) = (photo_type is null) and (photo is null) = (photo_at is null))
);
