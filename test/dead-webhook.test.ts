import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { newDatabase } from './app.ts'
import { urlOf } from './kontor.ts'
import { dataFolder } from './server-process.ts'

const TOKEN = '4f0c7a52-52c5-4d0a-9f0e-3f6f0d7c9b33'
const headers = { 'x-token': TOKEN }

/** An address where nothing listens any more. */
async function closedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${port}/hook`
}

/** In a separate process: a blocked node would block the test. */
test('a node with a webhook to a dead address keeps responding, and stops', async () => {
  const { start } = await dataFolder()
  const server = start({
    DATABASE_URL: urlOf(await newDatabase()),
    KONTOR_ADMIN_TOKEN: TOKEN,
    KONTOR_PRIVATE_ADDRESSES: '127.0.0.1',
  })
  const address = await server.ready()
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${address}${path}`, { ...init, headers, signal: AbortSignal.timeout(30_000) })
  const hook = { name: 'dead', url: await closedAddress(), types: ['storage.*'] }
  await ask('/manage/v1/webhooks', { method: 'POST', body: JSON.stringify(hook) })
  const failures = async () => {
    const { webhooks } = (await (await ask('/manage/v1/webhooks')).json()) as {
      webhooks: { failures: number }[]
    }
    return webhooks[0]?.failures ?? 0
  }
  const change = async (value: string) =>
    (await ask(`/pub/v1/storage/system/${value}`, { method: 'POST', body: '{"data":"x"}' })).status

  // The delay grows with each failure; events wait in the log meanwhile.
  for (let round = 1; round <= 3; round++) {
    expect(await change(`round-${round}`)).toBe(200)
    await expect.poll(failures).toBeGreaterThanOrEqual(round)
  }
  expect(await change('while-it-rests')).toBe(200)
  expect(await change('and-once-more')).toBe(200)

  expect((await ask('/health/live')).status).toBe(200)
  expect(await server.stop()).toBe(0)
})
