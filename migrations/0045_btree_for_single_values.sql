-- Fields of one option or one link are found by a B-tree on the value instead of GIN on the list. The job
-- builds the new indexes of every app beside running writes, and then removes the old ones. Nodes of
-- the previous release do not know the job: theirs of the same kind would find nothing to build.
do $$
begin
  if exists (select from pg_namespace where nspname = 'graphile_worker') then
    perform graphile_worker.add_job('solutions.rebuild-indexes', json_build_object('app', id),
      job_key := 'rebuild-indexes:' || id)
    from kontor.definitions where kind = 'app' and deleted_at is null;
  end if;
end
$$;
