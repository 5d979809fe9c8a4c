-- Links to items are found from their other end, so every link has an index, and so has every column of
-- a table that holds links. The job builds what an app lacks beside running writes.
do $$
begin
  if exists (select from pg_namespace where nspname = 'graphile_worker') then
    perform graphile_worker.add_job('solutions.build-link-indexes', json_build_object('app', id),
      job_key := 'rebuild-indexes:' || id)
    from kontor.definitions where kind = 'app' and deleted_at is null;
  end if;
end
$$;
