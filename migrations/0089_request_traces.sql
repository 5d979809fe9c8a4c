-- Where the trace of a request can be gone on with, by whoever sends its events. Only while tracing is on.
create table kontor.request_traces (
  request_id text primary key,
  traceparent text not null,
  created_at timestamptz not null
);
create index request_traces_created_at on kontor.request_traces (created_at);
