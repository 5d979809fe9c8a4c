-- What came of the last comparison with a directory.
alter table kontor.sign_in_provider_status
  add column last_sync_at timestamptz,
  add column last_sync text,
  add column is_last_sync_good boolean;
