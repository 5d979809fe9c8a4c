import type { ReadableKind } from '../../../kinds/kinds.ts'
import type { Db } from '../../../platform/db/db.ts'
import { and, join, raw, sql } from '../../../platform/db/sql.ts'

/** A kind that is searched. */
export type SearchedKind = ReadableKind & Required<Pick<ReadableKind, 'search'>>

/** Characters of one entry, and how many of them the next one repeats, so that no word is cut. */
const LENGTH = 10_000
const OVERLAP = 100
/** Entries of one text: what is behind them is not found. */
const MOST = 100

/** Characters of a name: the index is limited to 2704 bytes, and a character has up to four. */
const TITLE = 500

/** The prefix of kind names among the words: no text contains it. */
export const KIND = '\u0001'
export const OWNER = '\u0002'

/** Brings the entries of these objects up to date; those of objects that are not there are deleted. */
export async function saveEntries(
  db: Db,
  { name, rows, search }: SearchedKind,
  ids: readonly string[],
): Promise<void> {
  const { about, parts } = search
  const owner = about
    ? sql`${about.kind} as owner_kind, ${about.id} as owner_id`
    : sql`${name}::text as owner_kind, ${rows.key} as owner_id`
  const texts = parts.some(({ part }) => part === '') ? parts : [NO_TEXT, ...parts]
  const values = texts.map(
    ({ part, fields, text }) => sql`(${part}::text, ${[...fields]}::text[], ${text})`,
  )
  await db.run(sql`
    with texts as materialized (
      select ${rows.key} as id, ${owner}, p.part, p.fields,
        kontor.search_text(left(coalesce(${search.name}, ''), ${TITLE}::integer)) as title,
        left(coalesce(p.body, ''), ${LENGTH * MOST}::integer) as body
      from ${rows.table} t cross join lateral (values ${join(values, ', ')}) p(part, fields, body)
      where ${and([sql`${rows.key} = any(${[...ids]}::uuid[])`, rows.isLive])}
        and (p.part = '' or p.body <> '')
    ), fresh as materialized (
      select id, owner_kind, owner_id, fields, title,
        part || case when n > 0 then '#' || n else '' end as part,
        substr(body, n * ${LENGTH}::integer + 1, ${LENGTH + OVERLAP}::integer) as body
      from texts cross join lateral
        generate_series(0, greatest(0, (length(body) - 1) / ${LENGTH}::integer)) n
    ), gone as (
      delete from kontor.search_entries e
      where e.kind = ${name}::text and e.id = any(${[...ids]}::uuid[])
        and not exists (select from fresh f where f.id = e.id and f.part = e.part)
    ), saved as (
      insert into kontor.search_entries as e
        (kind, id, part, owner_kind, owner_id, fields, title, body, words)
      select ${name}::text, id, part, owner_kind, owner_id, fields, title, body,
        array_to_tsvector(array[${KIND + groupOf(name)}::text, ${OWNER}::text || owner_kind])
          || setweight(kontor.search_vector(title), 'A')
          || strip(kontor.search_vector(kontor.search_text(body)))
      from fresh
      on conflict (kind, id, part) do update
      set owner_kind = excluded.owner_kind, owner_id = excluded.owner_id, fields = excluded.fields,
        title = excluded.title, body = excluded.body, words = excluded.words
      where (e.owner_kind, e.owner_id, e.fields, e.title, e.body) is distinct from
        (excluded.owner_kind, excluded.owner_id, excluded.fields, excluded.title, excluded.body)
      returning e.title, e.body
    )
    insert into kontor.search_words (word, sound)
    select distinct w, kontor.search_sound(w)
    from saved cross join lateral unnest(tsvector_to_array(
      to_tsvector('pg_catalog.simple', title || ' ' || kontor.search_text(body)))) w
    where length(w) between 4 and 30 and w !~ '[0-9]'
    order by 1
    on conflict do nothing`)
}

const NO_TEXT = { part: '', fields: [], text: raw('null::text') }

/** Objects that are there, with the characters that their entries are made of. */
export const listLengths = (
  db: Db,
  { rows, search: { parts } }: SearchedKind,
  ids: readonly string[],
): Promise<{ id: string; length: number }[]> => {
  const lengths = parts.map(({ text }) => sql`coalesce(length(${text}), 0)`)
  return db.all(sql<{ id: string; length: number }>`
    select ${rows.key} as id, (${join([raw('0'), ...lengths], ' + ')})::bigint as length
    from ${rows.table} t
    where ${and([sql`${rows.key} = any(${[...ids]}::uuid[])`, rows.isLive])}`)
}

/** Items of all apps are one group of results. */
export const groupOf = (kind: string): string => kind.split(':')[0] ?? kind

/** The next objects of a kind, in the order of their ids. */
export async function listNext(
  db: Db,
  { rows }: SearchedKind,
  after: string | null,
  size: number,
): Promise<string[]> {
  const where = after === null ? raw('true') : sql`${rows.key} > ${after}::uuid`
  const found = await db.all(sql<{ id: string }>`
    select ${rows.key} as id from ${rows.table} t where ${where} and ${rows.isLive}
    order by ${rows.key} limit ${size}`)
  return found.map(({ id }) => id)
}

/** Entries whose objects no longer exist. */
export const deleteStale = (db: Db, { name, rows }: SearchedKind): Promise<number> =>
  db.run(sql`
    delete from kontor.search_entries e where e.kind = ${name}::text and not exists (
      select from ${rows.table} t where ${rows.key} = e.id and ${rows.isLive})`)

export const deleteKinds = (db: Db, kinds: readonly string[]): Promise<number> =>
  db.run(sql`
    with gone as (delete from kontor.search_kinds where kind = any(${[...kinds]}::text[]))
    delete from kontor.search_entries where kind = any(${[...kinds]}::text[])`)

/** Files whose text nobody has read yet. */
export function listUnread(
  db: Db,
  { rows, search: { name, file } }: SearchedKind,
  ids: readonly string[],
): Promise<{ body: string; name: string }[]> {
  if (!file) return Promise.resolve([])
  return db.all(sql<{ body: string; name: string }>`
    select ${file.body} as body, ${name} as name from ${rows.table} t
    where ${rows.key} = any(${[...ids]}::uuid[]) and ${rows.isLive} and not ${file.isRead}`)
}

/** The files that have this body now. */
export async function listWithBody(
  db: Db,
  { rows, search: { file } }: SearchedKind,
  body: string,
): Promise<string[]> {
  if (!file) return []
  const found = await db.all(sql<{ id: string }>`
    select ${rows.key} as id from ${rows.table} t where ${file.body} = ${body}::uuid`)
  return found.map(({ id }) => id)
}
