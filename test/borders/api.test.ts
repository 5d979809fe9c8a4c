import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SHARED_FILES } from '../../src/lib/ids.ts'
import { startApp } from '../app.ts'
import { unstorableText } from '../hostile-text.ts'
import { solution } from '../solution.ts'

const { as, admin, request } = await startApp()
await as(admin).solutions.apply({
  input: {
    files: solution('sales', {
      'workspaces/sales/apps/orders.yaml':
        'name: Orders\nfields:\n  title: { name: Title, type: STRING }\n  more: { name: More, type: JSON }\n',
    }),
  },
})
const headers = { authorization: `Bearer ${admin.token}` }

const app = '/pub/v1/app/sales/orders'
const setting = '/manage/v1/me/settings/views'
const query = (values: Record<string, string>) => String(new URLSearchParams(values))

const post = (path: string, body: unknown, method = 'POST') =>
  request(path, { method, headers, body: JSON.stringify(body) })

/** The ways in which a request can contain text, and what the error must name. */
const BORDERS: [string, (text: string) => Promise<Response>, string][] = [
  ['a body', (data) => post('/pub/v1/storage/system/x', { data }), 'data'],
  ['a value inside JSON', (text) => post(setting, { value: { a: [1, text] } }, 'PUT'), 'value.a.1'],
  ['a key inside JSON', (text) => post(setting, { value: { [text]: 1 } }, 'PUT'), 'value.'],
  ['an item', (title) => post(`${app}/create`, { context: { title } }), 'title'],
  ['JSON of an item', (text) => post(`${app}/create`, { context: { more: [text] } }), 'more'],
  ['an unknown field', (text) => post(`${app}/create`, { context: { [text]: 1 } }), ''],
  ['a filter', (text) => post(`${app}/list`, { filter: { tf: { title: text } } }), 'title'],
  ['EQL', (text) => post(`${app}/list`, { filter: { eql: `title = "${text}"` } }), 'eql'],
  [
    'a search',
    (text) => request(`/manage/v1/search?${query({ q: `${text}\u0000` })}`, { headers }),
    'q',
  ],
  [
    'a list by its query',
    (text) =>
      request(
        `${app}/list?${query({ query: JSON.stringify({ filter: { tf: { title: text } } }) })}`,
        { headers },
      ),
    'title',
  ],
  [
    'a solution',
    (content) => post('/manage/v1/solutions/plan', { files: [{ path: 'solution.yaml', content }] }),
    'content',
  ],
]

test.each(BORDERS)('%s that cannot be stored is refused with its name', async (_, send, named) => {
  await fc.assert(
    fc.asyncProperty(unstorableText, async (text) => {
      const response = await send(text)
      const answer = await response.text()
      expect([400, 422], answer).toContain(response.status)
      expect(answer).toContain(named)
    }),
    { numRuns: 10 },
  )
})

test('a path that cannot be stored is refused with its name', async () => {
  const response = await request('/pub/v1/storage/system/a%00b', { headers })

  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    error: 'field "key": text with NUL or lone surrogates cannot be stored',
    details: [{ path: 'key' }],
  })
})

test('credentials that cannot be stored are just unknown', async () => {
  const cookie = `kontor_session=${encodeURIComponent('a\u0000b')}`

  const statuses = await Promise.all([
    request('/manage/v1/tokens', { headers: { cookie } }),
    request('/manage/v1/tokens', { headers: { authorization: 'Bearer %00' } }),
  ])

  expect(statuses.map(({ status }) => status)).toEqual([401, 401])
})

test('the name of an upload that cannot be stored is refused', async () => {
  const boundary = 'x'.repeat(20)
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename*=UTF-8''a%00.txt\r\n\r\nhello\r\n--${boundary}--\r\n`

  const response = await request(
    `/pub/v1/disk/directory/${SHARED_FILES}/upload?hash=${crypto.randomUUID()}`,
    {
      method: 'POST',
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body,
    },
  )

  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('name')])
})
