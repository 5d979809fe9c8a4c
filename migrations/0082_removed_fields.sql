-- Fields that were taken out of apps before their rights were kept with them may have had some: only
-- administrators bring them back. As text, because jsonb would change the order of their options.
update kontor.app_tables
set removed_fields = (
  select json_object_agg(
    key,
    case
      when value -> 'guardedBy' is null
      then regexp_replace(value::text, '\}\s*$', ', "guardedBy": {}}')::json
      else value
    end)
  from json_each(removed_fields))
where removed_fields::text <> '{}';
