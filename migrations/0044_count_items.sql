-- The variable was called like a column that the table of an app may have: items of an app with a field
-- `name` could not be created. Codes of fields never begin with two underscores.
create or replace function kontor.count_items() returns trigger language plpgsql as $$
declare
  __app constant text := tg_table_schema || '.' || tg_table_name;
begin
  if tg_op = 'INSERT' then
    insert into kontor.item_counts (app, items, live)
      select __app, count(*), count(*) filter (where "__deletedAt" is null)
      from added having count(*) > 0;
  elsif tg_op = 'DELETE' then
    insert into kontor.item_counts (app, items, live)
      select __app, -count(*), -count(*) filter (where "__deletedAt" is null)
      from removed having count(*) > 0;
  elsif tg_level = 'ROW' then
    insert into kontor.item_counts (app, items, live)
      values (__app, 0, case when new."__deletedAt" is null then 1 else -1 end);
  else
    if tg_op = 'TRUNCATE' then
      delete from kontor.item_counts where app = __app;
    end if;
    insert into kontor.item_counts (app, items, live) values (__app, 0, 0);
  end if;
  if random() < 0.004 then
    perform kontor.add_up_items(__app);
  end if;
  return null;
end
$$;
