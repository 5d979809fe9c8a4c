import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ADDITION } from '../../../test/upgrade/trees.ts'
import { connectClient } from './db.ts'
import { latestVersion, rebuildSchema } from './migrate.ts'

const server = inject('connection')
const database = `t_${randomUUID().replaceAll('-', '')}`
let client: pg.Client

beforeAll(async () => {
  const creating = await connectClient({ ...server, database: 'postgres' })
  await creating.query(`create database ${database}`)
  await creating.end()
  client = await connectClient({ ...server, database })
  await client.query('begin')
  await rebuildSchema(client, await latestVersion())
})
afterAll(() => client.end())

/** What nodes of the release before may use: all of it must still be there, and as it was. */
const CATALOGUE = `
  with here as (
    select c.*, c.oid::regclass::text as title from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'kontor' and c.relname !~ '^events_\\d+')
  select 'table' as kind, title as name, null as "on",
    concat_ws(' ', relkind, relrowsecurity, relforcerowsecurity, relacl) as is
  from here where relkind in ('r', 'p', 'v', 'm', 'S')
  union all
  select 'view', title, null, pg_get_viewdef(oid) from here where relkind in ('v', 'm')
  union all
  select 'column', title || '.' || attname, title, concat_ws(' ', format_type(atttypid, atttypmod),
    case when attnotnull then 'not null' end, nullif(attgenerated, ''), nullif(attidentity, ''),
    'default ' || pg_get_expr(adbin, adrelid))
  from here join pg_attribute a on attrelid = here.oid and attnum > 0 and not attisdropped
  left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relkind in ('r', 'p', 'v', 'm')
  union all
  select 'constraint', title || ' ' || conname, title, pg_get_constraintdef(k.oid)
  from here join pg_constraint k on conrelid = here.oid and contype <> 'n'
  union all
  select case when indisunique then 'unique index' else 'index' end, indexrelid::regclass::text,
    title, pg_get_indexdef(indexrelid)
  from here join pg_index on indrelid = here.oid
  union all
  select 'trigger', title || ' ' || tgname, title, pg_get_triggerdef(t.oid)
  from here join pg_trigger t on tgrelid = here.oid and not tgisinternal
  union all
  select 'rule', title || ' ' || rulename, title, pg_get_ruledef(r.oid)
  from here join pg_rewrite r on ev_class = here.oid and rulename <> '_RETURN'
  union all
  select 'policy', title || ' ' || polname, title, concat_ws(' ', polcmd, polpermissive, polroles,
    pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
  from here join pg_policy on polrelid = here.oid
  union all
  select 'function', oid::regprocedure::text, null, pg_get_functiondef(oid)
  from pg_proc where pronamespace = 'kontor'::regnamespace and prokind <> 'a'
  union all
  select 'type', oid::regtype::text, null, concat_ws(' ', typtype, format_type(typbasetype, typtypmod),
    typnotnull, (select string_agg(pg_get_constraintdef(k.oid), ' ' order by conname)
      from pg_constraint k where contypid = t.oid))
  from pg_type t where typnamespace = 'kontor'::regnamespace and typtype in ('d', 'e', 'r')`

type Entry = { kind: string; name: string; on: string | null; is: string }
type Catalogue = Map<string, Entry>

async function readCatalogue(): Promise<Catalogue> {
  const { rows } = await client.query<Entry>(CATALOGUE)
  return new Map(rows.map((row) => [`${row.kind} ${row.name}`, row]))
}

/** What changes what may be written to a table that nodes of the release before write to. */
const RESTRICTING = ['constraint', 'unique index', 'trigger', 'rule', 'policy']

/** Why a migration does more than to add. */
async function findOther(migration: string): Promise<string[]> {
  const before = await readCatalogue()
  await client.query(migration)
  const after = await readCatalogue()
  const changed = [...before].flatMap(([what, { is }]) => {
    const now = after.get(what)
    if (!now) return [`${what} is gone`]
    return now.is === is ? [] : [`${what} is another one`]
  })
  const isNew = ({ kind, name }: Entry) => !before.has(`${kind} ${name}`)
  const added = [...after.values()].filter(
    (entry) => isNew(entry) && entry.on !== null && before.has(`table ${entry.on}`),
  )
  const refused: string[] = []
  for (const { kind, name, on, is } of added) {
    if (kind === 'column' && / not null/.test(is) && !/default|not null [sad]/.test(is)) {
      refused.push(`column ${name} must be given`)
    }
    const isOfNew = RESTRICTING.includes(kind) && (await isAboutNew(kind, `${on}`, name, before))
    if (RESTRICTING.includes(kind) && !isOfNew) refused.push(`${kind} ${name} restricts writes`)
  }
  return [...changed, ...refused].toSorted()
}

/** Whether rows in which all new columns are left out pass: null is neither refused nor equal to another one. */
async function isAboutNew(kind: string, on: string, name: string, before: Catalogue) {
  const columns = {
    constraint: `select attname, atthasdef, pg_get_expr(conbin, conrelid) as check
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
      where conrelid = $1::regclass and conrelid::regclass || ' ' || conname = $2`,
    'unique index': `select attname, atthasdef or indnullsnotdistinct as atthasdef, null as check
      from pg_index left join unnest(indkey) k on true
      left join pg_attribute on attrelid = indrelid and attnum = k and k > 0
      where indrelid = $1::regclass and indexrelid::regclass::text = $2`,
  }[kind]
  if (!columns) return false
  const { rows } = await client.query<{
    attname: string | null
    atthasdef: boolean
    check: string | null
  }>(columns, [on, name])
  if (rows.length === 0) return false
  if (rows.some(({ attname }) => !attname || before.has(`column ${on}.${attname}`))) return false
  const check = rows[0]?.check
  if (!check) return rows.some(({ atthasdef }) => !atthasdef)
  return passesLeftOut(
    on,
    rows.map(({ attname }) => attname),
    check,
  )
}

/** The check of new columns, for a row that leaves them out. */
async function passesLeftOut(on: string, names: unknown[], check: string): Promise<boolean> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(format('%s::%s as %I', coalesce(pg_get_expr(adbin, adrelid), 'null'),
      format_type(atttypid, atttypmod), attname), ', ') as columns
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = $1::regclass and attname = any($2)`,
    [on, names],
  )
  const asked = await client.query<{ passes: boolean }>(
    `select (${check}) is not false as passes from (select ${rows[0]?.columns}) as left_out`,
  )
  return asked.rows[0]?.passes === true
}

/** In the schema of this release, or as of one migration; it stays as it was. */
async function tried(migration: string, version?: number): Promise<string[]> {
  await client.query('savepoint before')
  try {
    if (version !== undefined) await rebuildSchema(client, version)
    await client.query('set local search_path = public')
    return await findOther(migration)
  } finally {
    await client.query('rollback to before')
  }
}

test('migrations that are called additive only add', async () => {
  const files = (await readdir('migrations')).filter((file) => file.endsWith('.additive.sql'))
  for (const file of files) {
    const text = await readFile(`migrations/${file}`, 'utf8')
    expect({ file, other: await tried(text, Number(file.slice(0, 4)) - 1) }).toEqual({
      file,
      other: [],
    })
  }
  expect(await tried(ADDITION)).toEqual([])
})

/** What nodes of the release before would not survive, and how it is told. */
const REFUSED: [migration: string, told: string][] = [
  ['alter table kontor.users drop column external_id', 'column kontor.users.external_id is gone'],
  [
    'alter table kontor.users rename column external_id to look',
    'column kontor.users.external_id is gone',
  ],
  [
    'alter table kontor.users alter external_id type varchar(5)',
    'column kontor.users.external_id is another one',
  ],
  [
    'alter table kontor.users alter external_id set not null',
    'column kontor.users.external_id is another one',
  ],
  ['alter table kontor.users add later text not null', 'column kontor.users.later must be given'],
  [
    'alter table kontor.users add unique (external_id)',
    'constraint kontor.users users_external_id_key restricts writes',
  ],
  [
    `alter table kontor.users add constraint short check (login < 'z') not valid`,
    'constraint kontor.users short restricts writes',
  ],
  [
    `alter table kontor.users add later text constraint given check (later is not null)`,
    'constraint kontor.users given restricts writes',
  ],
  [
    `alter table kontor.users add later int default 1;
    create unique index later on kontor.users (later)`,
    'unique index kontor.later restricts writes',
  ],
  [
    'create unique index short on kontor.users (left(login, 3))',
    'unique index kontor.short restricts writes',
  ],
  ['drop table kontor.event_traces cascade', 'table kontor.event_traces is gone'],
  ['drop index kontor.events_object', 'index kontor.events_object is gone'],
  ['drop function kontor.suspended_since', 'function kontor.suspended_since(uuid,uuid) is gone'],
  [
    `create or replace function kontor.as_id(value text) returns uuid language sql as 'select null::uuid'`,
    'function kontor.as_id(text) is another one',
  ],
  ['revoke select on kontor.users from current_user', 'table kontor.users is another one'],
  [
    `create trigger later before insert on kontor.users execute function kontor.refuse_change()`,
    'trigger kontor.users later restricts writes',
  ],
  ['alter table kontor.users enable row level security', 'table kontor.users is another one'],
]

test.each(REFUSED)('%s is not additive', async (migration, told) => {
  expect(await tried(migration)).toContain(told)
})

test.each([
  'alter table kontor.users add later uuid references kontor.users on delete set null',
  `alter table kontor.users add later text not null default 'a' check (later in ('a', 'b'))`,
  'alter table kontor.users add later text; create unique index later on kontor.users (later)',
  'create index later on kontor.users (external_id)',
  'create table kontor.later (id uuid primary key, name text not null unique check (name > $$a$$))',
  'create function kontor.later() returns int language sql as $$select 1$$',
  'alter table kontor.users add later int generated always as (1) stored',
])('%s is', async (migration) => {
  expect(await tried(migration)).toEqual([])
})
