-- Which extension of a telephony module rings whose phone.
create table kontor.telephony_bindings (
  module_id uuid not null references kontor.definitions,
  extension text not null check (extension <> ''),
  user_id uuid not null references kontor.users on delete cascade,
  ordinal integer not null,
  primary key (module_id, extension)
);
create index telephony_bindings_user on kontor.telephony_bindings (user_id);
