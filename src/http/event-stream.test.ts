import { expect, onTestFinished, test, vi } from 'vitest'
import { startApp } from '../../test/app.ts'
import { type Heard, listenTo } from '../../test/listen.ts'
import { appSolution, TITLE } from '../../test/solution.ts'
import { Identity } from '../areas/access/identity.ts'
import { tooMany } from '../lib/errors.ts'
import { newId } from '../lib/ids.ts'
import { EventTail } from '../platform/event-tail.ts'

const { address, admin, as, make, request } = await startApp()
await as(admin).solutions.apply({ input: { files: appSolution('crm', 'deals', TITLE) } })

const listen = listenTo(address)

const emit = (object: string, number: number) =>
  make.asSystem((ctx) => ctx.emit({ type: 'storage.entry.saved', object, data: { number } }))

const numbers = (heard: Heard[]) => heard.map(({ data }) => data.number)

test('a stream sends new events in order', async () => {
  const object = `thing:${newId()}`
  await emit(object, 0)
  const { answer, heard } = await listen(admin, '?types=storage.*')

  for (let number = 1; number <= 5; number++) await emit(object, number)

  await expect.poll(() => numbers(heard)).toEqual([1, 2, 3, 4, 5])
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
})

test('a reconnect with the last id misses nothing and repeats nothing', async () => {
  const object = `thing:${newId()}`
  const first = await listen(admin, '?types=storage.*')
  await emit(object, 1)
  await expect.poll(() => first.heard.length).toBe(1)
  first.leave()
  for (let number = 2; number <= 4; number++) await emit(object, number)

  const second = await listen(admin, '?types=storage.*', first.heard[0]?.position)
  await emit(object, 5)

  await expect.poll(() => numbers(second.heard)).toEqual([2, 3, 4, 5])
})

test('a stream that is behind catches up without waiting for its turn at each batch', async () => {
  const object = `thing:${newId()}`
  const first = await listen(admin, '?types=storage.*')
  await make.asSystem(async (ctx) => {
    for (let number = 0; number <= 1000; number++) {
      await ctx.emit({ type: 'storage.entry.saved', object, data: { number } })
    }
  })
  // Whoever is there has heard everything: the rest is up to the stream.
  await expect.poll(() => first.heard.length).toBe(1001)
  const wait = vi.spyOn(EventTail.prototype, 'wait')
  onTestFinished(() => wait.mockRestore())

  const { heard } = await listen(admin, '?types=storage.*', first.heard[0]?.position)

  await expect.poll(() => numbers(heard).at(-1)).toBe(1000)
  const [begin = 0, end = 0] = [heard[0]?.position, heard.at(-1)?.position]
  const between = wait.mock.calls.filter(([position]) => position >= begin && position < end)
  expect(between).toEqual([])
})

test('a stream can start at the beginning of the log', async () => {
  const { heard } = await listen(admin, '', 0)

  await expect.poll(() => heard.some(({ type }) => type === 'user.created')).toBe(true)
  expect(heard[0]?.position).toBe(1)
})

test('events are filtered by type, workspace and app', async () => {
  const place = { namespace: 'crm', code: 'deals' }
  const byApp = await listen(admin, '?apps=crm/deals')
  const byOther = await listen(admin, '?namespaces=erp')
  const byType = await listen(admin, '?types=app.item.created')

  await emit(`thing:${newId()}`, 1)
  await as(admin).apps.createItem({ params: place, input: { context: { title: 'One' } } })

  await expect.poll(() => byApp.heard.map(({ type }) => type)).toEqual(['app.item.created'])
  await expect.poll(() => byType.heard).toHaveLength(1)
  expect(byOther.heard).toEqual([])
})

/** The raw stream up to the first event. */
async function readFirst(query: string): Promise<string> {
  const gone = new AbortController()
  onTestFinished(() => gone.abort())
  const headers = { 'x-token': admin.token, 'last-event-id': '0' }
  const answer = await fetch(`${address}/events${query}`, { headers, signal: gone.signal })
  let text = ''
  for await (const chunk of answer.body ?? []) {
    text += Buffer.from(chunk).toString()
    if (text.includes('data: ')) break
  }
  return text
}

test('without event names a browser gets every type with one listener', async () => {
  expect(await readFirst('')).toMatch(/^event: /m)
  expect(await readFirst('?named=false')).not.toMatch(/^event: /m)
})

test('users get only events of objects they may read', async () => {
  const place = { namespace: 'crm', code: 'deals' }
  const [reader, stranger] = [await make.user(), await make.user()]
  await as(admin).access.grant({
    input: {
      kind: 'app',
      object: 'crm/deals',
      right: 'read',
      subjectKind: 'user',
      subject: reader.id,
    },
  })
  const [allowed, refused] = [await listen(reader), await listen(stranger)]

  const { item } = await as(admin).apps.createItem({
    params: place,
    input: { context: { title: 'Secret' } },
  })
  await emit(`user:${stranger.id}`, 1)

  await expect
    .poll(() => allowed.heard.map(({ object }) => object))
    .toEqual([`item:crm/deals/${item.__id}`])
  await expect
    .poll(() => refused.heard.map(({ object }) => object))
    .toEqual([`user:${stranger.id}`])
})

test('a stream ends when its token is revoked', async () => {
  const user = await make.user({ isAdministrator: true })
  const { isOver, heard } = await listen(user, '?types=storage.*')
  const { tokens } = await as(user).access.listTokens()

  for (const { id } of tokens) await as(admin).access.revokeToken({ params: { id } })
  await emit(`thing:${newId()}`, 1)

  await expect.poll(isOver).toBe(true)
  expect(heard).toEqual([])
})

test('a busy database says nothing about the credentials: the stream breaks off, and may come back', async () => {
  const user = await make.user({ isAdministrator: true })
  const { isOver, said } = await listen(user, '?types=storage.*')
  const busy = vi.spyOn(Identity.prototype, 'byToken')
  onTestFinished(() => busy.mockRestore())
  busy.mockRejectedValue(tooMany('requests to the database', 1))

  await emit(`thing:${newId()}`, 1)

  await expect.poll(isOver).toBe(true)
  expect(said.join()).not.toContain('the credentials are no longer valid')
})

test.each([
  ['/events', {}, 401],
  ['/events', { 'x-token': newId() }, 401],
  ['/events?types=app.itme.*', { 'x-token': admin.token }, 400],
  ['/events?types=Drop%20table', { 'x-token': admin.token }, 400],
  ['/events?types=a&types=b', { 'x-token': admin.token }, 400],
  ['/events', { 'x-token': admin.token, 'last-event-id': 'x' }, 400],
  ['/events', { 'x-token': admin.token, 'last-event-id': '-1' }, 400],
])('%s with %j is refused with %i', async (path, headers, status) => {
  const answer = await request(path, { headers: headers as Record<string, string> })

  expect(answer.status).toBe(status)
})

test('a stop does not wait for open streams', async () => {
  const other = await startApp()
  const answer = await fetch(`${other.address}/events`, {
    headers: { 'x-token': other.admin.token },
  })

  await other.app.stop()

  const text = await answer.text()
  expect(text).toContain('retry:')
})
