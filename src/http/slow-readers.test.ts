import type { Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../test/app.ts'
import { listenTo } from '../../test/listen.ts'
import { openSocket } from '../../test/socket.ts'
import { Identity } from '../areas/access/identity.ts'
import { EventTail } from '../platform/event-tail.ts'
import { Drain } from './drain.ts'
import { addEventStream } from './event-stream.ts'

const { app, address, admin, as, make, request } = await startApp()
const { platform } = app
const listen = listenTo(address)

const LARGE = 'x'.repeat(20_000)

/** Many times the size of all buffers. */
async function emitLarge(count: number) {
  const event = { type: 'setting.saved' as const, object: 'thing:large', data: { LARGE } }
  for (let made = 0; made < count; made += 100) {
    await make.asSystem(async (ctx) => {
      for (let at = 0; at < 100; at++) await ctx.emit(event)
    })
  }
}
const emitSmall = () =>
  make.asSystem((ctx) => ctx.emit({ type: 'setting.deleted', object: 'thing:small', data: {} }))

test('a reader that does not read slows nobody, fills no memory and misses nothing', async () => {
  const sockets: Socket[] = []
  app.server.server.on('connection', (socket: Socket) => sockets.push(socket))
  const lazy = await openSocket(address)
  onTestFinished(() => void lazy.destroy())
  lazy.pause()
  lazy.setTimeout(0)
  lazy.write(
    `GET /events?types=setting.* HTTP/1.1\r\nhost: x\r\nx-token: ${admin.token}\r\nlast-event-id: 0\r\n\r\n`,
  )
  const brisk = await listen(admin, '?types=setting.deleted')

  await emitLarge(1500)
  await emitSmall()

  await expect.poll(() => brisk.heard.length).toBe(1)
  const held = sockets.map(({ writableLength }) => writableLength)
  expect(Math.max(...held)).toBeGreaterThan(0)
  expect(Math.max(...held)).toBeLessThan(1_000_000)

  let text = ''
  lazy.on('data', (chunk: Buffer) => {
    text += chunk.toString().replaceAll('x', '')
  })
  lazy.resume()
  await expect.poll(() => text.includes('setting.deleted')).toBe(true)
  const ids = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))
  expect(ids).toHaveLength(1501)
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
})

test('the shared buffer is limited by size', async () => {
  const tail = new EventTail(platform.db, platform.log)
  await tail.enter()
  onTestFinished(() => tail.leave())
  const begin = tail.position

  await emitLarge(1500)

  await expect.poll(() => tail.position).toBeGreaterThanOrEqual(begin + 1500)
  expect(tail.after(begin, 10)).toBeUndefined()
  expect(tail.after(tail.position - 5, 10)).toHaveLength(5)
})

/** The same stream with a faster keep-alive, and callers that may see nothing. */
async function startBlind() {
  const server = Fastify()
  const identify = new Identity(platform)
  const drain = new Drain()
  const tail = new EventTail(platform.db, platform.log)
  addEventStream(server, { platform, identify, drain, tail, seenBy: async () => [], beat: 30 })
  const blind = await server.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    await drain.finish()
    await server.close()
    await identify.stop()
  })
  return listenTo(blind)
}

test('an idle stream sends keep-alive messages with its position', async () => {
  const listenBlindly = await startBlind()
  const { said, heard } = await listenBlindly(admin)
  const idOf = (part: string | undefined) => Number(/^: alive\nid: (\d+)$/.exec(part ?? '')?.[1])
  await expect.poll(() => said.length).toBeGreaterThan(2)
  const before = idOf(said.at(-1))

  await emitSmall()

  await expect.poll(() => idOf(said.at(-1))).toBeGreaterThan(before)
  expect(heard).toEqual([])
})

test('a browser streams with its session cookie, until it signs out', async () => {
  const user = await make.user({ password: 'correct horse' })
  const signedIn = await request('/manage/v1/session', {
    method: 'POST',
    body: JSON.stringify({ login: user.login, password: 'correct horse' }),
  })
  const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  const { heard, isOver } = await listen({ cookie })

  await as(user).notifications.saveSettings({ input: { muted: ['task'] } })
  await expect.poll(() => heard.map(({ type }) => type)).toContain('notification.settings_changed')

  const origin = address
  await request('/manage/v1/session', { method: 'DELETE', headers: { cookie, origin } })
  await emitSmall()
  await expect.poll(isOver).toBe(true)
})
