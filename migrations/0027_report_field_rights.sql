-- A query in SQL reads whole rows, so whoever does not see every field of an app gets none of its
-- items there, the ones that were granted one by one included.
create or replace function kontor.report_items(app text) returns uuid[]
  language sql stable parallel restricted security definer set search_path = pg_catalog, pg_temp
  return (
    select array_agg(split_part(g.object_id, '/', 3)::uuid)
    from kontor.grants g, kontor.report_reader() r
    where g.object_kind = 'item' and starts_with(g.object_id, app || '/')
      and g.right_code in ('read', 'manage')
      and r -> 'subjects' ? g.subject_id
      and r -> 'apps' ->> app is distinct from 'none'
  );
