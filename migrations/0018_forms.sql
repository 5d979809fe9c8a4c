-- Proofs of work that were used, each once. They are counted for the limits of a form, so they are kept for a
-- day; the address is that of a network for IPv6.
create table kontor.form_proofs (
  id uuid primary key,
  form_id uuid not null,
  purpose text not null check (purpose in ('submit', 'file')),
  address text not null,
  used_at timestamptz not null
);
create index form_proofs_form on kontor.form_proofs (form_id, purpose, used_at);
create index form_proofs_used on kontor.form_proofs (used_at);

-- What people without an account sent. The secret of the link with which they look at it is theirs alone. No
-- foreign keys: forms are definitions, and items are in tables of their own.
create table kontor.form_submissions (
  id uuid primary key,
  form_id uuid not null,
  -- The proof it was sent with: sending it again with the same one changes nothing.
  proof_id uuid not null unique,
  fingerprint bytea not null,
  item_id uuid not null,
  hash bytea unique,
  -- A signature of the address that a letter was sent to: nobody gets many.
  receiver bytea,
  created_at timestamptz not null,
  expires_at timestamptz
);
create index form_submissions_form on kontor.form_submissions (form_id, created_at);
create index form_submissions_expires on kontor.form_submissions (expires_at);
create index form_submissions_receiver on kontor.form_submissions (receiver, created_at)
  where receiver is not null;
