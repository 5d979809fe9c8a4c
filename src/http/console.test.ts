import { expect, test } from 'vitest'
import { startApp } from '../../test/app.ts'

const { request } = await startApp()

const asPerson = { headers: { accept: 'text/html,application/xhtml+xml' } }
const asProgram = { headers: { accept: 'application/json' } }

const scriptOf = async () => {
  const page = await (await request('/', asPerson)).text()
  return /src="(\/app\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
}

test.each(['/', '/tasks', '/apps/crm/deals', '/wherever/this/leads?to=1'])(
  'a browser gets the console at %s',
  async (path) => {
    const answer = await request(path, asPerson)

    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await answer.text()).toContain('<div id="root">')
  },
)

test.each(['/pub/v1/nothing', '/manage/v1/nothing', '/app/nothing.js', '/metrics/nothing'])(
  'a browser at an unknown address of the API, %s, gets 404',
  async (path) => {
    expect((await request(path, asPerson)).status).toBe(404)
  },
)

test('a program at an unknown address gets 404', async () => {
  expect((await request('/tasks', asProgram)).status).toBe(404)
  expect((await request('/tasks', { method: 'POST', ...asPerson })).status).toBe(404)
})

test('a client that accepts anything gets the page at / only', async () => {
  const anything = { headers: { accept: '*/*' } }

  expect((await request('/', anything)).headers.get('content-type')).toContain('text/html')
  expect((await request('/')).headers.get('content-type')).toContain('text/html')
  expect((await request('/', asProgram)).status).toBe(404)
  expect((await request('/tasks', anything)).status).toBe(404)
})

test('a file with a content hash in its name is cached forever', async () => {
  const { status, headers } = await request(await scriptOf())

  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(headers.get('cache-control')).toContain('immutable')
})

test('other files, and the page itself, are revalidated and sent when they have changed', async () => {
  const icon = await request('/icon.svg')
  const etag = icon.headers.get('etag') ?? ''

  expect(icon.headers.get('cache-control')).toBe('no-cache')
  expect((await request('/icon.svg', { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await request('/', asPerson)).headers.get('cache-control')).toBe('no-cache')
})
