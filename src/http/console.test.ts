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
  'a person finds the console at %s',
  async (path) => {
    const answer = await request(path, asPerson)

    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await answer.text()).toContain('<div id="root">')
  },
)

test.each(['/pub/v1/nothing', '/manage/v1/nothing', '/app/nothing.js', '/metrics/nothing'])(
  'a person who is lost at an address of programs, %s, is told so',
  async (path) => {
    expect((await request(path, asPerson)).status).toBe(404)
  },
)

test('a program that is lost anywhere is told so', async () => {
  expect((await request('/tasks', asProgram)).status).toBe(404)
  expect((await request('/tasks', { method: 'POST', ...asPerson })).status).toBe(404)
})

test('whoever takes anything finds the page at the front door, and nowhere else', async () => {
  const anything = { headers: { accept: '*/*' } }

  expect((await request('/', anything)).headers.get('content-type')).toContain('text/html')
  expect((await request('/')).headers.get('content-type')).toContain('text/html')
  expect((await request('/', asProgram)).status).toBe(404)
  expect((await request('/tasks', anything)).status).toBe(404)
})

test('a file with the hash of its content in its name is kept for good', async () => {
  const { status, headers } = await request(await scriptOf())

  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(headers.get('cache-control')).toContain('immutable')
})

test('other files, and the page itself, are asked for again and sent when they changed', async () => {
  const icon = await request('/icon.svg')
  const etag = icon.headers.get('etag') ?? ''

  expect(icon.headers.get('cache-control')).toBe('no-cache')
  expect((await request('/icon.svg', { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await request('/', asPerson)).headers.get('cache-control')).toBe('no-cache')
})
