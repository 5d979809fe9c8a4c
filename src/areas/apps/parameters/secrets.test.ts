import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { moduleNamespace } from '../../../definitions/layout.ts'
import { connectClient } from '../../../platform/db/db.ts'
import { Secrets } from '../../../platform/secrets.ts'
import { forgetSecrets } from '../../system/secrets/forget.ts'
import { sealSecrets } from '../../system/secrets/seal.ts'

const OLD = 'the same on every node of a test and long enough'
const NEW = 'the key that takes the place of the old one'
const { as, admin, make, connection } = await startApp({
  environment: { KONTOR_SECRET: OLD },
})
const database = await connectClient(connection)
afterAll(() => database.end())

const DESK = (token = 'secret: true') => `name: Desk
parameters:
  token: { name: Token, type: STRING, ${token} }
  limit: { name: Limit, type: INTEGER, default: 5 }
scripts:
  main: |
    function action() {
      const { token, limit } = Namespace.params.data
      Context.data.text = \`\${token} \${limit}\`
    }
actions:
  read: { name: Read, script: main, output: { text: { name: Text, type: STRING } } }
`
const apply = (module: string) => {
  const files = [
    { path: 'solution.yaml', content: 'code: desk\nname: Desk\nversion: 1.0.0\n' },
    { path: 'modules/desk.yaml', content: module },
  ]
  return as(admin).solutions.apply({ input: { files } })
}
const params = { namespace: moduleNamespace('desk') }
const get = () => as(admin).parameters.get({ params })
const set = (parameters: Record<string, unknown>) =>
  as(admin).parameters.set({ params, input: { parameters } })
const readByScript = async () => {
  const asked = { params: { module: 'desk', action: 'read' }, input: { context: {} } }
  return (await as(admin).processes.runAction(asked)).run.output
}

/** Every row of every table as text, as a dump would hold it. */
async function everything(): Promise<string> {
  const { rows } = await database.query(
    `select string_agg(query_to_xml('select * from ' || c.oid::regclass, true, true, '')::text, '') as all
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname = 'kontor'`,
  )
  return rows[0].all
}

const changes = async () =>
  (
    await database.query(
      `select data from kontor.events where type = 'workspace.parameters_changed' order by position`,
    )
  ).rows.map(({ data }) => data)

test('a secret is read by scripts alone, and is nowhere in the database or the log', async () => {
  await apply(DESK())

  const answer = await set({ token: 'told-to-nobody', limit: 7 })

  expect(answer).toMatchObject({
    parameters: { limit: 7 },
    set: ['token', 'limit'],
    secrets: ['token'],
  })
  expect(JSON.stringify([answer, await get()])).not.toContain('told-to-nobody')
  expect(await readByScript()).toEqual({ text: 'told-to-nobody 7' })
  expect(await changes()).toEqual([
    { before: { limit: 5 }, after: { limit: 7 }, secrets: ['token'] },
  ])
  expect(await everything()).not.toContain('told-to-nobody')
})

test('it is replaced and removed, each with an event', async () => {
  await set({ token: 'second' })
  expect(await readByScript()).toEqual({ text: 'second 7' })

  expect(await set({ token: null })).toMatchObject({ set: ['limit'] })

  await set({ token: null })
  expect(await readByScript()).toEqual({ text: 'undefined 7' })
  expect((await changes()).map(({ secrets }) => secrets)).toEqual([['token'], ['token'], ['token']])
})

test('another key seals it again, and one that is lost takes it along', async () => {
  await set({ token: 'kept' })
  const sealWith = (...keys: [string, ...string[]]) =>
    make.asSystem((ctx) => sealSecrets({ ...ctx, secrets: new Secrets(...keys) }))

  expect(await sealWith(NEW, OLD)).toBeGreaterThan(0)

  const { rows } = await database.query('select secret from kontor.workspace_secrets')
  expect(new Secrets(NEW).open(rows[0].secret)).toBe('kept')
  await make.asSystem((ctx) => forgetSecrets(ctx, ctx.config, new Secrets(NEW).keyId))
  expect(await get()).toMatchObject({ set: ['limit'] })
})

test('a value that was set before its parameter became a secret is not taken over, nor left', async () => {
  await apply(DESK('maxLength: 100'))
  await set({ token: 'plain' })

  await apply(DESK())

  expect(await get()).toMatchObject({ parameters: { limit: 7 }, set: ['limit'] })
  expect(await readByScript()).toEqual({ text: 'undefined 7' })
  await set({ token: 'sealed now' })
  const { rows } = await database.query('select code from kontor.workspace_parameters')
  expect(rows).toEqual([{ code: 'limit' }])
})

test('a secret does not come back after its parameter was none for a while', async () => {
  await apply(DESK())
  await set({ token: 'old-secret' })
  await apply(DESK('maxLength: 100'))
  await set({ token: 'shown' })

  await apply(DESK())

  expect((await get()).set).not.toContain('token')
})

test('a secret has no default', async () => {
  await expect(apply(DESK('secret: true, default: known'))).rejects.toThrow(
    'a secret has no default',
  )
})
