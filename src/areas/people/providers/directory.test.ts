import { expect, test } from 'vitest'
import {
  DOMAIN,
  IN_CHAIN,
  SERVICE,
  startActiveDirectory,
} from '../../../../test/active-directory.ts'
import { startApp } from '../../../../test/app.ts'
import { browserOf, Jar } from '../../../../test/provider-sign-in.ts'
import { newId } from '../../../lib/ids.ts'
import { sync } from './directory-sync.ts'
import { Directories } from './ldap/directories.ts'
import { matchSubjects } from './ldap/filters.ts'
import { findByCode } from './store/providers.ts'

const now = new Date('2026-03-02T09:00:00Z')
const environment = { KONTOR_PROVIDER_ADDRESSES: '127.0.0.1' }
const started = await startApp({ environment, now: () => now })
const { as, admin, make } = started
const { post, session } = browserOf(started)

const PASSWORD = 'a horse of the right kind'
type Directory = Awaited<ReturnType<typeof startActiveDirectory>>

/** A provider of this directory, for everybody in it. */
async function addProvider({ url }: { url: string }, rules: object = {}) {
  const code = `d-${newId()}`.slice(0, 40)
  const input = {
    code,
    name: 'Directory',
    secret: SERVICE.password,
    connection: {
      ...{ kind: 'ldap' as const, url, startTls: false, bindDn: SERVICE.dn },
      userBase: `ou=people,${DOMAIN}`,
      userFilter: '(sAMAccountName={login})',
      groupBase: `ou=groups,${DOMAIN}`,
      attributes: { subject: 'objectGUID', login: 'sAMAccountName' },
    },
    rules: {
      ...{ domains: ['corp.example'], linksByEmail: true, trustsEmail: true },
      newUsers: 'domains' as const,
      ...rules,
    },
  }
  const { provider } = await as(admin).providers.create({ input })
  const params = { id: provider.id }
  const directories = new Directories(['127.0.0.1'])
  return {
    code,
    input,
    params,
    signIn: async (login: string, password = PASSWORD, jar = new Jar()) => {
      const path = `/session/providers/${code}/password`
      const response = await post(jar, path, { login, password })
      return (await response.json()) as {
        reason?: string
        detail?: string
        signedIn?: { user?: { id: string; isAdministrator: boolean } } | null
      }
    },
    refusals: async () => {
      const { entries } = await as(admin).audit.list({ input: { object: `provider:${params.id}` } })
      const refused = entries.filter(({ type }) => type === 'provider.sign_in_refused')
      return refused.map(({ data }) => data)
    },
    compare: async () => {
      const row = await make.asSystem((ctx) => findByCode(ctx.db, code))
      if (row) await sync({ read: make.asSystem, write: make.asSystem }, directories, row)
      const { providers } = await as(admin).providers.list()
      return providers.find(({ id }) => id === params.id)
    },
    preview: async (login: string) => {
      const { findings } = await as(admin).providers.preview({ params, input: { login } })
      return findings.map(({ text }) => text).join('; ')
    },
  }
}

const add = (directory: Directory, ...logins: string[]) => {
  for (const login of logins) directory.add(login, PASSWORD)
}

test.each([
  ['530', 'sign_in_restricted', 'does not let this person sign in at this time'],
  ['531', 'sign_in_restricted', 'does not let this person sign in from here'],
  ['532', 'password_expired', 'the password has expired'],
  ['533', 'blocked', 'the account is disabled'],
  ['701', 'blocked', 'the account has expired'],
  ['773', 'password_expired', 'has to be changed'],
  ['775', 'wrong_password', 'locked'],
])('data %s of Active Directory: the person reads %s', async (data, reason, text) => {
  const login = `ann-${newId()}`
  const directory = await startActiveDirectory({
    states: { [`cn=${login},ou=people,${DOMAIN}`]: data },
  })
  add(directory, login)
  const { signIn, refusals } = await addProvider(directory)

  expect((await signIn(login)).reason).toBe(reason)
  expect((await signIn(login, 'wrong')).reason).toBe('wrong_password')

  const [wrong, refused] = await refusals()
  expect(refused).toMatchObject({ login, reason, text: expect.stringContaining(text) })
  expect(refused).toMatchObject({ text: expect.stringContaining(`data ${data}`) })
  const isLocked = data === '775'
  expect(wrong?.text).toContain(isLocked ? 'locked' : 'the password is wrong')
})

test('who was refused is in the audit log, with what the directory says of them', async () => {
  const directory = await startActiveDirectory()
  const [login, bare] = [`eve-${newId()}`, `no-mail-${newId()}`]
  directory.add(login, PASSWORD, { mail: [`${login}@elsewhere.example`] })
  directory.add(bare, PASSWORD, { mail: [] })
  const { signIn, refusals } = await addProvider(directory)

  expect((await signIn(login)).reason).toBe('foreign_domain')
  expect((await signIn(bare)).reason).toBe('no_email')
  expect((await signIn(' Nobody ', 'x')).reason).toBe('wrong_password')

  expect(await refusals()).toMatchObject([
    { login: 'nobody', reason: 'wrong_password' },
    { login: bare, subject: `id-${bare}`, reason: 'no_email' },
    { login, subject: `id-${login}`, email: `${login}@elsewhere.example` },
  ])
})

test('a login that somebody has is a refusal in words, without those of the database', async () => {
  const directory = await startActiveDirectory()
  const { login } = await make.user()
  directory.add(login, PASSWORD)
  const { signIn, refusals, params } = await addProvider(directory)

  expect(await signIn(login)).toMatchObject({ reason: 'login_taken' })

  const { providers } = await as(admin).providers.list()
  const { lastFailure } = providers.find(({ id }) => id === params.id) ?? {}
  expect(lastFailure).toBe(`the login "${login}" is taken`)
  expect(JSON.stringify(await refusals())).not.toContain('duplicate key')
})

test('groups in groups count in Active Directory, and groups of administrators make some', async () => {
  const directory = await startActiveDirectory()
  const [ann, bob] = [`ann-${newId()}`, `bob-${newId()}`]
  add(directory, ann, bob)
  const inner = directory.group('inner', [directory.dnOf(ann)])
  directory.group('finance', [inner, directory.dnOf(bob)])
  const groups = [{ value: 'finance', name: `Finance ${ann}`, makesAdministrators: false }]
  const { signIn, compare, input, params } = await addProvider(directory, { groups })
  const isAdministrator = async (login: string) =>
    (await signIn(login)).signedIn?.user?.isAdministrator

  expect(await isAdministrator(ann)).toBe(false)
  expect(directory.searches.some((each) => each.includes(IN_CHAIN))).toBe(true)
  const admins = groups.map((each) => ({ ...each, makesAdministrators: true }))
  const save = (rules: object) =>
    as(admin).providers.update({ params, input: { ...input, rules: { ...input.rules, ...rules } } })
  await save({ groups: admins })
  expect(await isAdministrator(ann)).toBe(true)
  expect(await isAdministrator(bob)).toBe(true)
  const { entries } = await as(admin).audit.list({ input: { type: 'group.items_added' } })
  expect(entries.some(({ data }) => data.login === 'administrators' || data.items)).toBe(true)

  directory.group('inner', [])
  await compare()
  expect(await isAdministrator(ann)).toBe(false)
  expect(await isAdministrator(bob)).toBe(true)
  await save({ groups })
  expect(await isAdministrator(bob)).toBe(false)
})

test('a comparison asks for those who are linked, whatever the size limit, and blocks who left', async () => {
  const directory = await startActiveDirectory({ sizeLimit: 3 })
  const crew = Array.from({ length: 10 }, (_, at) => `c${at}-${newId()}`)
  add(directory, ...crew, ...Array.from({ length: 200 }, (_, at) => `other${at}`))
  directory.group('finance', crew.map(directory.dnOf))
  const groups = [{ value: 'finance', name: `Finance ${crew[0]}` }]
  const { signIn, compare, params } = await addProvider(directory, { groups })
  const jar = new Jar()
  for (const login of crew) await signIn(login, PASSWORD, login === crew[0] ? jar : new Jar())

  directory.searches.length = 0
  expect(await compare()).toMatchObject({
    lastSync: '10 of 10 people found, 0 blocked',
    isLastSyncGood: true,
  })
  const asked = directory.searches.filter((each) => each.includes(IN_CHAIN))
  expect(asked).toHaveLength(10)
  directory.remove(crew[0] ?? '')
  expect(await compare()).toMatchObject({ lastSync: '9 of 10 people found, 1 blocked' })
  expect((await session(jar)).status).toBe(401)
  const { findings, isGood } = await as(admin).providers.test({ params })
  expect(isGood).toBe(true)
  expect(findings[0]?.text).toContain('and more')
})

test('a comparison that fails is told to administrators once, in words', async () => {
  const directory = await startActiveDirectory()
  const ann = `ann-${newId()}`
  add(directory, ann)
  const { signIn, compare, input, params } = await addProvider(directory)
  await signIn(ann)
  const update = (secret: string) =>
    as(admin).providers.update({ params, input: { ...input, secret } })
  const compared = async () => {
    const { entries } = await as(admin).audit.list({ input: { object: `provider:${params.id}` } })
    return entries.filter(({ type }) => type === 'provider.compared').length
  }

  await compare()
  await update('another password')
  const failed = { isLastSyncGood: false, lastSync: expect.stringContaining('service account') }
  expect(await compare()).toMatchObject(failed)
  expect(await compare()).toMatchObject(failed)
  expect(await compared()).toBe(2)
  await update(SERVICE.password)
  expect(await compare()).toMatchObject({ isLastSyncGood: true })
})

test('the next server of a directory is asked where one does not answer', async () => {
  const [first, second] = [await startActiveDirectory(), await startActiveDirectory()]
  const ann = `ann-${newId()}`
  add(first, ann)
  add(second, ann)
  const { signIn, refusals } = await addProvider({ url: `${first.url} ${second.url}` })

  expect((await signIn(ann)).signedIn).toBeTruthy()
  expect(second.searches).toEqual([])
  first.stop()
  expect((await signIn(ann)).signedIn).toBeTruthy()
  expect(second.searches).not.toEqual([])
  second.stop()
  expect((await signIn(ann)).reason).toBe('provider_failed')
  const [{ text } = { text: '' }] = await refusals()
  for (const { url } of [first, second]) expect(text).toContain(`${url}: the provider refuses`)
})

test('what a sign-in would do is told without doing it', async () => {
  const directory = await startActiveDirectory()
  const [ann, kim, off] = [`ann-${newId()}`, `kim-${newId()}`, `off-${newId()}`]
  add(directory, ann, kim)
  directory.add(off, PASSWORD, { userAccountControl: ['514'] })
  directory.group('finance', [directory.dnOf(ann)])
  const groups = [{ value: 'finance', name: `Finance ${ann}` }]
  const { preview, signIn } = await addProvider(directory, { groups })
  await make.user({ login: `other-${kim}`, email: `${kim}@corp.example` })

  expect(await preview('nobody')).toContain('nobody in the directory has the login')
  expect(await preview(ann)).toMatch(/groups there: finance; would get a new account .*Finance ann/)
  expect(await preview(kim)).toContain(`would be linked to the account "other-${kim}"`)
  expect(await preview(off)).toContain('disabled there')
  const { result } = await as(admin).users.list({ input: { filter: { login: ann } } as never })
  expect(JSON.stringify(result)).not.toContain(`"${ann}"`)
  await signIn(ann)
  expect(await preview(ann)).toContain(`signs in to the account "${ann}"`)
})

test('a directory that cannot be asked, or may not be, is a refusal in words', async () => {
  const add = async (url: string) => (await addProvider({ url })).preview('ann')

  // Allowed are 127.0.0.1 and public addresses.
  await expect(add('ldap://127.0.0.2:389')).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('private address, which is not allowed'),
  })
  await expect(add('ldap://127.0.0.1:9')).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('refuses the connection'),
  })
})

test.each([
  ['0aff', ['0aff', Buffer.from('0aff', 'hex')]],
  ['a*b)(c', ['a*b)(c']],
])('the subject %s is searched as text, and as bytes if it can be some', (subject, values) => {
  const attributes = { subject: 'objectGUID' } as never
  const filter = matchSubjects({ userFilter: '(uid={login})', attributes }, [subject])
  expect(filter).toMatchObject({
    filters: [{ attribute: 'uid' }, { filters: values.map((value) => ({ value })) }],
  })
})
