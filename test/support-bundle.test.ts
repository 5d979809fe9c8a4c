import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Config, Environment, readConfig } from '../src/platform/config.ts'
import { connectClient } from '../src/platform/db/db.ts'
import { redactedSettings, redactSecrets } from '../src/platform/redaction.ts'
import { newDatabase } from './app.ts'
import { kontor, urlOf } from './kontor.ts'
import { dataFolder } from './server-process.ts'

const { folder } = await dataFolder(afterAll)

/** A value with a mark for every setting that takes free text and lets somebody in. */
const SECRETS = {
  KONTOR_ADMIN_TOKEN: '4f0c7a52-52c5-4d0a-9f0e-5ec3e75ec3e7',
  KONTOR_ADMIN_PASSWORD: 'admin-5ec3e7-password',
  KONTOR_SECRET: 'first-5ec3e7-of-thirty-two-characters,second-5ec3e7-of-thirty-two-characters',
  OTEL_EXPORTER_OTLP_HEADERS: 'x-key=5ec3e7',
  DATABASE_READ_URL: 'postgres://kontor:read-5ec3e7@127.0.0.1:1/kontor',
  KONTOR_S3_ACCESS_KEY: 'access-5ec3e7',
  KONTOR_S3_SECRET_KEY: 'bucket-5ec3e7',
  KONTOR_SMTP_URL: 'smtp://kontor:mail%405ec3e7@127.0.0.1:1',
  KONTOR_MAIL_FROM: 'kontor@example.com',
  KONTOR_AGENT_URL: 'http://127.0.0.1:1/v1',
  KONTOR_AGENT_MODEL: 'one',
  KONTOR_AGENT_KEY: 'agent-5ec3e7',
  KONTOR_REPORTS_URL: 'postgres://reader:reports-5ec3e7@127.0.0.1:1/kontor',
}

test('a bundle tells what is wrong, and no secret setting', async () => {
  const connection = await newDatabase()
  const client = await connectClient(connection)
  await client.query(
    `select graphile_worker.add_job('demo.failed', payload := '{"content": "of-somebody"}')`,
  )
  const error = `refused: ${SECRETS.KONTOR_AGENT_KEY} and mail@5ec3e7 at ${SECRETS.KONTOR_SMTP_URL}`
  await client.query(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = $1`,
    [error],
  )
  await client.end()
  const file = join(folder, 'bundle.json')
  const url = urlOf(connection).replace('@', ':database-5ec3e7@')
  const environment = { ...SECRETS, KONTOR_DATA: folder, DATABASE_URL: url }

  const written = await kontor(['support-bundle', file], environment)
  const again = await kontor(['support-bundle', file], environment)

  expect(written).toMatchObject({ code: 0, err: '' })
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('EEXIST') })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const text = await readFile(file, 'utf8')
  expect(text).not.toContain('5ec3e7')
  expect(text).not.toContain('of-somebody')
  const bundle = JSON.parse(text)
  expect(bundle).toMatchObject({
    kontor: expect.any(String),
    machine: { node: process.version },
    settings: { PORT: 8365, KONTOR_AGENT_KEY: 'set', KONTOR_S3_BUCKET: null, KONTOR_MCP: 'on' },
    statistics: { jobs: { failed: 1 }, database: { version: expect.any(String) } },
    failedJobs: [{ name: 'demo.failed', lastError: 'refused: *** and *** at ***' }],
  })
  const names = bundle.checks.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['database', 'schema', 'mail']))
  expect(bundle.statistics.tables.length).toBeGreaterThan(5)
})

test('without a database the bundle says so', async () => {
  const { code, out } = await kontor(['support-bundle', '-'], {
    KONTOR_DATA: folder,
    DATABASE_URL: 'postgres://kontor:5ec3e7@127.0.0.1:1/kontor',
  })

  expect(code).toBe(0)
  expect(JSON.parse(out).statistics.error).toContain('cannot use DATABASE_URL')
  expect(out).not.toContain('5ec3e7')
})

test('of no setting that takes free text the value is told', () => {
  const strings = Object.entries(Environment.shape).filter(
    ([, schema]) => schema.safeParse('free-5ec3e7-text').success,
  )
  const marked = Object.fromEntries(strings.map(([name]) => [name, `${name}-5ec3e7`]))
  const told = redactedSettings({ ...readConfig(SECRETS), ...marked } as Config)

  expect(strings.length).toBeGreaterThan(4)
  expect(Object.keys(told)).toEqual(Object.keys(Environment.shape))
  expect(JSON.stringify(told)).not.toContain('5ec3e7')
})

test.each(Object.entries(SECRETS).filter(([, value]) => value.includes('5ec3e7')))(
  'the value of %s is hidden wherever it appears',
  (_, value) => {
    const config = readConfig(SECRETS)

    expect(redactSecrets(config, `a ${value} b`)).not.toContain('5ec3e7')
  },
)

const own = readConfig({ DATABASE_URL: 'postgres://kontor:the%20word@db/kontor' })

test.each([
  ['no route to postgres://kontor:the word@db', 'no route to postgres://kontor:***@db'],
  ['GET https://ann:s3cr3t@host/x failed', 'GET https://ann:***@host/x failed'],
  ['GET https://host/x?a=1&token=abcdef123&b=2', 'GET https://host/x?a=1&token=***&b=2'],
  ['sent Authorization: Bearer 4f0c7a52-52c5-4d0a', 'sent Authorization: Bearer ***'],
  ['x-token: 4f0c7a52-52c5-4d0a refused', 'x-token: *** refused'],
  ['{\\"password\\":\\"hunter2\\"}', '{\\"password\\":\\"***\\"}'],
  ['key eyJhbGciOi.eyJzdWIi.c2ln is old', 'key *** is old'],
  ['signed with whsec_bXkga2V5', 'signed with ***'],
  ['{"password":"a,b;c d"}', '{"password":"***"}'],
  ['{\\"password\\":\\"a,b\\\\\\"c d\\"}', '{\\"password\\":\\"***\\"}'],
  ['{"clientSecret": "a b", "apiToken": "c"}', '{"clientSecret": "***", "apiToken": "***"}'],
  ['Authorization: Basic dXNlcjpwYXNz', 'Authorization: Basic ***'],
  ['GET /x?id_token=abc&b=2', 'GET /x?id_token=***&b=2'],
  ['Cookie: kontor_session=abc; other=d', 'Cookie: ***'],
  ['https://ghp_0123456789abcdef@github.com/x', 'https://***@github.com/x'],
  ['https://api.telegram.org/bot123:AAH/send', 'https://api.telegram.org/bot***/send'],
])('%s is told without its secret', (text, told) => {
  expect(redactSecrets(own, text)).toBe(told)
})

test.each([
  'the token is missing: send one',
  'http://localhost:8365/pub/v1/user/list?size=20',
  '"tokens": 5, "KONTOR_ADMIN_TOKEN": "set"',
])('%s has none and stays', (text) => {
  expect(redactSecrets(own, text)).toBe(text)
})
