import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { EventTail } from '../../platform/event-tail.ts'
import { startWebhooks } from './sender.ts'

test('the event log is read only while there is a webhook to serve', async () => {
  const { app, as, admin } = await startApp()
  const { platform } = app
  const tail = new EventTail(platform.db, platform.log)
  const sender = startWebhooks(platform, tail, ['127.0.0.1'])
  onTestFinished(() => sender.stop())
  const receiver = await startReceiver(() => '')
  const position = () => tail.position
  expect(position()).toBe(0)

  const { webhook } = await as(admin).webhooks.create({
    input: { name: 'one', url: receiver.url, types: ['storage.*'] },
  })
  await expect.poll(position).toBeGreaterThan(0)

  await as(admin).webhooks.remove({ params: { id: webhook.id } })
  await expect.poll(position).toBe(0)
})
