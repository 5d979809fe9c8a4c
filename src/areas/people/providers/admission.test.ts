import { expect, test } from 'vitest'
import type { z } from 'zod'
import { startApp } from '../../../../test/app.ts'
import { CLIENT, startLiar } from '../../../../test/oidc.ts'
import { browserOf, comingFrom, Jar, type Said } from '../../../../test/provider-sign-in.ts'
import { ADMINISTRATORS, newId } from '../../../lib/ids.ts'
import type { providers } from './operations.ts'

const started = await startApp({ environment: { KONTOR_PROVIDER_ADDRESSES: '127.0.0.1' } })
const { as, admin, make, address } = started
const { post } = browserOf(started)
const liar = await startLiar()

type Rules = NonNullable<z.input<typeof providers.create.input>['rules']>
type Connection = { subject?: 'entra' }

async function provide(rules: Rules, connection: Connection = {}) {
  const code = `p-${newId()}`
  const input = {
    code,
    name: code,
    connection: { kind: 'oidc', issuer: liar.issuer, clientId: CLIENT.id, ...connection } as const,
    rules,
  }
  const { provider } = await as(admin).providers.create({ input })
  return { code, input, id: provider.id }
}

const come = comingFrom(started, liar)

const newEmail = (domain = 'example.com') => `${newId()}@${domain}`
const BY_EMAIL: Rules = { domains: ['example.com'], linksByEmail: true }

test.each<[string, Rules, Said, Said | undefined, string]>([
  ['is not verified', BY_EMAIL, { email_verified: false }, undefined, 'unverified_email'],
  ['is not said to be verified', BY_EMAIL, {}, undefined, 'unverified_email'],
  [
    'is verified by text alone',
    BY_EMAIL,
    { email_verified: 'true' },
    undefined,
    'unverified_email',
  ],
  ['is verified elsewhere', BY_EMAIL, {}, { email_verified: true }, 'unverified_email'],
  [
    'is of another domain',
    { ...BY_EMAIL, domains: ['ample.com', 'sub.example.com'] },
    { email_verified: true },
    undefined,
    'foreign_domain',
  ],
  ['does not count', {}, { email_verified: true }, undefined, 'no_account'],
])('an account is not found by an address that %s', async (_, rules, said, more, reason) => {
  const email = newEmail()
  await make.user({ email })
  const { code } = await provide(rules)
  const { sub, ...rest } = { sub: newId(), ...said }

  const answer = await come(code, { sub, email, ...rest }, more && { sub, ...more })

  expect(answer.reason).toBe(reason)
})

test.each<[string, Rules, Said, Said?]>([
  ['in the token', BY_EMAIL, { email_verified: true }],
  ['as Entra ID says it', BY_EMAIL, { xms_edov: '1' }],
  ['because administrators trust the provider', { ...BY_EMAIL, trustsEmail: true }, {}],
])('an account is found by an address that is verified %s', async (_, rules, said) => {
  const email = newEmail()
  const bob = await make.user({ email: email.toUpperCase() })
  const { code } = await provide(rules)

  expect(await come(code, { email, ...said })).toMatchObject({ user: { id: bob.id } })
})

test('the address and its verification may both come from what the provider tells if it is asked', async () => {
  const email = newEmail()
  const bob = await make.user({ email })
  const { code } = await provide(BY_EMAIL)
  const sub = newId()

  const answer = await come(code, { sub }, { sub, email, email_verified: true })

  expect(answer).toMatchObject({ user: { id: bob.id } })
})

test('administrators, blocked people and two people with one address are not found by it', async () => {
  const { code } = await provide(BY_EMAIL)
  const [boss, gone, two] = [newEmail(), newEmail(), newEmail()]
  await make.user({ email: boss, isAdministrator: true })
  const blocked = await make.user({ email: gone })
  await as(admin).users.block({ params: { id: blocked.id } })
  await make.user({ email: two })
  await make.user({ email: two })
  const reason = async (email: string) => (await come(code, { email, email_verified: true })).reason

  expect(await reason(boss)).toBe('administrator_by_hand')
  expect(await reason(gone)).toBe('blocked')
  expect(await reason(two)).toBe('ambiguous_email')
})

test('a guest whom a provider names by a verified address becomes a member', async () => {
  const { code } = await provide(BY_EMAIL)
  const [email, other] = [newEmail(), newEmail()]
  const guest = await make.user({ email, isGuest: true })
  const boss = await make.user({ email: other, isGuest: true })
  await make.change(
    `insert into kontor.group_members values ('${ADMINISTRATORS}', 'user', '${boss.id}')`,
  )

  const answer = await come(code, { email, email_verified: true })
  const refused = await come(code, { email: other, email_verified: true })

  expect(answer.user).toMatchObject({ id: guest.id, isGuest: false })
  expect(refused.reason).toBe('administrator_by_hand')
  await expect(as(guest).access.currentSession()).rejects.toMatchObject({ status: 401 })
  const { entries } = await as(admin).audit.list({ input: { object: `user:${guest.id}` } })
  expect(entries.find(({ type }) => type === 'user.updated')?.data).toMatchObject({
    changes: { isGuest: { before: true, after: false } },
  })
})

test('new people get an account only if the rules say so, and no rights with it', async () => {
  const [byDomain, byGroup] = [
    await provide({ domains: ['example.com'], newUsers: 'domains' }),
    await provide({ newUsers: 'group', requiredGroup: 'staff' }),
  ]
  const email = newEmail()
  const person = { preferred_username: `new-${newId()}`, given_name: 'Nora', family_name: 'Lind' }

  expect((await come(byDomain.code, { email })).reason).toBe('unverified_email')
  const far = { email: newEmail('evil.example'), email_verified: true }
  expect((await come(byDomain.code, far)).reason).toBe('foreign_domain')
  expect((await come(byGroup.code, { email, groups: ['others'] })).reason).toBe('not_in_group')
  expect((await come(byGroup.code, { email })).reason).toBe('not_in_group')

  const sub = newId()
  const said = { sub, email, email_verified: true, ...person }
  const [one, other] = [await come(byDomain.code, said), await come(byDomain.code, said)]
  expect(one).toMatchObject({ user: { login: person.preferred_username, isAdministrator: false } })
  expect(other.user?.id).toBe(one.user?.id)
  const { user } = await as(admin).users.getPerson({ params: { id: one.user?.id ?? '' } })
  expect(user).toMatchObject({ email, firstName: 'Nora', lastName: 'Lind', status: 'active' })

  // An address that nobody has verified could be used to ask for a password of others.
  const member = { email: newEmail(), groups: ['staff'] }
  const { user: unverified } = await come(byGroup.code, { ...member, preferred_username: newId() })
  const shown = await as(admin).users.getPerson({ params: { id: unverified?.id ?? '' } })
  expect(shown.user.email).toBe('')

  const namesake = { ...person, email: newEmail(), email_verified: true }
  expect((await come(byDomain.code, namesake)).reason).toBe('login_taken')
})

test('people of Entra ID are known by tenant and object, because `sub` differs between applications', async () => {
  const { code } = await provide(BY_EMAIL, { subject: 'entra' })
  const email = newEmail()
  const bob = await make.user({ email })
  const entra = { tid: newId(), oid: newId() }

  await come(code, { ...entra, email, xms_edov: true })

  expect(await come(code, entra)).toMatchObject({ user: { id: bob.id } })
  expect((await come(code, { ...entra, oid: newId() })).reason).toBe('no_account')
  expect((await come(code, { email, xms_edov: true })).reason).toBe('provider_failed')
})

test('groups follow the provider, and stay when there are too many for a token', async () => {
  const provider = await provide({
    ...BY_EMAIL,
    groups: [
      { value: 'g1', name: 'Finance' },
      { value: 'g2', name: 'Sales' },
    ],
  })
  const email = newEmail()
  const bob = await make.user({ email })
  const sub = newId()
  const say = (said: Said) => come(provider.code, { sub, email, email_verified: true, ...said })
  const groups = async () =>
    (await as(admin).scheme.memberships({ params: { id: bob.id } })).memberships
      .map(({ group }) => group.name)
      .filter((name) => ['Finance', 'Sales', 'Trade'].includes(name))

  await say({ groups: ['g1', 'unheard of'] })
  expect(await groups()).toEqual(['Finance'])
  await say({ groups: ['g2'] })
  expect(await groups()).toEqual(['Sales'])
  for (const overage of [{ _claim_names: { groups: 'src1' } }, { hasgroups: true }]) {
    await say(overage)
    expect(await groups()).toEqual(['Sales'])
  }
  await say({})
  expect(await groups()).toEqual([])
  await say({ groups: ['g2'] })

  const trade = {
    ...provider.input,
    rules: { ...BY_EMAIL, groups: [{ value: 'g2', name: 'Trade' }] },
  }
  await as(admin).providers.update({ params: { id: provider.id }, input: trade })
  expect(await groups()).toEqual(['Trade'])
  await say({ groups: [] })
  expect(await groups()).toEqual([])

  const { result } = await as(admin).scheme.listGroups({ input: { size: 1000 } })
  const id = result.result.find(({ __name }) => __name === 'Trade')?.__id ?? ''
  const byHand = as(admin).scheme.addGroupItems({ params: { id }, input: [bob.id] })
  await expect(byHand).rejects.toThrow('identity provider')
})

test('whoever is blocked stays out, and their sessions end', async () => {
  const { code } = await provide(BY_EMAIL)
  const [email, sub, jar] = [newEmail(), newId(), new Jar()]
  const bob = await make.user({ email })
  await come(code, { sub, email, email_verified: true }, undefined, jar)

  await as(admin).users.block({ params: { id: bob.id } })

  expect((await jar.fetch(`${address}/manage/v1/session`)).status).toBe(401)
  expect((await come(code, { sub })).reason).toBe('blocked')
})

const PASSWORD = 'a horse of the right kind'

async function signedIn(user: { login: string }) {
  const jar = new Jar()
  const answer = await post(jar, '/session', { login: user.login, password: PASSWORD })
  expect(answer.status).toBe(200)
  return jar
}

test('an administrator links by hand, in the session that began it, and nobody takes an identity of others', async () => {
  const { code } = await provide({})
  const boss = await make.user({ isAdministrator: true, password: PASSWORD })
  const [jar, sub] = [await signedIn(boss), newId()]
  const begin = async (browser: Jar) => {
    const answer = await post(browser, '/me/identities', { provider: code, returnTo: '/profile' })
    return new URL(((await answer.json()) as { url: string }).url)
  }

  const url = await begin(jar)
  expect(await come(code, { sub }, undefined, jar, url)).toMatchObject({
    returnTo: '/profile',
    signedIn: null,
  })
  expect(await come(code, { sub })).toMatchObject({ user: { id: boss.id } })

  const other = await signedIn(await make.user({ password: PASSWORD }))
  const taken = await come(code, { sub }, undefined, other, await begin(other))
  expect(taken.reason).toBe('linked_elsewhere')
  const late = await begin(other)
  await other.fetch(`${address}/manage/v1/session`, {
    method: 'DELETE',
    headers: { origin: address },
  })
  expect((await come(code, {}, undefined, other, late)).reason).toBe('attempt_unknown')
  const byToken = as(boss).providers.link({ input: { provider: code } })
  await expect(byToken).rejects.toThrow('in a browser')
})

test('nobody unlinks their last way in; administrators do it for others', async () => {
  const { code } = await provide({ domains: ['example.com'], newUsers: 'domains' })
  const jar = new Jar()
  const { user } = await come(code, { email: newEmail(), email_verified: true }, undefined, jar)
  const params = { id: user?.id ?? '' }
  const { secret } = await make.token({ user: params.id })
  const own = as({ token: secret }).providers
  const [identity] = (await own.listOwn()).identities
  const link = { params: { id: identity?.id ?? '' } }

  await expect(own.unlink(link)).rejects.toMatchObject({ status: 409 })
  const stranger = await make.user()
  await expect(as(stranger).providers.unlink(link)).rejects.toMatchObject({ status: 404 })
  await as(admin).providers.unlink(link)
  expect((await jar.fetch(`${address}/manage/v1/session`)).status).toBe(401)
  expect((await as(admin).providers.listOf({ params })).identities).toEqual([])
})

test('whoever unlinks stays in, and other browsers that came in with it do not', async () => {
  const { code } = await provide(BY_EMAIL)
  const [email, sub, here, there] = [newEmail(), newId(), new Jar(), new Jar()]
  const bob = await make.user({ email, password: PASSWORD })
  for (const jar of [here, there]) {
    await come(code, { sub, email, email_verified: true }, undefined, jar)
  }
  const [identity] = (await as(bob).providers.listOwn()).identities

  const { status } = await here.fetch(`${address}/manage/v1/identities/${identity?.id}`, {
    method: 'DELETE',
    headers: { origin: address },
  })

  expect(status).toBe(200)
  expect((await here.fetch(`${address}/manage/v1/session`)).status).toBe(200)
  expect((await there.fetch(`${address}/manage/v1/session`)).status).toBe(401)
})

test.each([
  [false, 'enrolment'],
  [true, 'ok'],
])(
  'whether a provider checks second factors is said by administrators: %s',
  async (checksFactors, state) => {
    const provider = await provide({
      ...BY_EMAIL,
      checksFactors,
      groups: [{ value: 'g', name: `Careful ${checksFactors}` }],
    })
    const { result } = await as(admin).scheme.listGroups({ input: { size: 1000 } })
    const group = result.result.find(({ __name }) => __name === `Careful ${checksFactors}`)
    await as(admin).access.saveFactorPolicy({ input: { groups: [group?.__id ?? ''] } })
    const email = newEmail()
    await make.user({ email })

    const answer = await come(provider.code, { email, email_verified: true, groups: ['g'] })

    expect(answer.signedIn).toMatchObject({ state })
  },
)

test('a provider that is removed takes its sessions and groups with it', async () => {
  const provider = await provide({ ...BY_EMAIL, groups: [{ value: 'g', name: 'Passing' }] })
  const [email, jar] = [newEmail(), new Jar()]
  await make.user({ email })
  await come(provider.code, { email, email_verified: true, groups: ['g'] }, undefined, jar)

  await as(admin).providers.delete({ params: { id: provider.id } })

  expect((await jar.fetch(`${address}/manage/v1/session`)).status).toBe(401)
  const { result } = await as(admin).scheme.listGroups({ input: { size: 1000 } })
  const group = result.result.find(({ __name }) => __name === 'Passing')
  expect(group?.__deletedAt).not.toBeNull()
})

test.each([
  [{ connection: { kind: 'oidc', issuer: 'http://id.example', clientId: 'x' } }, 'https'],
  [{ connection: { kind: 'oidc', issuer: 'https://id.example?a=b', clientId: 'x' } }, 'no query'],
  [{ rules: { linksByEmail: true } }, 'domain'],
  [{ rules: { newUsers: 'domains' } }, 'domain'],
  [{ rules: { newUsers: 'group' } }, 'group'],
  [{ rules: { domains: ['@example.com'] } }, 'example.com'],
  [{ rules: { unheardOf: true } }, 'unheardOf'],
  [{ code: 'With Spaces' }, 'small letters'],
])('a provider with %j is refused', async (wrong, said) => {
  const connection = { kind: 'oidc', issuer: 'https://id.example', clientId: 'x' }
  const answer = await started.request('/manage/v1/providers', {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
    body: JSON.stringify({ code: 'x', name: 'X', connection, ...wrong }),
  })

  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain(said)
})

test('a refused sign-in says who it was, and an answer that proves nobody does not', async () => {
  const { code, id } = await provide({ domains: ['example.com'], newUsers: 'domains' })
  const [sub, email] = [newId(), newEmail('elsewhere.example')]

  await come(code, { sub, email, email_verified: true, preferred_username: 'eve' })
  await come(code, { sub, email, nonce: 'of another browser' })

  const { entries } = await as(admin).audit.list({ input: { object: `provider:${id}` } })
  const [unproven, proven] = entries.filter(({ type }) => type === 'provider.sign_in_refused')
  expect(proven?.data).toMatchObject({ login: 'eve', subject: sub, email })
  expect(unproven?.data).not.toHaveProperty('subject')
})

test('only a group that is said to make administrators makes some', async () => {
  const provideGroup = (makesAdministrators: boolean) => {
    const groups = [{ value: 'admins', name: `Admins ${newId()}`, makesAdministrators }]
    return provide({ domains: ['example.com'], newUsers: 'domains', groups })
  }
  const isAdministrator = async (code: string, group: string) => {
    const { user } = await come(code, { email: newEmail(), email_verified: true, groups: [group] })
    const { memberships } = await as(admin).scheme.memberships({ params: { id: user?.id ?? '' } })
    return memberships.some(({ group: { id } }) => id === ADMINISTRATORS)
  }
  const [plain, trusted] = [await provideGroup(false), await provideGroup(true)]
  expect(await isAdministrator(plain.code, 'admins')).toBe(false)
  expect(await isAdministrator(trusted.code, 'others')).toBe(false)
  expect(await isAdministrator(trusted.code, 'admins')).toBe(true)
})
