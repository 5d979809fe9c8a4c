import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
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
  const signIn = await fetch(`${address}/manage/v1/session`, {
    method: 'POST',
    body: JSON.stringify({ login: 'admin', password: 'correct horse' }),
  })

  expect(answer.status).toBe(404)
  expect(signIn.status).toBe(200)
  expect(server.output()).not.toContain(token)
  expect(server.output()).not.toContain('correct horse')
})

test('a token given at a later start opens the door again', async () => {
  const { start } = await dataFolder()
  const first = start()
  await first.ready()
  await first.stop()
  const token = '4f0c7a52-52c5-4d0a-9f0e-3f6f0d7c9b22'

  const second = start({ KONTOR_ADMIN_TOKEN: token })

  expect((await read(await second.ready(), token)).status).toBe(404)
})

test('a second server on the same data folder refuses and says who has it', async () => {
  const { start } = await dataFolder()
  const first = start()
  await first.ready()

  const second = start()

  expect(await second.ended()).toBe(1)
  expect(second.output()).toMatch(/kontor start.*already uses the data folder.*KONTOR_DATA/s)
})

test('a taken port is told by its number', async () => {
  const { start } = await dataFolder()
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  const { port } = taken.address() as { port: number }

  const server = start({ PORT: String(port) })

  expect(await server.ended()).toBe(1)
  expect(server.output()).toContain(`port ${port} on 127.0.0.1 is taken by another program`)
  taken.close()
})

test('a wrong DATABASE_URL is told without its password', async () => {
  const { start } = await dataFolder()

  const server = start({ DATABASE_URL: 'postgres://kontor:secret@127.0.0.1:1/kontor' })

  expect(await server.ended()).toBe(1)
  expect(server.output()).toContain(
    'cannot use DATABASE_URL postgres://kontor:***@127.0.0.1:1/kontor',
  )
  expect(server.output()).not.toContain('secret')
})

test('everything wrong with the environment is told at once', async () => {
  const { start } = await dataFolder()

  const server = start({ PORT: 'many', KONTOR_ADMIN_TOKEN: 'short', DATABASE_URL: 'mysql://x' })

  expect(await server.ended()).toBe(1)
  for (const name of ['PORT', 'KONTOR_ADMIN_TOKEN', 'DATABASE_URL']) {
    expect(server.output()).toContain(`  ${name}: `)
  }
})

test('the server ends with a clear reason when its database ends', async () => {
  const { start, folder } = await dataFolder()
  const server = start()
  await server.ready()
  const [pid] = (await readFile(`${folder}/pg/cluster/postmaster.pid`, 'utf8')).split('\n')

  process.kill(Number(pid), 'SIGKILL')

  expect(await server.ended()).toBe(1)
  expect(server.output()).toContain('the embedded PostgreSQL ended')
})

test('a server that npm started ends when npm does, which passes no signal on', async () => {
  const { folder } = await dataFolder()
  const command = `"${process.execPath}" src/main.ts start --with-parent; exit $?`
  // biome-ignore lint/style/noProcessEnv: a child process inherits what tests run in
  const env = { ...process.env, KONTOR_DATA: folder, PORT: '0', KONTOR_DEMO: 'off' }
  const npm = spawn('sh', ['-c', command], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  for await (const chunk of npm.stdout) {
    output += chunk
    if (output.includes('Kontor is ready')) npm.kill('SIGKILL')
  }

  expect(output).toContain('the program that started it has ended')
})
