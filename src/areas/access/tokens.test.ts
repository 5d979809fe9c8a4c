import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startApp } from '../../../test/app.ts'
import { startServer } from '../../../test/server.ts'
import { operation } from '../../api/operation.ts'
import { implement } from '../../http/implement.ts'
import { invalid } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { connectClient } from '../../platform/db/db.ts'
import { Identity } from './identity.ts'

let time = Date.parse('2026-03-02T09:00:00Z')
const now = () => new Date(time)
const { app, as, admin, make, connection, request } = await startApp({ now })
const other = await startApp({ now, connection })
const client = await connectClient(connection)
afterAll(() => client.end())

const routes = implement(
  'sample',
  {
    open: operation({
      method: 'GET',
      path: '/pub/v1/sample/open',
      summary: 'Open to everybody',
      access: 'public',
    }),
    refuse: operation({
      method: 'GET',
      path: '/pub/v1/sample/refuse/{id}',
      params: z.object({ id: z.string() }),
      summary: 'Refuse everybody',
    }),
  },
  {
    open: async () => ({}),
    refuse: async () => {
      throw invalid('not today')
    },
  },
)
const open = await startServer(routes)

const create = (caller: { token: string }, input: object = {}) =>
  as(caller).access.createToken({ input: { name: 'test', ...input } })
const revoke = (caller: { token: string }, id: string) =>
  as(caller).access.revokeToken({ params: { id } })
const holder = (secret: string) => as({ token: secret })
const isAccepted = async (secret: string, on = { as }) =>
  on
    .as({ token: secret })
    .access.currentSession()
    .then(() => true)
    .catch(() => false)

test('a token is a UUID, works at once and is shown once', async () => {
  const ann = await make.user()

  const { token, secret } = await create(ann)
  const { tokens } = await as(ann).access.listTokens()

  expect(secret).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(token).toMatchObject({ user: ann.id, name: 'test', scopes: null, expiresAt: null })
  expect(await isAccepted(secret)).toBe(true)
  expect(tokens.map(({ id }) => id)).toContain(token.id)
  expect(JSON.stringify(tokens)).not.toContain(secret)
})

test('the database has no token in plain text, not even in the answer to a repeated request', async () => {
  const headers = { 'x-token': admin.token, 'idempotency-key': newId() }
  const ask = () =>
    request('/manage/v1/tokens', { method: 'POST', headers, body: '{"name":"repeated"}' })
  const first = await ask()
  const again = await ask()
  const { secret } = (await first.json()) as { secret: string }

  const { rows } = await client.query(
    `select string_agg(query_to_xml('select * from ' || c.oid::regclass, true, true, '')::text, '') as all
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('kontor', 'graphile_worker')`,
  )

  expect(await again.json()).toMatchObject({ secret })
  for (const each of [secret, admin.token]) {
    expect(rows[0].all).not.toContain(each)
    expect(rows[0].all).not.toContain(Buffer.from(each).toString('base64').slice(0, 40))
  }
})

test('a revoked token is refused at once, here and on another node', async () => {
  const { token, secret } = await create(admin)
  expect(await isAccepted(secret)).toBe(true)
  expect(await isAccepted(secret, other)).toBe(true)

  await revoke(admin, token.id)

  expect(await isAccepted(secret)).toBe(false)
  await expect.poll(() => isAccepted(secret, other)).toBe(false)
})

test('a blocked user is out at once, here and on another node', async () => {
  const ann = await make.user()
  expect(await isAccepted(ann.token, other)).toBe(true)

  await make.change(`update kontor.users set status = 3 where id = '${ann.id}'`)

  expect(await isAccepted(ann.token)).toBe(false)
  await expect.poll(() => isAccepted(ann.token, other)).toBe(false)
})

test('a token ends when its time is over', async () => {
  const { secret } = await create(admin, { expiresAt: new Date(time + 60_000).toISOString() })
  expect(await isAccepted(secret)).toBe(true)

  time += 60_000

  expect(await isAccepted(secret)).toBe(false)
})

test('a token cannot end in the past', async () => {
  const call = create(admin, { expiresAt: new Date(time).toISOString() })

  await expect(call).rejects.toMatchObject({ status: 400 })
})

test('when a token was last used is noted, once in a while and at a stop', async () => {
  const ann = await make.user()
  const identity = new Identity(app.platform)
  const lastUse = async () => {
    const { tokens } = await as(admin).access.listTokens({ input: { user: ann.id } })
    return tokens[0]?.lastUsedAt
  }

  await identity.byToken(ann.token)
  expect(await lastUse()).toBeNull()
  await identity.flush()
  expect(await lastUse()).toBe(now().toISOString())
  time += 1000
  await identity.byToken(ann.token)
  await identity.stop()

  expect(await lastUse()).toBe(now().toISOString())
})

test('what came of the calls of a token is counted, and the last failure said in words', async () => {
  const ann = await make.user()
  const statusOf = async () =>
    (await as(admin).access.listTokens({ input: { user: ann.id } })).tokens[0]
  const none = { lastSuccessAt: null, lastFailureAt: null, lastFailure: null }
  expect(await statusOf()).toMatchObject({ calls: 0, failures: 0, ...none })
  const identity = new Identity(app.platform)
  const caller = await identity.byToken(ann.token)
  if (!caller) throw new Error('a token of nobody')
  const first = now().toISOString()

  identity.noteCall(caller)
  identity.noteCall(caller, `PATCH /x: ${'no '.repeat(500)}`)
  await identity.flush()
  time += 1000
  identity.noteCall(caller)
  await identity.stop()

  expect(await statusOf()).toMatchObject({
    calls: 3,
    failures: 1,
    lastSuccessAt: now().toISOString(),
    lastFailureAt: first,
    lastFailure: expect.stringMatching(/^PATCH \/x: no (no )*n?o? ?$/),
  })
  expect((await statusOf())?.lastFailure).toHaveLength(500)
})

test('every request with a token is counted, those of browsers are not', async () => {
  const ann = await open.make.user()
  const call = (path: string, headers: Record<string, string>) =>
    fetch(`${open.address}/pub/v1/sample/${path}`, { headers })

  await call('open', { authorization: `Bearer ${ann.token}` })
  await call('refuse/7', { authorization: `Bearer ${ann.token}` })
  await call('open', {})
  await open.identity.flush()

  const { rows } = await open.platform.pool.query(
    `select calls, failures, last_failure from kontor.credential_calls where credential_id = '${ann.tokenId}'`,
  )
  expect(rows).toMatchObject([
    { calls: 2, failures: 1, last_failure: 'GET /pub/v1/sample/refuse/{id}: not today' },
  ])
})

test('others neither see nor revoke a token', async () => {
  const [ann, bob] = [await make.user(), await make.user()]

  for (const user of [ann.id, 'all']) {
    const call = as(bob).access.listTokens({ input: { user } })
    await expect(call).rejects.toMatchObject({ status: 403 })
  }
  await expect(revoke(bob, ann.tokenId)).rejects.toMatchObject({ status: 404 })
  await expect(create(bob, { user: ann.id })).rejects.toMatchObject({ status: 403 })
  const { tokens } = await as(bob).access.listTokens()
  expect(tokens.map(({ user }) => user)).toEqual([bob.id])
  expect(await isAccepted(ann.token)).toBe(true)
})

test('administrators see, make and revoke the tokens of others', async () => {
  const ann = await make.user()

  const { token, secret } = await create(admin, { user: ann.id })
  const { tokens } = await as(admin).access.listTokens({ input: { user: 'all' } })
  await revoke(admin, ann.tokenId)

  expect((await holder(secret).access.currentSession()).user.id).toBe(ann.id)
  expect(tokens.map(({ id }) => id)).toEqual(expect.arrayContaining([token.id, admin.tokenId]))
  expect(await isAccepted(ann.token)).toBe(false)
  await expect(revoke(admin, ann.tokenId)).rejects.toMatchObject({ status: 404 })
  await expect(create(admin, { user: newId() })).rejects.toMatchObject({ status: 404 })
})

const params = { key: 'scoped' }
const save = (secret: string) => holder(secret).storage.saveSystem({ params, input: { data: 'x' } })
const read = (secret: string) => holder(secret).storage.getSystem({ params })

test.each([
  [['storage:read'], true, false],
  [['storage:write'], true, true],
  [['*:read'], true, false],
  [['*:write'], true, true],
  [['access:write'], false, false],
  [[], false, false],
] as [string[], boolean, boolean][])(
  'a token with the scopes %j reads: %s, writes: %s',
  async (scopes, reads, writes) => {
    await save(admin.token)
    const { secret } = await create(admin, { scopes })
    const works = (call: Promise<unknown>) =>
      call
        .then(() => true)
        .catch((error: { status: number; code: string; message: string }) => {
          expect(error).toMatchObject({ status: 403, code: 'forbidden' })
          expect(error.message).toContain('scope "storage:')
          return false
        })

    expect(await works(read(secret))).toBe(reads)
    expect(await works(save(secret))).toBe(writes)
  },
)

test('scopes are no more than the user may', async () => {
  const ann = await make.user()
  const { secret } = await create(ann, { scopes: ['*:write'] })

  await expect(save(secret)).rejects.toMatchObject({ status: 403 })
})

test.each(['storage', 'storage:admin', '*', 'Storage:read', ':read', 'a b:read'])(
  'the scope %j is refused',
  async (scope) => {
    await expect(create(admin, { scopes: [scope] })).rejects.toMatchObject({ status: 400 })
  },
)

test.each([
  [['access:write', 'storage:write'], ['storage:write'], true],
  [['access:write', 'storage:write'], ['storage:read'], true],
  [['*:write'], ['storage:read', '*:read', '*:write'], true],
  [['access:write'], [], true],
  [['access:write', 'storage:read'], ['storage:write'], false],
  [['access:write', 'storage:write'], ['*:read'], false],
  [['access:write'], ['audit:read'], false],
  [['access:write', '*:read'], ['*:write'], false],
  [['*:write'], null, false],
] as [string[], string[] | null, boolean][])(
  'a token with %j makes one with %j: %s',
  async (own, wanted, isAllowed) => {
    const { secret } = await create(admin, { scopes: own })

    const call = create({ token: secret }, { scopes: wanted })

    if (isAllowed) expect((await call).token.scopes).toEqual(wanted)
    else await expect(call).rejects.toMatchObject({ status: 403 })
  },
)

test('a login is taken once, in any case', async () => {
  const login = `ann-${newId()}`
  const make = (name: string) => as(admin).access.createUser({ input: { login: name } })
  await make(login)

  await expect(make(login.toUpperCase())).rejects.toMatchObject({ status: 409 })
  const crowd = await Promise.allSettled(Array.from({ length: 10 }, () => make(`${login}-2`)))
  expect(crowd.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('only administrators make users', async () => {
  const ann = await make.user()

  const call = as(ann).access.createUser({ input: { login: 'x', isAdministrator: true } })

  await expect(call).rejects.toMatchObject({ status: 403 })
})

test('what users and tokens did is in the audit trail', async () => {
  const { user } = await as(admin).access.createUser({ input: { login: `ann-${newId()}` } })
  const { token } = await create(admin, { user: user.id })
  await revoke(admin, token.id)

  const made = await as(admin).audit.list({ input: { object: `user:${user.id}` } })
  const { entries } = await as(admin).audit.list({ input: { object: `token:${token.id}` } })

  expect(made.entries).toMatchObject([{ type: 'user.created', actor: admin.id }])
  expect(entries.map(({ type }) => type)).toEqual(['token.revoked', 'token.created'])
  expect(entries[0]).toMatchObject({ actor: admin.id, credential: admin.tokenId })
})

test('a caller of a public operation may come without credentials, but not with wrong ones', async () => {
  const ask = (headers: Record<string, string>) =>
    fetch(`${open.address}/pub/v1/sample/open`, { headers })

  expect((await ask({})).status).toBe(200)
  expect((await ask({ 'x-token': 'wrong' })).status).toBe(403)
})
