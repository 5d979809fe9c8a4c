import { afterAll, expect, test } from 'vitest'
import { ACCOUNT_FACTS, ALL_FACTS } from '../src/api/account-facts.ts'
import { type Area, neededScopes, type Operation } from '../src/api/operation.ts'
import { areas } from '../src/client/areas.ts'
import { factsIn } from '../src/http/privileges.ts'
import { connectClient } from '../src/platform/db/db.ts'
import { startOAuth } from './oauth.ts'
import { sample } from './sample.ts'

/**
 * What identifies or protects an account is declared once; who may change it follows. That an operation declares
 * what it changes is watched in every test (`checkDeclaredEffects`).
 */

const stand = await startOAuth({ environment: { KONTOR_TRUST_PROXY: 'on' } })
const { admin, connection, make, request } = stand
const client = await connectClient(connection)
afterAll(() => client.end())

type Case = [name: string, operation: Operation]
const all: Case[] = Object.entries<Area>(areas).flatMap(([area, operations]) =>
  Object.entries(operations).map(([name, operation]): Case => [`${area}.${name}`, operation]),
)
const areaOf = (name: string) => name.split('.', 1)[0]
const changing = all.filter(([, { changes }]) => changes.length > 0)

const send = (
  { methods: [method = 'POST'], path, input }: Operation,
  headers: Record<string, string>,
) =>
  request(path.replace(/\{\w+\}/g, admin.id), {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method !== 'DELETE' && { body: JSON.stringify(sample(input)) }),
  })

const guarded = changing.filter(
  ([, each]) => each.access !== 'public' && !each.provisions && neededScopes(each).length > 0,
)

test.each(guarded)(
  '%s: a token that can do less than the person is refused',
  async (name, each) => {
    const scopes = [`${areaOf(name)}:write`]
    const { secret } = await make.token({ user: admin.id, scopes })

    const answer = await send(each, { 'x-token': secret })

    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain('missing the scope')
  },
)

const chief = await stand.person()
await make.change(`insert into kontor.group_members (group_id, member_kind, member_id)
  values ('00000000-0000-7000-8000-000000000001', 'user', '${chief.id}')`)
const program = (await stand.token(await stand.allow(chief))).body.access_token

test.each(changing)('%s: a program that acts for an administrator is refused', async (_, each) => {
  const answer = await send(each, { authorization: `Bearer ${program}` })

  expect(answer.status).toBe(403)
  expect(await answer.text()).toContain('a connected program cannot')
})

test('only provisioning changes accounts with the scope of its area alone', () => {
  const names = all.filter(([, { provisions }]) => provisions).map(([name]) => name)

  expect(names.filter((name) => areaOf(name) !== 'scim')).toEqual([])
})

const columnsOf = async (table: string) => {
  const { rows } = await client.query(
    `select column_name from information_schema.columns
     where table_schema = 'kontor' and table_name = $1`,
    [table],
  )
  return rows.map(({ column_name }) => column_name as string)
}

test.each(ALL_FACTS)('%s is where its declaration says', async (fact) => {
  for (const [table, columns] of Object.entries(ACCOUNT_FACTS[fact].columns)) {
    const stored = await columnsOf(table)
    expect(stored.length).toBeGreaterThan(0)
    expect(stored).toEqual(expect.arrayContaining([...columns]))
  }
})

/** What belongs to users and neither identifies nor protects them. */
const OTHER_TABLES = [
  'known_devices',
  'notification_letters',
  'notification_mutes',
  'notification_settings',
  'notifications',
  'previews',
  'report_mails',
  'report_schedules',
  'stream_reads',
  'task_reminders',
  'telephony_bindings',
  'user_settings',
]

test('every table that belongs to users is a fact of accounts or is known not to be', async () => {
  const { rows } = await client.query(
    `select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid = 'kontor.users'::regclass`,
  )
  const facts = new Set(ALL_FACTS.flatMap((fact) => Object.keys(ACCOUNT_FACTS[fact].columns)))
  const tables = rows.map(({ name }) => (name as string).replace('kontor.', ''))

  expect(tables.filter((name) => !facts.has(name)).sort()).toEqual(OTHER_TABLES)
})

/** Columns of users that say nothing about who may come in. */
const OTHER_COLUMNS = [
  ...['accounts', 'avatar', 'birth_date', 'created_at', 'created_by', 'displayed_position'],
  ...['external_id', 'first_name', 'full_name', 'hire_date', 'id', 'index'],
  ...['language', 'last_name', 'middle_name', 'mobile_phone', 'name', 'solution'],
  ...['timezone', 'updated_at', 'updated_by', 'version', 'work_phone'],
]

test('every column of users is a fact of accounts or is known not to be', async () => {
  const facts = new Set(ALL_FACTS.flatMap((fact) => ACCOUNT_FACTS[fact].columns.users ?? []))

  const others = (await columnsOf('users')).filter((each) => !facts.has(each))
  expect(others.sort()).toEqual(OTHER_COLUMNS)
})

test.each([
  ['update kontor.users set "email" = $1, version = version + 1 where id = $2', ['address']],
  ['update kontor.users set timezone = $1 where login = $2', []],
  [
    'insert into kontor.users (id, login) values ($1, $2)',
    ['address', 'login', 'password', 'identities', 'status'],
  ],
  ['delete from kontor.sessions where id = $1', ['sessions']],
  [
    'with a as (delete from kontor.passkeys) update kontor.users u set status = 3',
    ['factors', 'status'],
  ],
  ['select id, email from kontor.users where id = $1 for update', []],
])('what "%s" changes is seen', (statement, facts) => {
  expect(factsIn(statement)).toEqual(facts)
})
