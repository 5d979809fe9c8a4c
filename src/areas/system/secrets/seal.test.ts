import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { connectClient } from '../../../platform/db/db.ts'
import { Secrets } from '../../../platform/secrets.ts'
import { sealSecrets } from './seal.ts'
import { listSecrets, PLACES } from './store.ts'

const OLD = 'the same on every node of a test and long enough'
const NEW = 'the key that takes the place of the old one'
const { as, admin, make, connection } = await startApp({ environment: { KONTOR_SECRET: OLD } })
const client = await connectClient(connection)
afterAll(() => client.end())

const sealWith = (...keys: [string, ...string[]]) =>
  make.asSystem((ctx) => sealSecrets({ ...ctx, secrets: new Secrets(...keys) }))
const stored = () =>
  make.asSystem(async ({ db }) =>
    (await Promise.all(PLACES.map((place) => listSecrets(db, place)))).flat(),
  )
const opened = async (key: string) =>
  (await stored()).map(({ value }) => new Secrets(key).open(value)).sort()

/** Every row of every table as text, as a dump would hold it. */
async function everything(): Promise<string> {
  const { rows } = await client.query(
    `select string_agg(query_to_xml('select * from ' || c.oid::regclass, true, true, '')::text, '') as all
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('kontor', 'graphile_worker')`,
  )
  return rows[0].all
}

const input = { name: 'all', url: 'https://hooks.example/a' }
const { webhook, secret } = await as(admin).webhooks.create({ input })
const rotated = await as(admin).webhooks.rotate({ params: { id: webhook.id } })

test('a new secret of a webhook is never in the database as receivers know it', async () => {
  const dump = await everything()

  for (const each of [secret, rotated.secret]) expect(dump).not.toContain(each)
})

test('what is there in plain text is sealed at the start, once', async () => {
  const plain = ['whsec_plain1', 'whsec_plain2']
  await client.query('update kontor.webhooks set secret = $1, old_secret = $2', plain)
  const before = (await stored()).map(({ value }) => new Secrets(OLD).open(value)).sort()
  expect(before).toHaveLength(4)

  expect(await sealWith(OLD)).toBe(4)
  expect(await sealWith(OLD)).toBe(0)

  const dump = await everything()
  for (const each of before) expect(dump).not.toContain(each)
  expect(await opened(OLD)).toEqual(before)
})

test('another key is refused before anything is sealed with it, and takes over beside the old one', async () => {
  await sealWith(OLD)
  const before = await opened(OLD)

  await expect(sealWith(NEW)).rejects.toThrow(/KONTOR_SECRET.*secret\.key/)
  expect(await opened(OLD)).toEqual(before)
  expect(await sealWith(NEW, OLD)).toBe(before.length)
  expect(await opened(NEW)).toEqual(before)

  await expect(sealWith(OLD)).rejects.toThrow('which is not here')
  await sealWith(OLD, NEW)
})
