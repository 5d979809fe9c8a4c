-- Who works on jobs now. A node that dies no longer renews its lease, and what it had taken is free
-- for the others when the lease is over.
create table kontor.job_workers (
  id text primary key,
  lease_until timestamptz not null
);
