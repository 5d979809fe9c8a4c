-- Whether any object below another one has grants of its own, by the beginning of its path.
create index grants_below on kontor.grants (object_kind, object_id collate "C");
