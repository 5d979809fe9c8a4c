create table kontor.storage_entries (
  scope text not null,
  key text not null check (char_length(key) between 1 and 255),
  value text not null,
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  expires_at timestamptz,
  primary key (scope, key)
);
create index storage_entries_expiry on kontor.storage_entries (expires_at) where expires_at is not null;
