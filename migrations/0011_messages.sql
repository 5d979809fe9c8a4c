-- What people say to each other: in channels and about objects, and what they should hear of.

-- Channels are definitions; here is who is in them. Groups, positions and departments stand for
-- everybody in them at the time of asking.
create table kontor.channel_members (
  channel_id uuid not null references kontor.definitions,
  member_kind text not null check (member_kind in ('user', 'group', 'position', 'department')),
  member_id uuid not null,
  primary key (channel_id, member_id)
);
create index channel_members_member on kontor.channel_members (member_id);

-- Every channel has a directory with its own id, as every user and every app has.
insert into kontor.directories
  (id, name, ancestors, is_system, created_at, created_by, updated_at, updated_by)
values ('00000000-0000-7000-8000-000000000013', 'Channel files', '{}', true,
  now(), '00000000-0000-0000-0000-000000000000', now(), '00000000-0000-0000-0000-000000000000');

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
  select d.id, coalesce(d.body ->> 'name', d.code), p.id, array[p.id], true, false, null,
    case when d.kind = 'app' then d.id end,
    d.created_at, d.created_by, d.updated_at, d.updated_by, d.deleted_at
  from kontor.definitions d
  join (values ('app', '00000000-0000-7000-8000-000000000011'::uuid),
    ('channel', '00000000-0000-7000-8000-000000000013')) as p(kind, id) on p.kind = d.kind;

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

-- Tasks, approvals and the like happen to objects of their own; an event that concerns an item says
-- so as `data.item`, and is a part of what happened to the item. Others are not in this index.
create index events_item on kontor.events ((data #>> '{item,id}'), position)
  where jsonb_typeof(data -> 'item') = 'object';

-- `stream` and what is in it say what it is about; `text` is what the reader may know of it.
create table kontor.notifications (
  id uuid primary key,
  user_id uuid not null references kontor.users on delete cascade,
  kind text not null check (kind <> ''),
  stream text not null,
  message_id uuid references kontor.messages on delete cascade,
  comment_id uuid references kontor.message_comments on delete cascade,
  actor_id uuid not null,
  text text not null,
  created_at timestamptz not null,
  read_at timestamptz
);
create index notifications_user on kontor.notifications (user_id, created_at desc, id desc);
create index notifications_unread on kontor.notifications (user_id, created_at desc, id desc)
  where read_at is null;
create index notifications_message on kontor.notifications (message_id);
create index notifications_comment on kontor.notifications (comment_id);

create table kontor.notification_settings (
  user_id uuid primary key references kontor.users on delete cascade,
  muted text[] not null
);
