-- The folders of apps and channels: a name may be given in several languages, and the one that is
-- written first is for everybody.
create or replace view kontor.all_directories as
  select id, name, parent_id, ancestors, is_system, unique_names, owner_id, app_id,
    created_at, created_by, updated_at, updated_by, deleted_at
  from kontor.directories
  union all
  select id, 'Personal files', null, '{}', true, true, id, null,
    created_at, coalesce(created_by, '00000000-0000-0000-0000-000000000000'),
    updated_at, coalesce(updated_by, '00000000-0000-0000-0000-000000000000'), deleted_at
  from kontor.users
  union all
  select d.id, coalesce(case json_typeof(d.body -> 'name')
      when 'object' then (select t.value from json_each_text(d.body -> 'name') t limit 1)
      else d.body ->> 'name' end, d.code), p.id, array[p.id], true, false, null,
    case when d.kind = 'app' then d.id end,
    d.created_at, d.created_by, d.updated_at, d.updated_by, d.deleted_at
  from kontor.definitions d
  join (values ('app', '00000000-0000-7000-8000-000000000011'::uuid),
    ('channel', '00000000-0000-7000-8000-000000000013')) as p(kind, id) on p.kind = d.kind;
