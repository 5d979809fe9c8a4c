-- Values of parameters that are secrets, sealed.
create table kontor.workspace_secrets (
  workspace text not null,
  code text not null,
  secret text not null,
  primary key (workspace, code)
);
