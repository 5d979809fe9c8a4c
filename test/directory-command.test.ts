import { expect, test } from 'vitest'
import { DOMAIN, SERVICE, startActiveDirectory } from './active-directory.ts'
import { SECRET, startApp } from './app.ts'
import { kontor, urlOf } from './kontor.ts'
import { browserOf, Jar } from './provider-sign-in.ts'

const ADDRESSES = { KONTOR_PROVIDER_ADDRESSES: '127.0.0.1' }
const PASSWORD = 'a horse of the right kind'

const started = await startApp({ environment: ADDRESSES })
const { as, admin, connection } = started

async function startDirectory() {
  const directory = await startActiveDirectory()
  for (const login of ['ann', 'bob']) directory.add(login, PASSWORD)
  const input = {
    code: 'company',
    name: 'Company',
    secret: SERVICE.password,
    connection: {
      ...{ kind: 'ldap' as const, url: directory.url, startTls: false, bindDn: SERVICE.dn },
      userBase: `ou=people,${DOMAIN}`,
      userFilter: '(sAMAccountName={login})',
      attributes: { subject: 'objectGUID', login: 'sAMAccountName' },
    },
    rules: { domains: ['corp.example'], trustsEmail: true, newUsers: 'domains' as const },
  }
  await as(admin).providers.create({ input })
  return directory
}

/** Beside the running server, on the same database. */
const command = (...args: string[]) =>
  kontor(['directory', ...args], {
    DATABASE_URL: urlOf(connection),
    KONTOR_SECRET: SECRET,
    ...ADDRESSES,
  })

test('commands tell what a sign-in would do, compare now, and say what came of it', async () => {
  const directory = await startDirectory()
  const found = await command('preview', 'company', 'ann')

  expect(found).toMatchObject({ code: 0, err: '' })
  expect(found.out).toContain('would get a new account "ann"')
  const unknown = await command('preview', 'company', 'eve', '--json')
  expect(unknown.code).toBe(1)
  expect(JSON.parse(unknown.out)).toMatchObject({
    findings: [{ isGood: false, text: expect.stringContaining('nobody in the directory') }],
  })
  expect(await as(admin).providers.list()).toMatchObject({ providers: [{ people: 0 }] })

  const { post } = browserOf(started)
  const path = '/session/providers/company/password'
  for (const login of ['ann', 'bob']) await post(new Jar(), path, { login, password: PASSWORD })
  directory.remove('bob')

  const compared = await command('compare', 'company')

  expect(compared).toMatchObject({ code: 0, err: '' })
  expect(compared.out).toContain('1 of 2 people found, 1 blocked')
  const { users } = await as(admin).users.listPeople({ input: { text: 'bob' } })
  expect(users).toMatchObject([{ login: 'bob', status: 'blocked' }])
  const other = await command('compare', 'elsewhere')
  expect(other).toMatchObject({ code: 1, err: 'kontor: provider not found: elsewhere\n' })
})
