-- What administrators set in the place of the defaults that solutions bring.
create table kontor.workspace_parameters (
  workspace text not null,
  code text not null,
  value jsonb not null,
  primary key (workspace, code)
);
