import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { readExamples, testExamples } from '../../../test/guide.ts'

const GUIDE = 'docs/guides/events.md'
const { app, admin, as, make, request } = await startApp({
  environment: { KONTOR_WORKERS: '1', KONTOR_PRIVATE_ADDRESSES: '127.0.0.1' },
})
await app.startJobs()

testExamples(await readExamples(GUIDE), { request, token: admin.token })

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

/** The program of the guide, run as a reader would run it. */
async function startReceiver(port: number, secret: string) {
  const source = /^```js receiver\n(.*?)^```$/ms.exec(await readFile(GUIDE, 'utf8'))?.[1] ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'kontor-guide-'))
  await writeFile(join(folder, 'receiver.mjs'), source)
  const child = spawn(process.execPath, [join(folder, 'receiver.mjs')], {
    env: { PORT: String(port), WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    child.kill()
    await rm(folder, { recursive: true })
  })
  let said = ''
  child.stdout.on('data', (text) => {
    said += text
  })
  await expect.poll(() => said).toContain('ready')
  return () => said
}

test('the receiver of the guide takes what is signed and refuses the rest', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const input = { name: 'Guide', url, types: ['thing.*'] }
  const { secret } = await as(admin).webhooks.create({ input })
  const said = await startReceiver(port, secret)

  await make.asSystem((ctx) => ctx.emit({ type: 'thing.made', object: 'thing:1', data: {} }))
  const forged = await fetch(url, {
    method: 'POST',
    headers: { 'webhook-id': 'x', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' },
    body: '{"type":"thing.forged"}',
  })

  await expect.poll(said).toContain('thing.made')
  expect(forged.status).toBe(401)
  expect(said()).not.toContain('forged')
})
