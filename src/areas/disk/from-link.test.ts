import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'

const { as, make, request } = await startApp({
  environment: { KONTOR_PRIVATE_ADDRESSES: '127.0.0.1' },
})

const seen: string[] = []
let open = 0
const web = createServer(({ url = '' }, response) => {
  seen.push(url)
  if (!url.startsWith('/silent')) return void response.end('content')
  open++
  response.once('close', () => open--)
}).listen(0, '127.0.0.1')
await once(web, 'listening')
afterAll(() => web.close().closeAllConnections())
const site = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
beforeEach(() => {
  seen.length = 0
})

const linksTo = (path: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${site}/${path}/${at}`)

type User = Awaited<ReturnType<typeof make.user>>
const fetchFor = (user: User, downloadLinks: string[]) =>
  as(user).disk.uploadFromLinks({ input: { downloadLinks } })

/** A request that gets no answer, until its caller leaves. */
function waitFor(user: User, downloadLinks: string[]) {
  const leaving = new AbortController()
  const answer = request('/pub/v1/disk/uploads/from-link', {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}` },
    body: JSON.stringify({ downloadLinks }),
    signal: leaving.signal,
  })
  answer.catch(() => undefined)
  return () => leaving.abort()
}

test('a user has four requests under way at most, and others are not kept waiting', async () => {
  const [ann, bob] = [await make.user(), await make.user()]
  const leave = Array.from({ length: 4 }, () => waitFor(ann, linksTo('silent', 1)))
  await expect.poll(() => open).toBe(4)

  await expect(fetchFor(ann, linksTo('file', 1))).rejects.toMatchObject({
    status: 429,
    code: 'too_many',
    message: expect.stringContaining('too many downloads from links at once: you have 4 requests'),
  })
  expect((await fetchFor(bob, linksTo('file', 1))).items).toEqual([{ hash: expect.any(String) }])

  for (const each of leave) each()
  await expect.poll(() => open).toBe(0)
})

test('nothing more is fetched for a caller who has left', async () => {
  const ann = await make.user()
  const leave = Array.from({ length: 4 }, () => waitFor(ann, linksTo('silent', 20)))
  await expect.poll(() => open).toBe(16)

  for (const each of leave) each()

  // A request has ended when another one may begin.
  const again = () => fetchFor(ann, linksTo('file', 1)).then(({ items }) => items.length)
  await expect.poll(() => again().catch(() => 0)).toBe(1)
  expect(open).toBe(0)
  expect(seen.filter((path) => path.startsWith('/silent'))).toHaveLength(16)
})
