import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { cookieOf, PASSWORD, startSignIn } from '../../../test/sign-in.ts'
import { areas } from '../../client/areas.ts'

const { as, admin, clock, make, makeUser, ours, request, sessionOf, signIn } = await startSignIn()

const ADDRESS = '2001:db8::77'

const send = (method: string, path: string, { cookie, body }: { cookie: string; body: object }) =>
  request(`/manage/v1${path}`, {
    method,
    headers: { cookie, ...ours, 'x-forwarded-for': ADDRESS },
    body: JSON.stringify(body),
  })

const post = (path: string, cookie: string, body: object = {}) =>
  send('POST', path, { cookie, body })

/** Somebody with an authenticator app, whose next sign-in needs a second factor. */
async function withApp() {
  const user = await makeUser()
  const cookie = await sessionOf(user.login)
  const begun = await post('/me/factors/app/options', cookie)
  const { secret } = (await begun.json()) as { secret: string }
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.time })
  const done = await post('/me/factors/app', `${cookie}; ${cookieOf(begun)}`, { code })
  expect(done.status).toBe(200)
  clock.time += 30_000
  const attempt = cookieOf(await signIn(user.login, PASSWORD))
  return { ...user, cookie, attempt }
}

/** A passkey of somebody, with a key that no device has. */
async function withPasskey() {
  const user = await makeUser()
  const id = Buffer.from(user.id).toString('base64url')
  await make.change(`insert into kontor.passkeys (id, user_id, public_key, counter, transports, name, created_at)
    values ('${id}', '${user.id}', '\\x00', 0, '{}', 'phone', now())`)
  const response = { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' }
  const answer = { id, rawId: id, type: 'public-key', response }
  return { ...user, answer }
}

const person = (id: string) => ({ object: `user:${id}`, type: 'session.proof_refused' })
const WRONG = '000000'

type Refusal = { object: string; type: string; data?: object }

/** Each proves nothing, and answers where the audit log says so. */
const WRONG_PROOFS: Record<string, () => Promise<Refusal>> = {
  'access.signIn': async () => {
    const { login } = await makeUser()
    expect((await post('/session', '', { login, password: WRONG })).status).toBe(401)
    return { object: `login:${login}`, type: 'session.refused' }
  },
  'access.signInWithApp': async () => {
    const { id, attempt } = await withApp()
    expect((await post('/session/app', attempt, { code: WRONG })).status).toBe(401)
    return { ...person(id), data: { proof: 'app', purpose: 'sign_in' } }
  },
  'access.signInWithRecoveryCode': async () => {
    const { id, attempt } = await withApp()
    expect((await post('/session/recovery-code', attempt, { code: WRONG })).status).toBe(401)
    return { ...person(id), data: { proof: 'recovery_code', purpose: 'sign_in' } }
  },
  'access.signInWithPasskey': async () => {
    const { id, answer } = await withPasskey()
    const attempt = cookieOf(await post('/session/passkey/options', ''))
    expect((await post('/session/passkey', attempt, { answer })).status).toBe(401)
    return { ...person(id), data: { proof: 'passkey', purpose: 'sign_in' } }
  },
  'access.confirmIdentity': async () => {
    const user = await makeUser()
    const cookie = await sessionOf(user.login)
    expect((await post('/session/confirmation', cookie, { password: WRONG })).status).toBe(403)
    return { ...person(user.id), data: { proof: 'password', purpose: 'confirmation' } }
  },
  'access.changeMyPassword': async () => {
    const user = await makeUser()
    const body = { current: WRONG, next: 'another horse' }
    const cookie = await sessionOf(user.login)
    expect((await post('/me/password', cookie, body)).status).toBe(403)
    return { ...person(user.id), data: { proof: 'password', purpose: 'password_change' } }
  },
  'access.setPassword': async () => {
    const user = await makeUser()
    const body = { currentPassword: WRONG, password: 'another horse' }
    const cookie = await sessionOf(user.login)
    expect((await send('PUT', `/users/${user.id}/password`, { cookie, body })).status).toBe(403)
    return { ...person(user.id), data: { proof: 'password', purpose: 'password_change' } }
  },
}

/** They take something secret, and prove nobody with it. */
const NO_PROOFS: Record<string, string> = {
  'access.createUser': 'a new password',
  'access.chooseNewPassword': 'a new password',
  'access.confirmApp': 'the first code of an app that is being set up',
  'access.confirmPasskey': 'a passkey that is being added',
  'access.readLink': 'a secret of 256 bits, which is of nobody if it is wrong',
  'access.redeemLink': 'a secret of 256 bits, which is of nobody if it is wrong',
  'access.signInAsGuest': 'a secret of 256 bits, which is of nobody if it is wrong',
  'access.takeBackAddress': 'a secret of a link, which is of nobody if it is wrong',
  'providers.create': 'the secret of a provider',
  'providers.update': 'the secret of a provider',
  'providers.withPassword': 'provider.sign_in_refused, in ldap.test.ts',
}

const SECRETS = ['password', 'currentPassword', 'current', 'code', 'answer', 'secret']

/** Under /manage/v1, with what one of the names above is given. */
const taking = Object.entries(areas).flatMap(([area, operations]) =>
  Object.entries(operations).flatMap(([name, { input, path, access }]) => {
    const shape = Object.keys((input as { shape?: object } | undefined)?.shape ?? {})
    const isOpen = path.startsWith('/manage/v1') && /access|guests|providers/.test(area)
    const takes = shape.some((key) => SECRETS.includes(key))
    return isOpen && takes && access !== undefined ? [`${area}.${name}`] : []
  }),
)

test('every operation that takes a secret is known', () => {
  const known = [...Object.keys(WRONG_PROOFS), ...Object.keys(NO_PROOFS)]
  expect(taking.toSorted()).toEqual(known.toSorted())
})

test.each(Object.keys(WRONG_PROOFS))('a wrong proof is in the audit log: %s', async (name) => {
  const { object, type, data } = (await WRONG_PROOFS[name]?.()) ?? { object: '', type: '' }

  const { entries } = await as(admin).audit.list({ input: { object } })

  const found = entries.filter((each) => each.type === type)
  expect(found).toMatchObject([{ data: { ...data, address: ADDRESS } }])
})

test('a right code after a wrong one leaves one event, and an unknown passkey none', async () => {
  const { id, attempt } = await withApp()
  const count = async () => {
    const { entries } = await as(admin).audit.list({ input: { object: `user:${id}` } })
    return entries.filter(({ type }) => type === 'session.proof_refused').length
  }
  await post('/session/app', attempt, { code: WRONG })
  expect(await count()).toBe(1)

  const asked = cookieOf(await post('/session/passkey/options', ''))
  const { answer } = await withPasskey()
  const unknown = { ...answer, id: 'bm9ib2R5', rawId: 'bm9ib2R5' }
  expect((await post('/session/passkey', asked, { answer: unknown })).status).toBe(401)
  expect(await count()).toBe(1)
})
