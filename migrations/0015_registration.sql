-- Where documents get their numbers, and which of them got which.
-- `path` and `solution` belong to what a solution defines, such as `head_office/agreements`; what
-- was made by hand has neither.

-- Offices have no parent, categories do.
create table kontor.nomenclature_directories (
  id uuid primary key,
  name text not null check (name <> ''),
  parent_id uuid references kontor.nomenclature_directories,
  path text unique,
  solution text,
  version bigint not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  deleted_at timestamptz,
  check (parent_id <> id)
);
create index nomenclature_directories_parent on kontor.nomenclature_directories (parent_id);

-- A counter. Whoever takes a number or gives one back holds its row to the end of the transaction:
-- so numbers have no gaps and no doubles, and one that is rolled back was never taken.
create table kontor.serials (
  id uuid primary key,
  next_value bigint not null default 1 check (next_value > 0),
  iteration_step integer not null default 1 check (iteration_step > 0),
  use_released boolean not null default false,
  -- How often it has started again: numbers are unique within a period.
  period integer not null default 0,
  reset_in_period boolean not null default false,
  reset_period text check (reset_period in ('year', 'month', 'week', 'day')),
  reset_period_count integer not null default 1 check (reset_period_count > 0),
  next_reset_at timestamptz,
  check (not reset_in_period or (reset_period is not null and next_reset_at is not null))
);

-- The first moment after `at` at which a counter starts again that is to do so at `due` and then
-- after every `step`.
create function kontor.reset_after(due timestamptz, step interval, at timestamptz)
returns timestamptz language sql stable
begin atomic
  select case when due > at then due
    else (select min(t) from generate_series(due, at + step, step) t where t > at) end;
end;

create table kontor.nomenclature_folders (
  id uuid primary key,
  directory_id uuid not null references kontor.nomenclature_directories,
  name text not null check (name <> ''),
  docflow text not null check (docflow in ('input', 'output', 'internal')),
  serial_id uuid not null unique references kontor.serials,
  template_enabled boolean not null default false,
  template text not null default '{$__index}',
  min_length integer not null default 0 check (min_length between 0 and 20),
  reserve_enabled boolean not null default false,
  edit_after_registration boolean not null default false,
  -- The counter of another folder, from which this one takes its numbers.
  through_serial_id uuid references kontor.serials check (through_serial_id <> serial_id),
  path text unique,
  solution text,
  version bigint not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  deleted_at timestamptz
);
create index nomenclature_folders_directory on kontor.nomenclature_folders (directory_id);

-- Numbers that were taken and given back, to be taken again.
create table kontor.released_numbers (
  serial_id uuid not null references kontor.serials,
  period integer not null,
  value bigint not null,
  primary key (serial_id, period, value)
);

-- `index` is the value of the counter, 0 for a number that was typed. A number reserved for a
-- document that is not there yet has no item.
create table kontor.registrations (
  id uuid primary key,
  namespace text not null,
  code text not null,
  item_id uuid,
  folder_id uuid not null references kontor.nomenclature_folders,
  directory_id uuid not null references kontor.nomenclature_directories,
  docflow text not null,
  serial_id uuid not null references kontor.serials,
  period integer not null,
  index bigint not null,
  number text not null check (number <> ''),
  date timestamptz not null,
  registrar_id uuid not null,
  status text not null check (status in ('reserved', 'registered', 'canceled')),
  -- Its number may be given to another one.
  is_released boolean not null default false,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  deleted_at timestamptz,
  check ((status = 'canceled') = (deleted_at is not null)),
  check (status <> 'registered' or item_id is not null)
);
create unique index registrations_number on kontor.registrations (serial_id, period, number)
  where not is_released;
create unique index registrations_index on kontor.registrations (serial_id, period, index)
  where not is_released and index > 0;
create unique index registrations_once on kontor.registrations (item_id, folder_id)
  where deleted_at is null;
create index registrations_item on kontor.registrations (item_id, created_at desc, id);
create index registrations_folder on kontor.registrations (folder_id, created_at desc, id);
-- The journal of registrations: of everything, of a folder, of an app, and by a part of the number.
create index registrations_newest on kontor.registrations (date desc, id desc);
create index registrations_folder_newest on kontor.registrations (folder_id, date desc, id desc);
create index registrations_app_newest on kontor.registrations (namespace, code, date desc, id desc);
create index registrations_number_search on kontor.registrations using gin (number gin_trgm_ops);

-- What happened to the numbers of a counter, in its order. Each entry carries a hash of itself and
-- of the one before, so that nothing can be changed or taken out unseen; `registration_chains` says
-- how many there are and how the last one ends.
create table kontor.registration_log (
  serial_id uuid not null references kontor.serials,
  position bigint not null check (position > 0),
  at timestamptz not null,
  actor_id uuid not null,
  action text not null check (action in ('reserve', 'register', 'change', 'cancel')),
  registration_id uuid not null,
  folder_id uuid not null,
  item_id uuid,
  period integer not null,
  index bigint not null,
  number text not null,
  date timestamptz not null,
  hash bytea not null,
  primary key (serial_id, position)
);
create index registration_log_registration
  on kontor.registration_log (registration_id, position desc);

create table kontor.registration_chains (
  serial_id uuid primary key references kontor.serials,
  length bigint not null,
  hash bytea not null
);

-- Times as microseconds, so that the hash does not depend on the settings of a session.
create function kontor.registration_hash(before bytea, entry kontor.registration_log)
returns bytea language sql stable
begin atomic
  select sha256(before || convert_to(jsonb_build_array(
    entry.serial_id, entry.position, (extract(epoch from entry.at) * 1000000)::bigint,
    entry.actor_id, entry.action, entry.registration_id, entry.folder_id, entry.item_id,
    entry.period, entry.index, entry.number,
    (extract(epoch from entry.date) * 1000000)::bigint)::text, 'UTF8'));
end;

create function kontor.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the log of registrations is only added to';
end $$;

create trigger registration_log_append_only before update or delete on kontor.registration_log
  for each row execute function kontor.refuse_change();
