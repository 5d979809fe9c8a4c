-- Fields of one option or one link are found by a B-tree on the value instead of GIN on the list. The job
-- builds the new indexes of every app beside running writes, and then removes the old ones.
do $$
begin
  if exists (select from pg_namespace where nspname = 'graphile_worker') then
    perform graphile_worker.add_job('solutions.build-indexes', json_build_object('app', id),
      job_key := 'indexes:' || id)
    from kontor.definitions where kind = 'app' and deleted_at is null;
  end if;
end
$$;
