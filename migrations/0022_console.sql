-- What a console shows that nobody asked for before.

-- The trash of an app, the last deleted first; live items cost it nothing.
do $$
declare
  app record;
begin
  for app in
    select n.nspname, t.relname from pg_class t join pg_namespace n on n.oid = t.relnamespace
    where t.relkind = 'r' and starts_with(n.nspname, 'ws_')
  loop
    execute format('create index %I on %I.%I ("__deletedAt" desc, "__id")
      where "__deletedAt" is not null', app.relname || '$deleted', app.nspname, app.relname);
  end loop;
end
$$;

-- The journal of registrations: of everything, of a folder, of an app, and by a part of the number.
create index registrations_newest on kontor.registrations (date desc, id desc);
create index registrations_folder_newest on kontor.registrations (folder_id, date desc, id desc);
create index registrations_app_newest on kontor.registrations (namespace, code, date desc, id desc);
create index registrations_number_search on kontor.registrations using gin (number gin_trgm_ops);
