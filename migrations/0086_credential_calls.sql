-- What came of the calls of a token or of a connected program. Rows of those that are gone are swept.
create table kontor.credential_calls (
  credential_id uuid primary key,
  calls bigint not null,
  failures bigint not null,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_failure text
);
