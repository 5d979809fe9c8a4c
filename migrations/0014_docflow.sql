-- What people answered about documents.

-- Approval sheets, lists of informed users and signatures: one line per thing that happened, chained
-- per item. Lines are only ever added; each carries the hash of the one before it, so that one which
-- was changed, removed or put in between is found. What lists look like now is worked out of them.
create table kontor.docflow_entries (
  item_id uuid not null,
  seq integer not null check (seq > 0),
  app text not null,
  -- The list it belongs to; signatures belong to none.
  list_id uuid,
  event text not null
    check (event in ('asked', 'answered', 'withdrawn', 'closed', 'signed')),
  at timestamptz not null,
  actor_id uuid not null,
  instance_id uuid,
  -- The step that asked, by its token.
  step integer,
  data jsonb not null,
  previous bytea not null check (length(previous) = 32),
  hash bytea not null check (length(hash) = 32),
  primary key (item_id, seq)
);
create index docflow_entries_step on kontor.docflow_entries (instance_id, step)
  where event = 'asked';
-- Which sheets are about a file.
create index docflow_entries_files on kontor.docflow_entries
  using gin ((data -> 'files') jsonb_path_ops) where event = 'asked';
create index docflow_entries_list on kontor.docflow_entries (list_id) where list_id is not null;

create function kontor.docflow_hash(e kontor.docflow_entries) returns bytea language sql stable
  set timezone = 'UTC'
return sha256(convert_to(jsonb_build_array(encode(e.previous, 'hex'), e.item_id, e.seq, e.app,
  e.list_id, e.event, e.at, e.actor_id, e.instance_id, e.step, e.data)::text, 'UTF8'));

create function kontor.chain_docflow_entry() returns trigger language plpgsql as $$
declare
  last kontor.docflow_entries;
begin
  select * into last from kontor.docflow_entries
  where item_id = new.item_id order by seq desc limit 1;
  new.seq := coalesce(last.seq, 0) + 1;
  new.previous := coalesce(last.hash, sha256(new.item_id::text::bytea));
  new.hash := kontor.docflow_hash(new);
  return new;
end $$;

create trigger chain before insert on kontor.docflow_entries
  for each row execute function kontor.chain_docflow_entry();

create function kontor.refuse_docflow_change() returns trigger language plpgsql as $$
begin
  raise exception 'lines of approval sheets are never changed or removed';
end $$;

create trigger refuse_change before update or delete on kontor.docflow_entries
  for each row execute function kontor.refuse_docflow_change();

create trigger refuse_truncate before truncate on kontor.docflow_entries
  for each statement execute function kontor.refuse_docflow_change();

-- The first line of every item whose chain does not hold from there on, and why.
create function kontor.check_docflow()
  returns table (app text, item_id uuid, seq integer, problem text) language sql stable
begin atomic
  with lines as (
    select e.app, e.item_id, e.seq, e.previous, e.hash, kontor.docflow_hash(e) as own,
      lag(e.seq, 1, 0) over w as seq_before,
      lag(e.hash, 1, sha256(e.item_id::text::bytea)) over w as hash_before
    from kontor.docflow_entries e window w as (partition by e.item_id order by e.seq)
  )
  select distinct on (l.item_id) l.app, l.item_id, l.seq,
    case when l.seq <> l.seq_before + 1 then 'a line before it is missing'
      when l.previous <> l.hash_before then 'it does not follow the line before it'
      else 'it was changed' end
  from lines l
  where l.seq <> l.seq_before + 1 or l.previous <> l.hash_before or l.hash <> l.own
  order by l.item_id, l.seq;
end;
