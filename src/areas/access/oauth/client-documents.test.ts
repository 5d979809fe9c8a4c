import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import tls from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { CERTIFICATE, KEY } from '../../../../test/certificate.ts'
import {
  CALLBACK,
  challengeOf,
  helpers,
  newVerifier,
  startOAuth,
  toQuery,
} from '../../../../test/oauth.ts'

tls.setDefaultCACertificates([...tls.getCACertificates(), CERTIFICATE])
const asked: string[] = []
const pages = new Map<string, string>()
const site = createServer({ key: KEY, cert: CERTIFICATE }, ({ url = '' }, response) => {
  asked.push(url)
  const page = pages.get(url) ?? ''
  if (page.startsWith('https:')) response.writeHead(302, { location: page }).end()
  else response.end(page)
}).listen(0, '127.0.0.1')
await once(site, 'listening')
afterAll(() => site.close().closeAllConnections())
const { port } = site.address() as AddressInfo

let count = 0
/** The address of a document with this content. */
function publish(content: (id: string) => string): string {
  const path = `/programs/${++count}.json`
  const id = `https://127.0.0.1:${port}${path}`
  pages.set(path, content(id))
  return id
}
const about = (id: string, more: object = {}) =>
  JSON.stringify({ client_id: id, client_name: 'Desk', redirect_uris: [CALLBACK], ...more })
const asking = (id: string) =>
  toQuery({
    response_type: 'code',
    client_id: id,
    redirect_uri: CALLBACK,
    code_challenge: challengeOf(newVerifier()),
    code_challenge_method: 'S256',
  })

const server = await startOAuth({ environment: { KONTOR_PRIVATE_ADDRESSES: '127.0.0.1' } })
const ann = await server.person()

test('a program is known by the document at its address, which is fetched once', async () => {
  const id = publish(about)

  const reviewed = await server.review(ann, asking(id))
  const { status, body } = await server.token(await server.allow(ann, { client_id: id }))

  expect(reviewed.body).toMatchObject({ client: { id, name: 'Desk', known: 'document' } })
  expect([status, (await server.session(body.access_token)).status]).toEqual([200, 200])
  expect(asked.filter((path) => id.endsWith(path))).toHaveLength(1)
})

const wrong: [string, (id: string) => string, string][] = [
  ['about another program', (id) => about(`${id}x`), 'another program'],
  ['that leads elsewhere', (id) => id, 'redirects'],
  ['that is too long', (id) => about(id, { more: 'x'.repeat(20_000) }), 'larger than'],
  ['that is not JSON', () => '<html>', 'not JSON'],
  ['without redirects', (id) => JSON.stringify({ client_id: id }), 'redirect_uris'],
  ['with a secret', (id) => about(id, { client_secret: 'x' }), 'client_secret'],
  [
    'of a program that signs',
    (id) => about(id, { token_endpoint_auth_method: 'private_key_jwt' }),
    'token_endpoint_auth_method',
  ],
  ['with user info', (id) => about(id, { redirect_uris: ['https://a:b@c.example/'] }), 'user name'],
]

test.each(wrong)('a document %s is refused', async (_, content, words) => {
  const { status, body } = await server.review(ann, asking(publish(content)))

  expect([status, (body as { detail: string }).detail]).toEqual([
    400,
    expect.stringContaining(words),
  ])
})

test('a document at a private address is not fetched', async () => {
  const { connection } = server
  const strict = helpers(await startApp({ connection }))
  const before = asked.length

  const { status, body } = await strict.review(await strict.person(), asking(publish(about)))

  expect([status, (body as { detail: string }).detail]).toEqual([
    400,
    expect.stringContaining('private address'),
  ])
  expect(asked).toHaveLength(before)
})

test.each([
  'https://127.0.0.1/',
  'http://127.0.0.1/app.json',
  'https://a:b@127.0.0.1/app.json',
  'https://127.0.0.1/a/../app.json',
  'https://127.0.0.1/app.json#x',
])('%s is not the id of a program', async (id) => {
  const { body } = await server.review(ann, asking(id))

  expect((body as { detail: string }).detail).toContain('not known here')
})
