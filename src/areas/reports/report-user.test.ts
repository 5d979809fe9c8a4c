import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { newDatabase, startApp } from '../../../test/app.ts'
import { ordinaryDatabase } from '../../../test/kontor.ts'
import { solution } from '../../../test/solution.ts'
import { type Connection, connectClient } from '../../platform/db/db.ts'
import { migrate } from '../../platform/db/migrate.ts'

const APP = 'name: Papers\nfields: { title: { name: Title, type: STRING } }\n'
const COLUMNS = 'name: R\ncolumns: { title: { name: Title, type: STRING } }\n'
const files = solution('vault', {
  'workspaces/vault/apps/papers.yaml': APP,
  'workspaces/vault/reports/written.yaml': `${COLUMNS}sql: select title from "ws_vault"."papers"\n`,
  'workspaces/vault/reports/built.yaml': `${COLUMNS}query: { app: vault/papers }\n`,
})

/** Its user may do everything in it, but nothing on the server around it. */
async function modestDatabase(login: string): Promise<Connection> {
  const connection = await ordinaryDatabase(login)
  await migrate(connection)
  return connection
}

async function start(connection: Connection, environment: Record<string, string> = {}) {
  const { as, admin } = await startApp({ connection, environment })
  const { apps, reports, solutions } = as(admin)
  await solutions.apply({ input: { files } })
  await apps.createItem({
    params: { namespace: 'vault', code: 'papers' },
    input: { context: { title: 'One' } },
  })
  return async (code: string) =>
    (await reports.listRows({ params: { namespace: 'vault', code } })).result.result
}

const urlOf = (user: string, { host, port, database }: Connection) =>
  `postgres://${user}@/${database}?host=${encodeURIComponent(String(host))}&port=${port}`

test('where no user can be made, SQL reports say so and the others go on', async () => {
  const list = await start(await modestDatabase('plain_owner'))

  await expect(list('written')).rejects.toMatchObject({
    status: 503,
    message:
      'SQL reports need a database user of their own: "plain_owner" may not create one: give it CREATEROLE, or create a user without any rights and name it in KONTOR_REPORTS_URL',
  })
  expect(await list('built')).toEqual([{ title: 'One' }])
})

test('the first reports may be asked for at the same moment', async () => {
  const list = await start(await newDatabase())

  const answers = await Promise.all(Array.from({ length: 8 }, () => list('written')))

  expect(answers).toEqual(answers.map(() => [{ title: 'One' }]))
})

test('a user made by somebody else is used where it is named', async () => {
  const connection = await modestDatabase('owner_with_help')
  const client = await connectClient({ ...connection, user: 'kontor' })
  await client.query('create role helper login')
  await client.end()

  const list = await start(connection, { KONTOR_REPORTS_URL: urlOf('helper', connection) })

  expect(await list('written')).toEqual([{ title: 'One' }])
})

test('a named user who may do more than nothing is refused', async () => {
  const connection = await modestDatabase('owner_with_trouble')
  const client = await connectClient({ ...connection, user: 'kontor' })
  await client.query('create role too_strong login in role pg_read_all_data')
  await client.end()

  const list = await start(connection, { KONTOR_REPORTS_URL: urlOf('too_strong', connection) })

  await expect(list('written')).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('"too_strong" is a member of another role'),
  })
})

test.each([
  ['a connection', (connection: Connection) => connection],
  ['an address', (connection: Connection) => ({ connectionString: urlOf('roles_2', connection) })],
])('whoever may create roles needs nobody, given %s', async (what, toGiven) => {
  const connection = await modestDatabase(what === 'a connection' ? 'roles_1' : 'roles_2')
  const client = await connectClient({ ...connection, user: 'kontor' })
  await client.query(`alter role ${connection.user} createrole`)
  await client.end()

  const list = await start(toGiven(connection))

  expect(await list('written')).toEqual([{ title: 'One' }])
})

test('what is signed for a report is worth nothing after some minutes', async () => {
  const client = await connectClient(await newDatabase())
  const { rows } = await client.query('select secret from kontor.report_access')
  const read = async (reader: object) => {
    const body = JSON.stringify(reader)
    const { secret } = rows[0]
    const signed =
      createHash('sha256')
        .update(secret + body + secret)
        .digest('hex') + body
    await client.query('begin')
    await client.query(`select set_config('kontor.reader', $1, true)`, [signed])
    const found = await client.query('select kontor.report_reader() as reader')
    await client.query('rollback')
    return found.rows[0].reader
  }
  const soon = { all: true, until: Date.now() + 60_000 }

  expect(await read(soon)).toEqual(soon)
  expect(await read({ all: true, until: Date.now() - 60_000 })).toBeNull()
  expect(await read({ all: true })).toBeNull()
  await client.end()
})
