import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { cookieOf, newAddress, PASSWORD, startSignIn } from '../../../../test/sign-in.ts'
import { solution } from '../../../../test/solution.ts'
import { areas } from '../../../client/areas.ts'
import type { Edit } from '../../drafts/operations.ts'

const { as, admin, clock, make, makeUser, ours, request, session, sessionOf, signIn } =
  await startSignIn()

const STEP = 30_000

const post = (path: string, cookie: string, body: object = {}) =>
  request(`/manage/v1${path}`, {
    method: 'POST',
    headers: { cookie, ...ours, 'x-forwarded-for': newAddress() },
    body: JSON.stringify(body),
  })

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.time })

/** Sets up an authenticator app, in a session or while signing in. */
async function setUp(cookie: string) {
  const begun = await post('/me/factors/app/options', cookie)
  expect(begun.status).toBe(200)
  const { secret, uri } = (await begun.json()) as { secret: string; uri: string }
  expect(uri).toContain('otpauth://totp/Kontor')
  const both = [cookie, cookieOf(begun)].filter((each) => !each.startsWith('__Host-kontor_sign_in'))
  const done = await post('/me/factors/app', [...both, cookieOf(begun)].join('; '), {
    code: codeOf(secret),
  })
  expect(done.status).toBe(200)
  const answer = (await done.json()) as { recoveryCodes: string[]; signedIn: object | null }
  clock.time += STEP
  return { secret, ...answer }
}

async function begin(login: string): Promise<string> {
  const response = await signIn(login, PASSWORD)
  expect(await response.json()).toMatchObject({ state: 'second_factor', factors: ['app'] })
  return cookieOf(response)
}

test('a second factor is asked for, and a code works once', async () => {
  const user = await makeUser()
  const { secret, recoveryCodes } = await setUp(await sessionOf(user.login))
  expect(new Set(recoveryCodes).size).toBe(10)

  const attempt = await begin(user.login)
  expect((await session(attempt)).status).toBe(401)
  expect((await post('/session/app', attempt, { code: '000000' })).status).toBe(401)
  const code = codeOf(secret)
  const done = await post('/session/app', attempt, { code })
  expect(await done.json()).toMatchObject({ state: 'ok', user: { id: user.id } })
  expect((await session(cookieOf(done))).status).toBe(200)
  expect((await post('/session/app', attempt, { code })).status).toBe(401)

  const replayed = await begin(user.login)
  expect((await post('/session/app', replayed, { code })).status).toBe(401)
  clock.time += STEP
  expect((await post('/session/app', replayed, { code: codeOf(secret) })).status).toBe(200)
})

test('a recovery code works once instead of a lost factor', async () => {
  const user = await makeUser()
  const { recoveryCodes } = await setUp(await sessionOf(user.login))
  const code = recoveryCodes[0]?.toUpperCase()

  const attempt = await begin(user.login)
  expect((await post('/session/recovery-code', attempt, { code })).status).toBe(200)
  const again = await begin(user.login)
  expect((await post('/session/recovery-code', again, { code })).status).toBe(401)

  const { entries } = await as(admin).audit.list({ input: { object: `user:${user.id}` } })
  expect(entries.map(({ type }) => type)).toContain('user.recovery_code_used')
})

test('guessed codes end the sign-in, and then all of them wait', async () => {
  const user = await makeUser()
  const { secret } = await setUp(await sessionOf(user.login))
  const attempt = await begin(user.login)

  for (let guess = 0; guess < 5; guess++) {
    expect((await post('/session/app', attempt, { code: `00000${guess}` })).status).toBe(401)
  }

  clock.time += 60_000
  expect((await post('/session/app', attempt, { code: codeOf(secret) })).status).toBe(401)
  const next = await begin(user.login)
  expect((await post('/session/app', next, { code: codeOf(secret) })).status).toBe(429)
  clock.time += 60_000
  expect((await post('/session/app', next, { code: codeOf(secret) })).status).toBe(200)
})

test('whoever is in a group that needs a second factor sets one up while signing in', async () => {
  const user = await makeUser()
  const { group } = await as(admin).scheme.createGroup({
    params: { namespace: 'global' },
    input: { __name: 'Treasury' },
  })
  const params = { id: group.__id }
  await as(admin).scheme.addGroupItems({ params, input: [user.id] })
  await as(admin).access.saveFactorPolicy({ input: { groups: [group.__id] } })

  const response = await signIn(user.login, PASSWORD)
  expect(await response.json()).toMatchObject({ state: 'enrolment', factors: [] })
  const attempt = cookieOf(response)
  expect((await post('/session/app', attempt, { code: '000000' })).status).toBe(409)
  const { signedIn, recoveryCodes } = await setUp(attempt)

  expect(signedIn).toMatchObject({ state: 'ok', user: { id: user.id } })
  expect(recoveryCodes).toHaveLength(10)
  const { people } = await as(admin).access.listFactors({ input: { size: 1000 } })
  expect(people.find(({ id }) => id === user.id)).toMatchObject({ hasApp: true, passkeys: 0 })
  const wrong = as(admin).access.saveFactorPolicy({ input: { groups: [user.id] } })
  await expect(wrong).rejects.toMatchObject({ status: 400 })
})

test('an administrator removes lost factors, which ends the sessions', async () => {
  const user = await makeUser()
  const cookie = await sessionOf(user.login)
  await setUp(cookie)

  await as(admin).access.resetFactors({ params: { id: user.id } })

  expect((await session(cookie)).status).toBe(401)
  expect(await (await signIn(user.login, PASSWORD)).json()).toMatchObject({ state: 'ok' })
  const { entries } = await as(admin).audit.list({ input: { object: `user:${user.id}` } })
  expect(entries.map(({ type }) => type)).toContain('user.factors_reset')
})

test('a token changes no factors', async () => {
  const user = await make.user()
  const calls = [
    as(user).access.addApp(),
    as(user).access.addPasskey(),
    as(user).access.removeApp(),
    as(user).access.newRecoveryCodes(),
  ]
  for (const call of calls) await expect(call).rejects.toMatchObject({ name: 'Error' })
  const statuses = (await Promise.allSettled(calls)).map((each) =>
    each.status === 'rejected' ? each.reason.status : 200,
  )
  expect(statuses).toEqual([401, 401, 403, 403])
})

test('administrators see and end the sessions of others', async () => {
  const user = await makeUser()
  const cookie = await sessionOf(user.login)
  const params = { id: user.id }

  expect((await as(admin).access.listUserSessions({ params })).sessions).toHaveLength(1)
  await as(admin).access.endUserSessions({ params })

  expect((await session(cookie)).status).toBe(401)
  await expect(as(user).access.listUserSessions({ params })).rejects.toMatchObject({ status: 403 })
})

/** What a browser session confirms, with a request that is dangerous and one that is not. */
const DANGEROUS: Record<string, [object, object | undefined]> = {
  'access.createUser': [{ isAdministrator: true }, { isAdministrator: false }],
  'access.setPassword': [{ password: 'x', currentPassword: 'y' }, undefined],
  'access.changeMyPassword': [{}, undefined],
  'access.decideConnection': [
    { allow: true, onlyRead: false },
    { allow: true, onlyRead: true },
  ],
  'access.createToken': [{ scopes: null }, { scopes: ['tasks:read'] }],
  'access.invite': [{}, undefined],
  'access.confirmMyAddress': [{}, undefined],
  'access.createClient': [{ actsAs: {} }, { actsAs: null }],
  'access.renewClientSecret': [{}, undefined],
  'users.updatePerson': [{ email: 'a@b.example' }, { lastName: 'Moor' }],
  'access.addApp': [{}, undefined],
  'access.confirmApp': [{}, undefined],
  'access.removeApp': [{}, undefined],
  'access.addPasskey': [{}, undefined],
  'access.confirmPasskey': [{}, undefined],
  'access.removePasskey': [{}, undefined],
  'access.newRecoveryCodes': [{}, undefined],
  'access.resetFactors': [{}, undefined],
  'access.saveFactorPolicy': [{}, undefined],
  'scheme.addGroupItems': [{}, undefined],
  'guests.makeMember': [{}, undefined],
  'solutions.apply': [{}, undefined],
  'solutions.remove': [{}, undefined],
  'transfer.store': [{}, undefined],
  'providers.create': [{}, undefined],
  'providers.update': [{}, undefined],
  'providers.delete': [{}, undefined],
  'providers.savePolicy': [{}, undefined],
  'providers.link': [{}, undefined],
  'providers.unlink': [{}, undefined],
  'providers.withPassword': [{ isLink: true }, { isLink: false }],
}

test('which operations ask again who is there', () => {
  const declared = Object.entries(areas).flatMap(([area, operations]) =>
    Object.entries(operations).flatMap(([name, { stepUp }]) =>
      stepUp ? [{ name: `${area}.${name}`, stepUp }] : [],
    ),
  )

  expect(declared.map(({ name }) => name).toSorted()).toEqual(Object.keys(DANGEROUS).toSorted())
  for (const { name, stepUp } of declared) {
    const [dangerous, harmless] = DANGEROUS[name] ?? []
    expect(stepUp({ params: {}, input: dangerous })).toBe(true)
    if (harmless) expect(stepUp({ params: {}, input: harmless })).toBe(false)
  }
})

test('an old session confirms who is there before a dangerous action, and a token never', async () => {
  const user = await makeUser()
  const cookie = await sessionOf(user.login)
  const makeToken = (scopes: string[] | null) => post('/tokens', cookie, { name: 'x', scopes })
  const confirm = (body: object) => post('/session/confirmation', cookie, body)
  expect((await makeToken(null)).status).toBe(200)

  clock.time += 15 * 60_000 + 1
  const refused = await makeToken(null)
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ code: 'confirmation_needed' })
  expect((await makeToken(['tasks:read'])).status).toBe(200)
  expect((await confirm({ password: 'wrong' })).status).toBe(403)
  expect((await makeToken(null)).status).toBe(403)
  expect((await confirm({ password: PASSWORD })).status).toBe(200)
  expect((await makeToken(null)).status).toBe(200)
  await as(user).access.createToken({ input: { name: 'by a token' } })

  const { secret } = await setUp(cookie)
  clock.time += 15 * 60_000 + 1
  expect((await confirm({ password: PASSWORD })).status).toBe(403)
  expect((await confirm({ code: codeOf(secret) })).status).toBe(200)
  expect((await makeToken(null)).status).toBe(200)
})

test('a draft that changes people or deletes an app or values is published by who is there', async () => {
  const orders = 'workspaces/crew/apps/orders.yaml'
  const files = solution('crew', {
    [orders]: 'name: Orders\nfields: { note: { name: Note, type: STRING } }\n',
  })
  await as(admin).solutions.apply({ input: { files } })
  await as(admin).apps.createItem({
    params: { namespace: 'crew', code: 'orders' },
    input: { context: { note: 'words' } },
  })
  const chief = await make.user({ password: PASSWORD, isAdministrator: true })
  const cookie = await sessionOf(chief.login)
  const publish = async (edit: Edit) => {
    const { draft } = await as(chief).drafts.create({ input: { solution: 'crew' } })
    const params = { id: draft.id }
    const { revision } = await as(chief).drafts.edit({ params, input: { edits: [edit] } })
    const input = { revision, allowLoss: true }
    return (await post(`/drafts/${draft.id}/publish`, cookie, input)).status
  }
  clock.time += 15 * 60_000 + 1

  const text = 'users:\n  zoe: { lastName: Zoe }\n'
  expect(await publish({ file: orders, op: 'set', at: ['name'], value: 'Wares' })).toBe(200)
  expect(await publish({ file: 'people/users.yaml', op: 'create', text })).toBe(403)
  expect(await publish({ file: orders, op: 'delete' })).toBe(403)
  const at = ['fields', 'note', 'type']
  expect(await publish({ file: orders, op: 'set', at, value: 'INTEGER' })).toBe(403)
  await post('/session/confirmation', cookie, { password: PASSWORD })
  expect(await publish({ file: orders, op: 'delete' })).toBe(200)
})
