import { expect, test } from 'vitest'
import { DOMAIN, SERVICE, startActiveDirectory } from '../active-directory.ts'
import { startApp } from '../app.ts'
import { visit } from '../browser.ts'
import { CLIENT, startOidcProvider } from '../oidc.ts'
import { startSamlProvider } from '../saml.ts'
import { findBarriers } from './find-barriers.ts'

const app = await startApp({ environment: { KONTOR_PROVIDER_ADDRESSES: '127.0.0.1' } })
const { address, as, admin, make } = app
const company = await startOidcProvider(() => address, 'company')
company.start()
const connection = { kind: 'oidc', issuer: company.issuer, clientId: CLIENT.id } as const
const input = {
  code: 'company',
  name: 'Company',
  secret: CLIENT.secret,
  connection,
  rules: { domains: ['example.com'], linksByEmail: true },
}
await as(admin).providers.create({ input })

const skipTour = ({ token }: { token: string }) =>
  app.request('/manage/v1/me/settings/tour', {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ value: 'done' }),
  })

test('somebody signs in with the provider, sees the link in the profile, and signs out of both', async () => {
  const ann = await make.user({ login: 'ann', lastName: 'Ann', email: 'ann@example.com' })
  await skipTour(ann)
  company.people.set('1', { email: 'ann@example.com', email_verified: true })
  company.people.set('2', { email: 'eve@example.com' })
  const { page } = await visit(`${address}/profile`)
  const goAs = async (who: string) => {
    await page.getByRole('button', { name: 'Continue with Company' }).click()
    await page.getByLabel('Who are you?').fill(who)
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  await page.getByRole('button', { name: 'Continue with Company' }).waitFor()
  expect(await findBarriers(page, 'the door')).toEqual([])

  await goAs('1')
  const links = page.getByRole('table', { name: 'Accounts of providers' })
  await links.getByText('Company: ann@example.com').waitFor()
  expect(new URL(page.url()).pathname).toBe('/profile')

  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await page.getByLabel('Login').waitFor()
  expect(new URL(page.url()).origin).toBe(address)

  await goAs('2')
  await page.getByText('You have no account here.').waitFor()
  expect(await findBarriers(page, 'a refusal')).toEqual([])
  await page.getByRole('link', { name: 'Back to the sign-in page' }).click()
  await page.getByLabel('Login').waitFor()
})

test('an administrator adds a provider of SAML, which posts from another site to sign somebody in', async () => {
  const saml = await startSamlProvider()
  const password = 'a password of the boss'
  const boss = await make.user({ login: 'boss', password, isAdministrator: true })
  const bob = await make.user({ login: 'bob', lastName: 'Bob', email: 'bob@example.com' })
  await Promise.all([skipTour(boss), skipTour(bob)])
  saml.people.set('id-of-bob', { attributes: { email: ['bob@example.com'] }, askedAgo: 3600 })

  const { page: administration } = await visit(`${address}/admin/providers`, {
    before: async (page) => {
      await page.request.post(`${address}/manage/v1/session`, {
        headers: { origin: address },
        data: { login: 'boss', password },
      })
    },
  })
  await administration.getByRole('button', { name: 'Add provider' }).click()
  const form = administration.getByRole('dialog')
  const fill = (name: string, text: string) =>
    form.getByRole('textbox', { name, exact: true }).fill(text)
  await fill('Name', 'Saml Inc.')
  await fill('Code', 'saml')
  await form.getByRole('combobox', { name: 'Kind' }).click()
  await administration.getByRole('option', { name: 'SAML 2.0' }).click()
  await fill('Entity ID of the provider', saml.issuer)
  // Another host: what it posts comes from another site, without cookies of ours.
  await fill('Sign-in address of the provider', saml.signInUrl.replace('127.0.0.1', 'localhost'))
  await fill('Certificates of the provider (PEM)', saml.certificate)
  await form.getByLabel('Domains of the company').fill('example.com')
  await form.getByRole('switch', { name: /^Find accounts by/ }).click()
  await form.getByRole('switch', { name: /^Addresses count as verified/ }).click()
  await form.getByRole('button', { name: 'Create' }).click()
  await administration.getByRole('row', { name: /Saml Inc\./ }).waitFor()
  expect(await findBarriers(administration, 'providers')).toEqual([])

  const { page } = await visit(`${address}/profile`)
  await page.getByRole('button', { name: 'Continue with Saml Inc.' }).click()
  await page.getByLabel('Who are you?').fill('id-of-bob')
  await page.getByRole('button', { name: 'Continue' }).click()
  const links = page.getByRole('table', { name: 'Accounts of providers' })
  await links.getByText('Saml Inc.: bob@example.com').waitFor()
  expect(new URL(page.url()).pathname).toBe('/profile')

  // The provider asked long ago: before what is dangerous it asks once more, in another tab. This one goes on.
  await page.getByRole('button', { name: 'Add a second factor' }).click()
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const asked = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const opened = page.waitForEvent('popup')
  await asked.getByRole('button', { name: 'Continue with Saml Inc.' }).click()
  const tab = await opened
  await tab.getByLabel('Who are you?').fill('id-of-bob')
  await tab.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  await tab.close()
})

test('the address of a provider names it, and one of nobody says so', async () => {
  const { page } = await visit(`${address}/sign-in/company`)

  await page.getByRole('heading', { name: 'Sign in with Company' }).waitFor()
  await page.getByRole('button', { name: 'Sign in with Company' }).waitFor()
  expect(await findBarriers(page, 'the page of a provider')).toEqual([])
  await page.goto(`${address}/sign-in/nobody`)
  await page.getByText('There is no provider at this address').waitFor()
})

test('an administrator checks what a sign-in of somebody would do', async () => {
  const directory = await startActiveDirectory()
  const zoe = await make.user({ password: 'a horse of Zoe', isAdministrator: true })
  await skipTour(zoe)
  directory.add('kim', 'a horse of the right kind')
  const ldap = { kind: 'ldap' as const, url: directory.url, startTls: false, bindDn: SERVICE.dn }
  await as(admin).providers.create({
    input: {
      ...{ code: 'corp', name: 'Corp', secret: SERVICE.password },
      connection: {
        ...{ ...ldap, userBase: DOMAIN, userFilter: '(sAMAccountName={login})' },
        attributes: { subject: 'objectGUID', login: 'sAMAccountName' },
      },
      rules: { domains: ['corp.example'], trustsEmail: true, newUsers: 'domains' },
    },
  })
  const { page } = await visit(`${address}/admin/providers`)
  await page.getByLabel('Login').fill(zoe.login)
  await page.getByLabel('Password', { exact: true }).fill('a horse of Zoe')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  await page.getByRole('button', { name: 'Check a person' }).click()
  await page.getByLabel('Login in the directory').fill('kim')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText('would get a new account "kim"').waitFor()
  expect(await findBarriers(page, 'a person of a directory')).toEqual([])
})

test('a provider of SAML signs people out at a page, which says what is wrong with its request', async () => {
  const { page } = await visit(`${address}/sign-out/company?SAMLResponse=x`)
  await page.getByLabel('Login').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')

  await page.goto(`${address}/sign-out/unknown?SAMLRequest=x`)
  await page.getByRole('heading', { name: 'The provider could not sign you out here' }).waitFor()
  await page.getByRole('alert').getByText('provider not found: unknown').waitFor()
  expect(await findBarriers(page, 'a refused sign-out')).toEqual([])
})
