-- Items are found by who wrote them: whoever may read only their own need not look through those of everybody.
-- The job builds what an app lacks beside running writes.
do $$
begin
  if exists (select from pg_namespace where nspname = 'graphile_worker') then
    perform graphile_worker.add_job('solutions.build-author-indexes', json_build_object('app', id),
      job_key := 'build-author-indexes:' || id)
    from kontor.definitions where kind = 'app' and deleted_at is null;
  end if;
end
$$;
