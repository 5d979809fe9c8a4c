-- What people say to each other, in channels and about objects.

-- Channels are definitions; here is who is in them. Groups, positions and departments stand for
-- everybody in them at the time of asking.
create table kontor.channel_members (
  channel_id uuid not null references kontor.definitions,
  member_kind text not null check (member_kind in ('user', 'group', 'position', 'department')),
  member_id uuid not null,
  primary key (channel_id, member_id)
);
create index channel_members_member on kontor.channel_members (member_id);

-- `stream` is the name that the event log has for the place: `channel:<id>`, `item:crm/deals/<id>`.
-- `body` is sanitised HTML or plain text, `body_text` what people read of it, for searching.
create table kontor.messages (
  id uuid primary key,
  stream text not null,
  title text not null,
  body text not null,
  body_text text not null,
  author_id uuid not null,
  mentions uuid[] not null,
  files uuid[] not null,
  comments_count integer not null default 0 check (comments_count >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index messages_stream on kontor.messages (stream, created_at desc, id desc);

create table kontor.message_comments (
  id uuid primary key,
  message_id uuid not null references kontor.messages on delete cascade,
  body text not null,
  body_text text not null,
  author_id uuid not null,
  mentions uuid[] not null,
  files uuid[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index message_comments_message on kontor.message_comments (message_id, created_at, id);

-- Up to when somebody has read a stream.
create table kontor.stream_reads (
  user_id uuid not null references kontor.users on delete cascade,
  stream text not null,
  read_at timestamptz not null,
  primary key (user_id, stream)
);
