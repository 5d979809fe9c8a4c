import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sealSecrets } from '../src/areas/system/secrets/seal.ts'
import type { Finding } from '../src/platform/checks/check.ts'
import type { Connection } from '../src/platform/db/db.ts'
import { Secrets } from '../src/platform/secrets.ts'
import { newDatabase, startApp } from './app.ts'
import { backupOf, sql } from './archives.ts'
import { kontor, urlOf } from './kontor.ts'
import { dataFolder } from './server-process.ts'

const OLD = 'the key of the old installation and long enough'
const { keyId } = new Secrets(OLD)

const { as, admin, make, connection } = await startApp({ environment: { KONTOR_SECRET: OLD } })
const input = { name: 'ledger', url: 'https://hooks.example/a' }
const { webhook } = await as(admin).webhooks.create({ input })
await make.asSystem(sealSecrets)

const { folder: archives } = await dataFolder(afterAll)
const file = join(archives, 'kontor.tar.zst')
await writeFile(file, await backupOf(connection))

/** The archive restored into a system without the key. */
async function restoredElsewhere() {
  const { folder, start } = await dataFolder()
  const target: Connection = await newDatabase()
  const environment = { KONTOR_DATA: folder, DATABASE_URL: urlOf(target) }
  const run = (args: string[], more = {}) => kontor(args, { ...environment, ...more })
  const restored = await run(['restore', file])
  return {
    folder,
    target,
    run,
    restored,
    startServer: () => start({ ...environment, KONTOR_SECRET: '' }),
    finding: async (name: string, more = {}) => {
      const { checks } = JSON.parse((await run(['doctor', '--json'], more)).out)
      return (checks as (Finding & { name: string })[]).find((check) => check.name === name)
    },
  }
}

test('a restore without the key says what the key opens, where to put it and what its loss means', async () => {
  const { folder, run, restored, finding } = await restoredElsewhere()

  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('restored the state of') })
  expect(restored.err).toContain('Everything is restored. One thing is left to do')
  expect(restored.err).toContain(`the key ${keyId}, which opens the secrets that sign messages`)
  expect(restored.err).toContain('the key that signs links to files')
  expect(restored.err).toMatch(
    /set KONTOR_SECRET .* old installation .*copy their secret\.key into/,
  )
  expect(restored.err).toContain(`"kontor secrets forget ${keyId}"`)
  expect(await finding('secret key')).toMatchObject({
    state: 'problem',
    text: expect.stringContaining(`the key ${keyId} is missing`),
  })
  expect((await run(['webhook', 'list'])).out).toContain('ledger')
  expect(await readdir(folder)).not.toContain('secret.key')

  const withKey = { KONTOR_SECRET: OLD }
  expect(await finding('secret key', withKey)).toMatchObject({ state: 'ok' })
  const refused = await run(['secrets', 'forget', keyId], withKey)
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('nothing is lost') })
})

test('after "secrets forget" the secrets are replaced, and the server starts', async () => {
  const { folder, target, run, finding, startServer } = await restoredElsewhere()
  const other = await run(['secrets', 'forget', '00000000'])
  expect(other).toMatchObject({ code: 1, err: expect.stringContaining(`but with ${keyId}`) })

  const { code, out } = await run(['secrets', 'forget', keyId])

  expect(code).toBe(0)
  expect(out).toContain(`paused the webhook "ledger" (${webhook.id})`)
  expect(await finding('secret key')).toMatchObject({ state: 'ok' })
  expect((await finding('webhooks'))?.text).toContain('"ledger" is paused (its secret was lost')
  const key = new Secrets(await readFile(join(folder, 'secret.key'), 'utf8'))
  const rows = await sql<{ value: string }>(
    target,
    `select secret as value from kontor.webhooks union all select password from kontor.report_access
     union all select value #>> '{}' from kontor.settings where key = 'link_secret'`,
  )
  expect(rows.map(({ value }) => value.startsWith('sealed:') && key.canOpen(value))).toEqual([
    true,
    true,
    true,
  ])
  const server = startServer()
  await server.ready()
  expect(await server.stop()).toBe(0)
})
