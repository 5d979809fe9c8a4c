import { expect, test } from 'vitest'
import { startFields } from '../../test/field-table.ts'
import { newId } from '../lib/ids.ts'
import { name, sql } from '../platform/db/sql.ts'
import { list } from './list.ts'
import { ListRequest } from './request.ts'
import { type Source, sourceColumns } from './source.ts'

const { db, run } = await startFields()

const NAMES = sql`jsonb_build_object('lastname', t.last_name, 'firstname', t.first_name,
  'middlename', t.middle_name)`

/** The list of users over their table. */
const users: Source = {
  table: name('kontor', 'users'),
  columns: sourceColumns([
    ['__id', 'ID', 'id'],
    ['id', 'ID', 'id'],
    ['__name', 'STRING', 'name'],
    ['__createdAt', 'DATETIME', 'created_at'],
    ['__deletedAt', 'DATETIME', 'deleted_at'],
    ['__status', 'STATUS', (suffix) => (suffix === '$order' ? sql`0` : name('t', 'status'))],
    ['fullname', 'FULL_NAME', (suffix) => (suffix === '$text' ? name('t', 'name') : NAMES)],
    ['login', 'STRING', 'login'],
    ['email', 'STRING', 'email'],
  ]),
  where: [],
  order: [{ field: '__createdAt', ascending: true }],
}

const people = [
  { id: newId(), login: 'mlind', last: 'Lind', first: 'Maria', status: 2 },
  { id: newId(), login: 'bberg', last: 'Berg', first: 'Bo', status: 0 },
  { id: newId(), login: 'robot', last: '', first: '', status: 3 },
]
for (const [at, { id, login, last, first, status }] of people.entries()) {
  await run(sql`insert into kontor.users (id, login, last_name, first_name, status, created_at)
    values (${id}, ${login}, ${last}, ${first}, ${status}, ${`2026-03-0${at + 1}T08:00:00.123456Z`})`)
}

const ask = async (request: object) => {
  const found = await list(db, users, ListRequest.parse(request))
  return { rows: found.parse<{ login: string }>(), total: found.total }
}
const logins = async (filter: object) =>
  (await ask({ filter })).rows.map(({ login }) => login).join(' ')

test('a platform table becomes a list by naming its columns', async () => {
  const [user] = people

  expect(await ask({ size: 1 })).toEqual({
    rows: [
      {
        __id: user?.id,
        id: user?.id,
        __name: 'Lind Maria',
        __createdAt: '2026-03-01T08:00:00Z',
        __deletedAt: null,
        __status: { order: 0, status: 2 },
        fullname: { lastname: 'Lind', firstname: 'Maria', middlename: '' },
        login: 'mlind',
        email: '',
      },
    ],
    total: 3,
  })
})

test('users are found with the filters that clients send', async () => {
  expect(await logins({ tf: { fullname: 'lind' } })).toBe('mlind')
  expect(await logins({ tf: { login: 'B' } })).toBe('bberg robot')
  expect(await logins({ in: [{ field: '__status' }, { list: [0, 2] }] })).toBe('mlind bberg')
  expect(await logins({ 'fullname.lastname': 'berg' })).toBe('bberg')
  expect(await logins({ login: 'robot', email: null })).toBe('robot')
  expect(await logins({ tf: { __createdAt: { max: '2026-03-01T08:00:00Z' } } })).toBe('mlind')
})
