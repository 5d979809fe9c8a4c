import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { browserOf, Jar } from '../../../../test/provider-sign-in.ts'
import { BASE, hasSlapd, NO_SLAPD, ROOT, startSlapd } from '../../../../test/slapd.ts'
import { sync } from './directory-sync.ts'
import { Directories } from './ldap/directories.ts'
import { filterOf } from './ldap/filters.ts'
import { findByCode } from './store/providers.ts'

test.each([
  ['ann', '(uid=ann)'],
  ['*', '(uid=\\2a)'],
  ['ann)(uid=*', '(uid=ann\\29\\28uid=\\2a)'],
  ['a\\b\0', '(uid=a\\5cb\\00)'],
  ['{dn}', '(uid={dn})'],
])('%j stays a value in a filter', (login, filter) => {
  expect(filterOf('(uid={login})', { login, dn: 'x' })).toBe(filter)
})

if (!hasSlapd) process.stdout.write(`${NO_SLAPD}\n`)

const PASSWORD = 'a horse of the right kind'

test.skipIf(!hasSlapd)('a directory lets in, maps groups, and blocks who is gone', async () => {
  const now = new Date()
  const environment = { KONTOR_PROVIDER_ADDRESSES: '127.0.0.1' }
  const started = await startApp({ environment, now: () => now })
  const { as, admin, make } = started
  const { post, session } = browserOf(started)
  const slapd = await startSlapd()
  const others = ['one', 'two', 'three', 'four']
  for (const login of ['ann', 'boss', ...others]) await slapd.add(login, PASSWORD)
  await slapd.addGroup('finance', 'ann')
  const connection = {
    kind: 'ldap',
    url: slapd.url,
    startTls: true,
    certificates: slapd.certificates,
    bindDn: ROOT.dn,
    userBase: `ou=people,${BASE}`,
    groupBase: `ou=groups,${BASE}`,
    userFilter: '(|(uid={login})(mail={login}))',
    attributes: { subject: 'employeeNumber' },
  } as const
  const rules = {
    domains: ['example.com'],
    linksByEmail: true,
    trustsEmail: true,
    newUsers: 'domains' as const,
    groups: [{ value: 'finance', name: 'Finance' }],
  }
  const input = { code: 'ldap', name: 'Directory', connection, rules, secret: ROOT.password }
  const { provider } = await as(admin).providers.create({ input })
  const params = { id: provider.id }
  const jar = new Jar()
  const signIn = async (login: string, password = PASSWORD, browser = new Jar()) => {
    const answer = await post(browser, '/session/providers/ldap/password', { login, password })
    return (await answer.json()) as {
      code?: string
      reason?: string
      signedIn?: { user?: { id: string } } | null
    }
  }

  expect(await as(admin).providers.test({ params })).toMatchObject({ isGood: true })
  const { signedIn } = await signIn('ann', PASSWORD, jar)
  const id = signedIn?.user?.id ?? ''
  expect((await session(jar)).status).toBe(200)
  const { user } = await as(admin).users.getPerson({ params: { id } })
  expect(user).toMatchObject({ login: 'ann', email: 'ann@example.com', firstName: 'Given' })
  const { memberships } = await as(admin).scheme.memberships({ params: { id } })
  expect(memberships.map(({ group }) => group.name)).toContain('Finance')

  for (const [login, password] of [
    ['ann', 'wrong'],
    ['ann', ''],
    ['*', PASSWORD],
    ['ann)(uid=*', PASSWORD],
    ['nobody', PASSWORD],
  ] as const) {
    expect((await signIn(login, password)).reason).toBe('wrong_password')
  }
  await make.user({ email: 'boss@example.com', isAdministrator: true })
  expect((await signIn('boss')).reason).toBe('administrator_by_hand')

  const directories = new Directories(['127.0.0.1'])
  const run = () =>
    make
      .asSystem((ctx) => findByCode(ctx.db, 'ldap'))
      .then((row) => row && sync({ read: make.asSystem, write: make.asSystem }, directories, row))
  await run()
  expect((await session(jar)).status).toBe(200)
  await slapd.remove('ann')
  await run()
  expect((await session(jar)).status).toBe(401)
  const state = async () => (await as(admin).providers.list()).providers[0]
  expect(await state()).toMatchObject({
    lastSync: '0 of 1 people found, 1 blocked',
    isLastSyncGood: true,
  })

  // One entry that cannot be told apart is named.
  await slapd.add('nameless', PASSWORD, '')
  const { findings } = await as(admin).providers.test({ params })
  expect(findings[1]?.text).toMatch(/^1 without the attribute .*uid=nameless/)
  await slapd.remove('nameless')

  const jars = others.map((login) => ({ login, jar: new Jar() }))
  for (const { login, jar: own } of jars) await signIn(login, PASSWORD, own)
  const stillIn = async () => {
    const answers = await Promise.all(jars.map(({ jar: own }) => session(own)))
    return answers.filter(({ status }) => status === 200).length
  }
  for (const login of others) await slapd.remove(login)
  await run()
  expect(await stillIn()).toBe(4)
  const many = expect.stringContaining('4 of 4 people are not found any more: nobody was blocked')
  expect(await state()).toMatchObject({ lastSync: many, isLastSyncGood: false })
  await slapd.add('one', PASSWORD)
  await run()
  expect(await stillIn()).toBe(1)
  await slapd.remove('one')
  await slapd.remove('boss')
  await run()
  expect(await stillIn()).toBe(1)
  expect((await state())?.lastSync).toContain('nobody was blocked')
  await slapd.add('boss', PASSWORD)

  // However the login is written, it is one person whose password is guessed.
  await slapd.add('eve', PASSWORD)
  const guesses = []
  for (const login of ['eve', ' EVE ', 'eve@example.com', '\uff45ve', 'Eve@example.com', 'eve']) {
    guesses.push((await signIn(login, 'wrong')).code)
  }
  expect(guesses).toEqual([...Array(5).fill('unauthorized'), 'too_many'])

  const bare = { ...connection, certificates: null }
  await as(admin).providers.update({ params, input: { ...input, connection: bare } })
  expect((await signIn('boss')).reason).toBe('provider_failed')
  const plain = { ...connection, url: 'ldap://ldap.example.com', startTls: false }
  const clear = as(admin).providers.update({ params, input: { ...input, connection: plain } })
  await expect(clear).rejects.toThrow('clear text')
  slapd.stop()
  await as(admin).providers.update({ params, input })
  await run()
  const [down] = (await as(admin).providers.list()).providers
  expect(down).toMatchObject({ isLastSyncGood: false })
})
