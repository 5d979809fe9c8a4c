import { describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import {
  CALLBACK,
  challengeOf,
  type Fields,
  helpers,
  newVerifier,
  startOAuth,
  toQuery,
} from '../../../../test/oauth.ts'
import { newAddress } from '../../../../test/sign-in.ts'
import { newId } from '../../../lib/ids.ts'
import { sweepConnections } from './connections.ts'

const clock = { passed: 0 }
const now = () => new Date(Date.now() + clock.passed)
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const server = await startOAuth({ now, environment: { KONTOR_TRUST_PROXY: 'on' } })
const {
  address,
  as,
  admin,
  make,
  request,
  register,
  person,
  allow,
  token,
  decide,
  review,
  session,
  post,
} = server
const other = await startApp({ now, connection: server.connection })
const onOther = helpers(other)
const ann = await person()

const eventsOf = async (type: string) => {
  const { entries } = await as(admin).audit.list({ input: { type } })
  return entries.map(({ data }) => data as Record<string, unknown>)
}

const asking = async (more: Fields = {}) =>
  toQuery({
    response_type: 'code',
    client_id: (await register()).body.client_id,
    redirect_uri: CALLBACK,
    code_challenge: challengeOf(newVerifier()),
    code_challenge_method: 'S256',
    state: 'my state',
    ...more,
  })

test('both documents say how programs get tokens', async () => {
  const read = async (path: string) => (await request(`/.well-known/${path}`)).json()

  expect(await read('oauth-authorization-server')).toMatchObject({
    issuer: address,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  })
  const ofMcp = await read('oauth-protected-resource/mcp')
  expect(ofMcp).toMatchObject({ resource: `${address}/mcp`, authorization_servers: [address] })
  expect(await read('oauth-protected-resource')).toMatchObject({ resource: address })
})

test('a person lets a program in, it acts for them, refreshes, and is sent away', async () => {
  const allowed = await allow(ann, { scope: 'access:read offline_access' })
  const issued = await token(allowed)
  expect(issued).toMatchObject({
    status: 200,
    body: { token_type: 'Bearer', expires_in: 3600, scope: 'access:read' },
  })
  const me = await (await session(issued.body.access_token)).json()
  expect(me).toMatchObject({ user: { id: ann.id }, scopes: ['access:read'] })
  expect((await onOther.session(issued.body.access_token)).status).toBe(200)

  const refreshed = await token({
    grant_type: 'refresh_token',
    refresh_token: issued.body.refresh_token,
    client_id: allowed.client_id,
  })
  const there = async () => (await onOther.session(refreshed.body.access_token)).status
  expect((await session(refreshed.body.access_token)).status).toBe(200)
  expect(await there()).toBe(200)
  const { connections } = await as(ann).access.listConnections({ input: {} })
  const mine = connections.find(({ client }) => client === allowed.client_id)
  expect(mine).toMatchObject({ name: 'Reader', host: '127.0.0.1:9999', scopes: ['access:read'] })
  expect((await as(ann).access.listTokens({ input: {} })).tokens).toHaveLength(1)

  await as(ann).access.endConnection({ params: { id: mine?.id ?? '' } })
  expect((await session(refreshed.body.access_token)).status).toBe(401)
  await expect.poll(there).toBe(401)
  expect((await token({ ...allowed, grant_type: 'refresh_token' })).status).toBe(400)
  expect(await eventsOf('connection.created')).toContainEqual(
    expect.objectContaining({ user: ann.id, name: 'Reader', scopes: ['access:read'] }),
  )
  expect(await eventsOf('connection.ended')).toContainEqual(
    expect.objectContaining({ user: ann.id, reason: 'by its user' }),
  )
})

describe('a code', () => {
  const wrong: [string, Fields, string][] = [
    ['of another program', { client_id: newId() }, 'another program'],
    ['with another redirect', { redirect_uri: 'http://127.0.0.1:1/callback' }, 'redirect_uri'],
    ['with another verifier', { code_verifier: newVerifier() }, 'code_verifier'],
    ['without a verifier', { code_verifier: undefined }, 'code_verifier'],
    ['that does not exist', { code: 'x' }, 'unknown'],
  ]

  test.each(wrong)('%s is refused, and used up', async (_, more, words) => {
    const allowed = await allow(ann)

    const { status, body } = await token({ ...allowed, ...more })

    expect([status, body.error]).toEqual([400, 'invalid_grant'])
    expect(body.error_description).toContain(words)
    if (!('code' in more)) expect((await token(allowed)).status).toBe(400)
  })

  test('works once; a second time ends what came of it', async () => {
    const allowed = await allow(ann)
    const { body } = await token(allowed)

    const again = await token(allowed)

    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant'])
    expect((await session(body.access_token)).status).toBe(401)
    expect(await eventsOf('connection.ended')).toContainEqual(
      expect.objectContaining({ reason: 'its code was used twice' }),
    )
  })

  test('is taken by one of many at once', async () => {
    const allowed = await allow(ann)

    const answers = await Promise.all(Array.from({ length: 5 }, () => token(allowed)))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('lasts a minute', async () => {
    const allowed = await allow(ann)
    clock.passed += MINUTE

    expect((await token(allowed)).status).toBe(400)
  })
})

describe('a refresh token', () => {
  const refreshing = (client_id: string | undefined, refresh_token: string | undefined) =>
    token({ grant_type: 'refresh_token', refresh_token, client_id })

  test('may be used twice within seconds, not later', async () => {
    const { client_id, ...rest } = await allow(ann)
    const first = await token({ client_id, ...rest })
    const second = await refreshing(client_id, first.body.refresh_token)
    clock.passed += 20_000
    expect((await refreshing(client_id, first.body.refresh_token)).status).toBe(200)
    clock.passed += 20_000

    const stolen = await refreshing(client_id, first.body.refresh_token)

    expect([stolen.status, stolen.body.error]).toEqual([400, 'invalid_grant'])
    expect((await refreshing(client_id, second.body.refresh_token)).status).toBe(400)
    expect((await session(second.body.access_token)).status).toBe(401)
  })

  test('ends after 45 days without use, and after a year in any case', async () => {
    const idle = await allow(ann)
    const idleToken = (await token(idle)).body.refresh_token
    const busy = await allow(ann)
    let next = (await token(busy)).body.refresh_token
    for (let days = 40; days <= 360; days += 40) {
      clock.passed += 40 * DAY
      const answer = await refreshing(busy.client_id, next)
      expect([days, answer.status]).toEqual([days, 200])
      next = answer.body.refresh_token
    }
    expect((await refreshing(idle.client_id, idleToken)).status).toBe(400)
    clock.passed += 6 * DAY

    expect((await refreshing(busy.client_id, next)).status).toBe(400)
    clock.passed -= 366 * DAY
  })

  test('of another program ends the connection, and scopes cannot be added', async () => {
    const allowed = await allow(ann, { scope: '*:read' })
    const { body } = await token(allowed)
    const more = await token({
      grant_type: 'refresh_token',
      refresh_token: body.refresh_token,
      client_id: allowed.client_id,
      scope: '*:write',
    })
    expect(more.body.error).toBe('invalid_scope')

    expect((await refreshing(newId(), body.refresh_token)).status).toBe(400)
    expect((await session(body.access_token)).status).toBe(401)
  })
})

describe('a request that nobody may be sent away with', () => {
  const wrong: [string, Fields][] = [
    ['an unknown program', { client_id: newId() }],
    ['no program', { client_id: undefined }],
    ['another path', { redirect_uri: 'http://127.0.0.1:9999/other' }],
    ['another host', { redirect_uri: 'https://evil.example/callback' }],
    ['user info', { redirect_uri: 'http://127.0.0.1:9999@evil.example/callback' }],
    ['a longer path', { redirect_uri: `${CALLBACK}/..` }],
    ['no redirect', { redirect_uri: undefined }],
  ]

  test.each(wrong)('%s', async (_, more) => {
    const query = await asking(more)

    const { status, redirect } = await decide(ann, query)

    expect([status, redirect]).toEqual([400, undefined])
    expect((await review(ann, query)).status).toBe(400)
  })
})

describe('a request that the program is told about', () => {
  const wrong: [string, Fields, string][] = [
    ['without PKCE', { code_challenge: undefined }, 'invalid_request'],
    ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for a token', { response_type: 'token' }, 'unsupported_response_type'],
    ['with an unknown scope', { scope: 'everything' }, 'invalid_scope'],
    ['for another server', { resource: 'https://other.example/mcp' }, 'invalid_target'],
  ]

  test.each(wrong)('%s', async (_, more, error) => {
    const query = await asking(more)

    const { answer } = await decide(ann, query)

    expect(answer).toMatchObject({ error, state: 'my state', iss: address })
    expect(answer.code).toBeUndefined()
    const { refusal } = (await review(ann, query)).body as { refusal: { redirect: string } }
    expect(refusal.redirect).toContain(`error=${error}`)
  })
})

test('a person sees who asks for what, refuses, or allows only to read', async () => {
  const query = await asking({ redirect_uri: 'http://127.0.0.1:51234/callback', scope: '*:write' })

  expect((await review(ann, query)).body).toMatchObject({
    client: { name: 'Reader', known: 'itself', host: '127.0.0.1:51234', isLocal: true },
    scopes: ['*:write'],
    refusal: null,
  })
  const refused = await decide(ann, query, { allow: false })
  expect(refused.answer).toMatchObject({ error: 'access_denied', iss: address })
  const narrow = await decide(ann, query, { onlyRead: true })
  expect(narrow.answer.code).toBeDefined()
  const created = await eventsOf('connection.created')
  expect(created).toContainEqual(expect.objectContaining({ scopes: ['*:read'] }))
})

test('only people let programs in, and programs give nobody access', async () => {
  const query = await asking()
  const byToken = as(ann).access.decideConnection({ input: { query, allow: true } })
  await expect(byToken).rejects.toThrow('only a person who is signed in')

  const { body } = await token(await allow({ ...(await person()) }))
  const giving = await request('/manage/v1/tokens', {
    method: 'POST',
    headers: { authorization: `Bearer ${body.access_token}` },
    body: '{"name":"mine"}',
  })
  expect([giving.status, await giving.text()]).toEqual([
    403,
    expect.stringContaining('cannot give access'),
  ])

  const dangerous = await request('/manage/v1/me/factors/recovery-codes', {
    method: 'POST',
    headers: { authorization: `Bearer ${body.access_token}` },
  })
  expect([dangerous.status, await dangerous.text()]).toEqual([
    403,
    expect.stringContaining('a connected program cannot'),
  ])
})

test('a token for /mcp works there only, and no other resource can be asked for later', async () => {
  const resource = `${address}/mcp`
  const allowed = await allow(ann, { resource })
  const other = await token({ ...allowed, resource: address })
  expect(other.body.error).toBe('invalid_target')
  const { body } = await token({ ...(await allow(ann, { resource })), resource })

  const elsewhere = await session(body.access_token)
  const atMcp = await session(body.access_token, '/mcp')

  expect([elsewhere.status, await elsewhere.text()]).toEqual([
    401,
    expect.stringContaining('for /mcp only'),
  ])
  expect(atMcp.status).toBe(405)
})

test('whoever is blocked has no programs any more, from the same moment on', async () => {
  const bob = await person()
  const allowed = await allow(bob)
  const { body } = await token(allowed)

  await as(admin).users.block({ params: { id: bob.id } })

  expect((await session(body.access_token)).status).toBe(401)
  const refresh_token = body.refresh_token
  const { client_id } = allowed
  const again = await token({ grant_type: 'refresh_token', refresh_token, client_id })
  expect(again.body.error).toBe('invalid_grant')
  expect(await eventsOf('connection.ended')).toContainEqual(
    expect.objectContaining({ user: bob.id, reason: 'the person was blocked or deleted' }),
  )
})

test('either token ends the connection by revocation; an unknown one is over already', async () => {
  for (const kind of ['access_token', 'refresh_token'] as const) {
    const allowed = await allow(ann)
    const { body } = await token(allowed)
    const others = await post('/oauth/revoke', { token: body[kind], client_id: newId() })
    expect([others.status, (await session(body.access_token)).status]).toEqual([401, 200])

    const { client_id } = allowed
    expect((await post('/oauth/revoke', { token: body[kind], client_id })).status).toBe(200)
    expect((await session(body.access_token)).status).toBe(401)
  }
  expect((await post('/oauth/revoke', { token: 'unknown' })).status).toBe(200)
})

describe('a program that registers itself', () => {
  const wrong = [
    'https://user:secret@app.example/cb',
    'https://app.example/cb#part',
    'http://app.example/cb',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://*.example/cb',
    'nonsense',
  ]

  test.each(wrong)('cannot be called back at %s', async (redirect) => {
    const { status, body } = await register([redirect])

    expect([status, body.error]).toEqual([400, 'invalid_redirect_uri'])
  })

  test('may have an address of its own kind', async () => {
    expect((await register(['cursor://app/callback'])).status).toBe(201)
  })

  test('is refused where too many do, and deleted if nobody uses it', async () => {
    const from = newAddress()
    for (let count = 0; count < 20; count++) {
      expect((await register([CALLBACK], 'Many', from)).status).toBe(201)
    }
    expect((await register([CALLBACK], 'Many', from)).status).toBe(429)
    expect((await register([CALLBACK], 'Many')).status).toBe(201)
    const used = await allow(ann)
    await token(used)
    clock.passed += 2 * DAY

    await make.asSystem(sweepConnections)

    const { clients } = await as(admin).access.listClients()
    expect(clients.map(({ id }) => id)).toContain(used.client_id)
    expect(clients.filter(({ name }) => name === 'Many')).toEqual([])
    clock.passed -= 2 * DAY
  })
})

test('a body that is too long, not a form or twice the same is refused in the words of OAuth', async () => {
  const long = await post('/oauth/token', { code: 'x'.repeat(10 * 1024 ** 2) })
  expect([long.status, await long.json()]).toMatchObject([413, { error: 'invalid_request' }])
  const json = await request('/oauth/token', { method: 'POST', body: '{}' })
  expect([json.status, await json.json()]).toMatchObject([400, { error: 'invalid_request' }])
  const unknown = await token({ grant_type: 'password', client_id: newId() })
  expect(unknown.body.error).toBe('unsupported_grant_type')
})
