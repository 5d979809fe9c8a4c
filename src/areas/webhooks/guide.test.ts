import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { readExamples, testExamples } from '../../../test/guide.ts'
import { freePort, startProgram } from '../../../test/guide-program.ts'

const { app, admin, as, make, request } = await startApp({
  environment: { KONTOR_WORKERS: '1', KONTOR_PRIVATE_ADDRESSES: '127.0.0.1' },
})
await app.startJobs()

testExamples(await readExamples('docs/guides/events.md'), { request, token: admin.token })

test('the receiver of the guide takes what is signed and refuses the rest', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const input = { name: 'Guide', url, types: ['storage.*'] }
  const { secret } = await as(admin).webhooks.create({ input })
  const said = await startProgram('events', 'js receiver', {
    PORT: String(port),
    WEBHOOK_SECRET: secret,
  })

  await make.asSystem((ctx) =>
    ctx.emit({ type: 'storage.entry.saved', object: 'thing:1', data: {} }),
  )
  const forged = await fetch(url, {
    method: 'POST',
    headers: { 'webhook-id': 'x', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' },
    body: '{"type":"thing.forged"}',
  })

  await expect.poll(said).toContain('storage.entry.saved')
  expect(forged.status).toBe(401)
  expect(said()).not.toContain('forged')
})
