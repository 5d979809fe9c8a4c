import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { newDatabase } from './app.ts'
import { inherited } from './environment.ts'
import { urlOf } from './kontor.ts'
import { listTree } from './process-tree.ts'
import { s3Environment } from './s3-server.ts'
import { dataFolder } from './server-process.ts'

const read = (address: string, token: string, key = 'kept') =>
  fetch(`${address}/pub/v1/storage/system/${key}`, {
    headers: { authorization: `Bearer ${token}` },
  })

const save = (address: string, token: string) =>
  fetch(`${address}/pub/v1/storage/system/kept`, {
    method: 'POST',
    headers: { 'x-token': token },
    body: '{"data":"yes"}',
  })

const signIn = (address: string, login: string, password: string) =>
  fetch(`${address}/manage/v1/session`, {
    method: 'POST',
    body: JSON.stringify({ login, password }),
  })

const tokenIn = (output: string) => /^\s*token\s+(\S+)$/m.exec(output)?.[1] ?? ''

test('a second start keeps the data and the token, and shows no secret again', async () => {
  const { start } = await dataFolder()
  const first = start()
  const before = await first.ready()
  const token = tokenIn(first.output())
  expect((await save(before, token)).status).toBe(200)
  expect(await first.stop()).toBe(0)

  const second = start()
  const answer = await read(await second.ready(), token)

  expect(await answer.json()).toEqual({ success: true, error: '', data: 'yes' })
  expect(second.output()).not.toContain('token ')
  expect(await second.stop()).toBe(0)
})

test('a given token and password are used and not printed', async () => {
  const { start } = await dataFolder()
  const token = '4f0c7a52-52c5-4d0a-9f0e-3f6f0d7c9b11'
  const server = start({ KONTOR_ADMIN_TOKEN: token, KONTOR_ADMIN_PASSWORD: 'correct horse' })
  const address = await server.ready()

  const answer = await read(address, token)
  const session = await signIn(address, 'admin', 'correct horse')

  expect(answer.status).toBe(404)
  expect(session.status).toBe(200)
  expect(server.output()).not.toContain(token)
  expect(server.output()).not.toContain('correct horse')
})

test('a token given at a later start is added', async () => {
  const { start } = await dataFolder()
  const first = start()
  await first.ready()
  await first.stop()
  const token = '4f0c7a52-52c5-4d0a-9f0e-3f6f0d7c9b22'

  const second = start({ KONTOR_ADMIN_TOKEN: token })

  expect((await read(await second.ready(), token)).status).toBe(404)
})

test('a second server on the same data folder is refused with the name of the first', async () => {
  const { start } = await dataFolder()
  const first = start()
  await first.ready()

  const second = start()

  expect(await second.ended()).toBe(1)
  expect(second.output()).toMatch(/kontor start.*already uses the data folder.*KONTOR_DATA/s)
})

async function takenPort(): Promise<string> {
  const taken = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  return String((taken.address() as AddressInfo).port)
}

test('a port in use is reported with its number', async () => {
  const { start } = await dataFolder()
  const port = await takenPort()

  const server = start({ PORT: port })

  expect(await server.ended()).toBe(1)
  expect(server.output()).toContain(`port ${port} on 127.0.0.1 is taken by another program`)
})

test('a first start that fails at listening has told the logins that it created', async () => {
  const { start } = await dataFolder()
  const failed = start({ PORT: await takenPort(), KONTOR_DEMO: 'on' })
  expect(await failed.ended()).toBe(1)
  const told = failed.output()
  const password = /^ {2}password {2}(\S+)$/m.exec(told)?.[1] ?? ''
  const [, anna = '', annasPassword = ''] = /sign in as (\S+) \/ (\S+)$/m.exec(told) ?? []

  const address = await start().ready()

  expect((await signIn(address, 'admin', password)).status).toBe(200)
  expect((await signIn(address, anna, annasPassword)).status).toBe(200)
  expect((await read(address, tokenIn(told))).status).toBe(404)
})

test('a wrong DATABASE_URL is reported without its password', async () => {
  const { start } = await dataFolder()

  const server = start({ DATABASE_URL: 'postgres://kontor:secret@127.0.0.1:1/kontor' })

  expect(await server.ended()).toBe(1)
  expect(server.output()).toContain(
    'cannot use DATABASE_URL postgres://kontor:***@127.0.0.1:1/kontor',
  )
  expect(server.output()).not.toContain('secret')
})

test('all problems of the environment are reported together', async () => {
  const { start } = await dataFolder()

  const server = start({ PORT: 'many', KONTOR_ADMIN_TOKEN: 'short', DATABASE_URL: 'mysql://x' })

  expect(await server.ended()).toBe(1)
  for (const name of ['PORT', 'KONTOR_ADMIN_TOKEN', 'DATABASE_URL']) {
    expect(server.output()).toContain(`  ${name}: `)
  }
})

/** Good only for the eye of a person: one line, no stack, no JSON. */
const plainLines = (output: string) => {
  expect(output).not.toMatch(/^\s+at |^\{/m)
  return output.trim().split('\n')
}

test.each([
  ['PORT', 'abc', 'expected a whole number from 0 to 65535, received "abc"'],
  ['HOST', '999.1.1.1', 'expected an address of this machine'],
  ['KONTOR_ADMIN_PASSWORD', 'short', 'expected at least 10 characters'],
  ['KONTOR_ADMIN_PASSWORD', 'password123', 'one of the passwords that are guessed first'],
  ['KONTOR_CORS_ORIGINS', 'foo bar', 'expected origins'],
  ['KONTOR_FILES', 's3', 'expected a value because KONTOR_FILES is set'],
])('%s=%s ends a start before a database is created', async (name, value, reason) => {
  const { start, folder } = await dataFolder()

  const server = start({ [name]: value, LOG_LEVEL: 'info' })

  expect(await server.ended()).toBe(1)
  const lines = plainLines(server.output())
  expect(lines.filter((line) => line.includes(name) && line.includes(reason))).toHaveLength(1)
  expect(await readdir(folder)).toEqual([])
})

test('a data folder that is a file is reported by its setting', async () => {
  const { start, folder } = await dataFolder()
  await writeFile(`${folder}/file`, '')

  const server = start({ KONTOR_DATA: `${folder}/file` })

  expect(await server.ended()).toBe(1)
  expect(plainLines(server.output())).toEqual([
    expect.stringMatching(/^kontor: .* is not a folder: set KONTOR_DATA to a folder$/),
  ])
})

test.runIf(process.platform === 'linux').each([
  ['the embedded database', async () => ({})],
  ['a database elsewhere', async () => ({ DATABASE_URL: urlOf(await newDatabase()) })],
])('a data folder that cannot be made ends a start with %s in one line', async (_, settings) => {
  const { start } = await dataFolder()

  const server = start({ KONTOR_DATA: '/proc/kontor', ...(await settings()) })

  expect(await server.ended()).toBe(1)
  expect(plainLines(server.output())).toEqual([
    "kontor: KONTOR_DATA: the folder cannot be made: ENOENT: no such file or directory, mkdir '/proc/kontor'",
  ])
})

test('a start that fails after the database is open prints its reason and nothing else', async () => {
  const { start } = await dataFolder()
  const first = start()
  await first.ready()
  await first.stop()

  const second = start({ KONTOR_SECRET: '' })

  expect(await second.ended()).toBe(1)
  expect(plainLines(second.output())).toEqual([expect.stringContaining('set KONTOR_SECRET')])
})

test('a later start does not check the password of the first', async () => {
  const { start } = await dataFolder()
  const database = urlOf(await newDatabase())
  const first = start({ DATABASE_URL: database })
  await first.ready()
  await first.stop()

  const second = start({ DATABASE_URL: database, KONTOR_ADMIN_PASSWORD: 'short' })

  await second.ready()
})

test('an unknown setting is a warning, and what Kubernetes sets is none', async () => {
  const { start } = await dataFolder()

  const server = start({ KONTOR_BODY_LIMT: '1MiB', KONTOR_SERVICE_HOST: '10.0.0.1', PORT: 'abc' })

  expect(await server.ended()).toBe(1)
  const [warning] = plainLines(server.output())
  expect(warning).toBe(
    'kontor: the setting KONTOR_BODY_LIMT does not exist and is ignored, did you mean "KONTOR_BODY_LIMIT"?',
  )
  expect(server.output()).not.toContain('KONTOR_SERVICE_HOST')
})

test('without a terminal, the text for people comes before the log', async () => {
  const { start } = await dataFolder()

  const server = start({ LOG_LEVEL: '' })

  await server.ready()
  const [first] = plainLines(server.output())
  expect(first).toBe('The first administrator, shown only once:')
})

test('what cannot be reached is a warning with its setting, and the server is ready', async () => {
  const { start } = await dataFolder()
  const closed = '127.0.0.1:1'

  const server = start({
    KONTOR_REPORTS_URL: `postgres://reader:hidden@${closed}/kontor`,
    ...s3Environment({ endpoint: `http://${closed}`, bucket: 'b', key: 'k', secret: 'hidden' }),
  })
  await server.ready()

  await expect.poll(server.output).toMatch(/"KONTOR_REPORTS_URL cannot be used/)
  await expect.poll(server.output).toMatch(/KONTOR_S3_ENDPOINT.*cannot be used/)
  expect(server.output()).not.toContain('hidden')
  expect(await server.stop()).toBe(0)
})

test('the server ends with the reason when its database ends', async () => {
  const { start, folder } = await dataFolder()
  const server = start()
  await server.ready()
  const [pid] = (await readFile(`${folder}/pg/cluster/postmaster.pid`, 'utf8')).split('\n')

  process.kill(Number(pid), 'SIGKILL')

  expect(await server.ended()).toBe(1)
  expect(server.output()).toContain('the embedded PostgreSQL ended')
})

const NODE = process.execPath
/** Simulates a machine whose Node is too old: `bin/kontor` then uses the pinned one. */
const OLD_NODE = `data:text/javascript,${encodeURIComponent(
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } })",
)}`

test.each([
  [
    'npm, which forwards no signals',
    ['sh', '-c', `"${NODE}" src/main.ts start --with-parent; exit $?`],
  ],
  ['bin/kontor on an old Node', [NODE, '--import', OLD_NODE, 'bin/kontor', 'start']],
])(
  'a server started by %s ends when that is killed',
  async (_, [program = '', ...args]) => {
    const { folder } = await dataFolder()
    const settings = {
      DATABASE_URL: urlOf(await newDatabase()),
      KONTOR_DATA: folder,
      PORT: '0',
      KONTOR_DEMO: 'off',
    }
    const env = { ...inherited, ...settings }
    const launcher = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let left: number[] = []
    onTestFinished(() => {
      for (const pid of left) process.kill(pid, 'SIGKILL')
    })
    let output = ''
    for await (const chunk of launcher.stdout) {
      output += chunk
      if (left.length > 0 || !output.includes('Kontor is ready')) continue
      left = listTree(launcher.pid ?? 0).slice(1)
      launcher.kill('SIGKILL')
    }
    // The output ends when no process has it open any more.
    left = []

    expect(output).toContain('the program that started it has ended')
  },
  60_000,
)
