-- Room in every page of items, so that a changed item stays in its page and no index has to be touched.
-- It holds for pages that are filled from now on.
do $$
declare
  items regclass;
begin
  for items in
    select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and starts_with(n.nspname, 'ws_')
  loop
    execute format('alter table %s set (fillfactor = 85)', items);
  end loop;
end
$$;
