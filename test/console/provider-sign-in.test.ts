import { expect, test, vi } from 'vitest'
import { startApp } from '../app.ts'
import { visit } from '../browser.ts'
import { CLIENT, startOidcProvider } from '../oidc.ts'
import { findBarriers } from './find-barriers.ts'

vi.setConfig({ testTimeout: 120_000 })

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

test('somebody signs in with the provider, sees the link in the profile, and signs out of both', async () => {
  const ann = await make.user({ login: 'ann', lastName: 'Ann', email: 'ann@example.com' })
  await app.request('/manage/v1/me/settings/tour', {
    method: 'PUT',
    headers: { authorization: `Bearer ${ann.token}` },
    body: JSON.stringify({ value: 'done' }),
  })
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
