import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { startRegistry } from '../../../test/registration.ts'
import { connectClient } from '../../platform/db/db.ts'
import { registrationChecks } from './log.ts'

const { admin, as, make, app, connection } = await startApp()
const client = as(admin)
const { folder, item, register } = await startRegistry(client)
const sql = await connectClient(connection)
afterAll(() => sql.end())
const verify = async () => (await client.registration.verify({})).problems
const { id, serialId } = await folder({ editAfterRegistration: true, reserveEnabled: true })
const first = await register(await item(), id)
await client.registration.change({ params: { id: first.id }, input: { number: 'typed' } })
await client.registration.cancel({ params: { id: first.id } })
const second = await register(await item(), id)
await register(await item(), id)

/** Does something behind the server's back, looks, and undoes it. */
async function after(change: string): Promise<string[]> {
  const off = 'alter table kontor.registration_log disable trigger all'
  await sql.query(off)
  const tables = ['registrations', 'registration_log', 'registration_chains']
  for (const table of tables)
    await sql.query(`create temp table ${table}_kept as table kontor.${table}`)
  await sql.query(change)
  const found = await verify()
  await sql.query(`truncate ${tables.map((table) => `kontor.${table}`).join()}`)
  for (const table of tables) {
    await sql.query(`insert into kontor.${table} table ${table}_kept; drop table ${table}_kept`)
  }
  await sql.query('alter table kontor.registration_log enable trigger all')
  return found
}

test('a log that nobody touched is in order', async () => {
  expect(await client.registration.verify({})).toMatchObject({
    problems: [],
    counters: [{ serialId, entries: 5, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }],
  })
})

test.each([
  [
    'an entry was changed',
    `update kontor.registration_log set number = '9' where position = 2`,
    'entry 2 was changed',
  ],
  [
    'the actor was changed',
    'update kontor.registration_log set actor_id = gen_random_uuid() where position = 4',
    'entry 4 was changed',
  ],
  [
    'an entry was taken out',
    'delete from kontor.registration_log where position = 2',
    'entry 2 is missing',
  ],
  [
    'the last entry was taken out',
    'delete from kontor.registration_log where position = 5',
    'the last entries are missing',
  ],
  [
    'all entries were taken out',
    'delete from kontor.registration_log',
    'the last entries are missing',
  ],
  ['the end was taken out', 'delete from kontor.registration_chains', 'nothing says how long'],
  [
    'a number was changed',
    `update kontor.registrations set number = '77' where number = '2'`,
    'the number 77 is not what was written down',
  ],
  [
    'a cancelled one came back',
    `update kontor.registrations set status = 'registered', deleted_at = null where number = 'typed'`,
    'the number typed is not',
  ],
  [
    'a registration was taken out',
    `delete from kontor.registrations where number = '2'`,
    'was written down and is not there',
  ],
  [
    'a registration was put in',
    `insert into kontor.registrations select (jsonb_populate_record(r, '{"id":"0f0f0f0f-0000-4000-8000-00000000000f","number":"88","index":88,"item_id":"0f0f0f0f-0000-4000-8000-00000000000e"}')).* from kontor.registrations r where number = '2'`,
    'the number 88 is not',
  ],
])('it is seen that %s', async (_, change, message) => {
  const problems = await after(change)

  expect(problems.join('\n')).toContain(message)
  expect(await verify()).toEqual([])
})

test('an entry written anew with its hash is seen by the next one', async () => {
  const problems = await after(
    `update kontor.registration_log set number = '9' where position = 2;
     update kontor.registration_log l set hash = kontor.registration_hash(
       (select hash from kontor.registration_log where position = 1), l) where position = 2`,
  )

  expect(problems.join()).toContain('entry 3 was changed, or the one before it')
})

test('the database itself refuses to change the log', async () => {
  for (const change of [
    'update kontor.registration_log set number = number',
    'delete from kontor.registration_log',
  ]) {
    await expect(sql.query(change)).rejects.toThrow('only added to')
  }
})

test('the doctor looks at it', async () => {
  const [check] = registrationChecks
  const { db, config } = app.platform

  expect(await check?.run(db, config)).toEqual({
    state: 'ok',
    text: 'the log is as it was written, 5 entries',
  })
  await sql.query(`update kontor.registrations set number = '77' where id = '${second.id}'`)
  expect(await check?.run(db, config)).toMatchObject({ state: 'problem' })
  await sql.query(`update kontor.registrations set number = '2' where id = '${second.id}'`)
})

test('only administrators verify it', async () => {
  const ann = as(await make.user())

  await expect(ann.registration.verify({})).rejects.toMatchObject({ status: 403 })
})
