import { expect, test } from 'vitest'
import { newDatabase } from './app.ts'
import { kontor, urlOf } from './kontor.ts'
import { startReceiver } from './receiver.ts'
import { dataFolder } from './server-process.ts'

const TOKEN = '4f0c7a52-52c5-4d0a-9f0e-3f6f0d7c9b33'

test('webhooks can be paused at a start, and changed on the command line with and without a server', async () => {
  const { start, folder } = await dataFolder()
  const environment = {
    DATABASE_URL: urlOf(await newDatabase()),
    KONTOR_DATA: folder,
    KONTOR_ADMIN_TOKEN: TOKEN,
    KONTOR_PRIVATE_ADDRESSES: '127.0.0.1',
  }
  const receiver = await startReceiver(() => '')
  const run = async (...args: string[]) => {
    const { code, out, err } = await kontor(['webhook', ...args], environment)
    return { code, err, answer: code === 0 && args.includes('--json') ? JSON.parse(out) : out }
  }
  const server = start(environment, ['start', '--without-webhooks'])
  const address = await server.ready()
  const post = (path: string, body: object) =>
    fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'x-token': TOKEN },
      body: JSON.stringify(body),
    })
  await post('/manage/v1/webhooks', { name: 'hook', url: receiver.url, types: ['storage.*'] })
  await post('/pub/v1/storage/system/first', { data: 'x' })

  const { answer: beside } = await run('list', '--json')
  const inLog = { pending: 1, isPendingEstimated: false }
  expect(beside).toMatchObject([{ name: 'hook', url: receiver.url, pausedAt: null, ...inLog }])
  expect(server.output()).toContain('started with --without-webhooks')
  await server.stop()
  expect(receiver.received).toEqual([])

  const [{ id }] = beside
  expect((await run('pause', id, '--json')).answer).toMatchObject({ id, pausedReason: 'by hand' })
  expect((await run('list')).answer).toMatch(/hook .* paused: by hand +1 +0$/m)
  expect((await run('resume', id)).answer).toBe(`resumed ${id}\n`)
  const again = start(environment)
  await again.ready()
  await expect.poll(() => receiver.received.length).toBe(1)
  expect((await run('delete', id, '--json')).answer).toEqual({ id, deleted: true })
  expect(await run('delete', id)).toMatchObject({ code: 1, err: expect.stringContaining(id) })
  expect((await run('list', '--json')).answer).toEqual([])
})
