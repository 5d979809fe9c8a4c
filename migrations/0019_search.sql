-- Full-text search: one table for everything that can be found, fed from the event log.

-- Words in lower case with single spaces between them; everything else separates words.
create function kontor.search_text(text) returns text
  language sql immutable parallel safe strict
  return btrim(regexp_replace(translate(lower($1), 'ё', 'е'), '[^[:alnum:]]+', ' ', 'g'));

-- Both as written and stemmed. The Russian configuration stems words in Latin letters as English.
create function kontor.search_vector(text) returns tsvector
  language sql immutable parallel safe strict
  return to_tsvector('pg_catalog.simple', $1) || to_tsvector('pg_catalog.russian', $1);

-- Trigrams are made of ASCII letters only, whatever the locale of the database, so words are compared
-- by how they sound in Latin letters. That also finds names written in the other alphabet.
create function kontor.search_sound(text) returns text
  language sql immutable parallel safe strict
  return translate($1, 'абвгдежзийклмнопрстуфхцчшщыэюяàáâãäåçèéêëìíîïñòóôõöøùúûüýÿšžßьъ',
    'abvgdejziyklmnoprstufhcqwwyeuaaaaaaaceeeeiiiinoooooouuuuyyszs');

-- `part` is empty for what every reader of the object may see; fields with rights of their own, and
-- what does not fit into one entry, have others. Whoever may not see one of `fields` does not find the
-- entry. Whoever may read the owner finds it: the object itself, or what a message is about.
-- `title` and `body` are for finding and for fragments; results show the object itself.
create table kontor.search_entries (
  kind text not null,
  id uuid not null,
  part text not null,
  owner_kind text not null,
  owner_id uuid not null,
  fields text[] not null,
  title text collate "C" not null,
  body text not null,
  words tsvector not null,
  primary key (kind, id, part)
);
create index search_entries_words on kontor.search_entries using gin (words);
create index search_entries_title on kontor.search_entries (title) where part = '';

-- Every word that was ever seen, to correct misspelt ones.
create table kontor.search_words (
  word text primary key,
  sound text not null
);
create index search_words_sound on kontor.search_words using gin (sound gin_trgm_ops);

-- How far the event log has been read.
create table kontor.search_feed (
  is_only boolean primary key default true check (is_only),
  cursor jsonb not null
);
insert into kontor.search_feed (cursor) values ('{"position": 0}');

-- What is searched of each kind. A kind whose definition differs is read again, from `after` on.
create table kontor.search_kinds (
  kind text primary key,
  definition text not null,
  after uuid,
  is_complete boolean not null
);
