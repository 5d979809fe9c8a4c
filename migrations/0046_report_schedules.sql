-- Reports that are mailed at fixed times. `request` and `timing` are `json`: what people get back is
-- what they gave.
create table kontor.report_schedules (
  id uuid primary key,
  namespace text not null,
  code text not null,
  owner_id uuid not null references kontor.users on delete cascade,
  name text not null,
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  timing json not null,
  request json not null,
  -- Users, groups and places in the org chart.
  receivers uuid[] not null,
  -- Null while it is paused.
  next_at timestamptz,
  paused_reason text check (paused_reason in ('by_hand', 'owner', 'report')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((next_at is null) = (paused_reason is not null))
);
create index report_schedules_due on kontor.report_schedules (next_at) where next_at is not null;
create index report_schedules_owner on kontor.report_schedules (owner_id);
create index report_schedules_report on kontor.report_schedules (namespace, code);

-- One mail for each receiver and time; it is written down before it is sent.
create table kontor.report_mails (
  id uuid primary key,
  schedule_id uuid not null references kontor.report_schedules on delete cascade,
  user_id uuid not null references kontor.users on delete cascade,
  due_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('sent', 'skipped', 'failed')),
  -- Why it was not sent, or not yet.
  error text,
  unique (schedule_id, user_id, due_at),
  check ((ended_at is null) = (outcome is null))
);
create index report_mails_ended on kontor.report_mails (ended_at) where ended_at is not null;
