import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../app.ts'
import { visit } from '../browser.ts'
import { startSmtp } from '../smtp.ts'
import { findBarriers } from './find-barriers.ts'

const { letters, port, stop } = await startSmtp()
afterAll(stop)
const PORT = await freePort()
/** Passkeys belong to a name, not to an address. */
const site = `http://localhost:${PORT}`
const { app, admin, as, make } = await startApp({
  environment: {
    PORT,
    KONTOR_WORKERS: '2',
    KONTOR_SMTP_URL: `smtp://127.0.0.1:${port}`,
    KONTOR_MAIL_FROM: 'kontor@larkmoor.example',
    KONTOR_PUBLIC_URL: site,
  },
})
await app.startJobs()
const signedIn = (page: Page) => page.getByRole('button', { name: 'Account' }).waitFor()

/** Known before the server starts, because its public address is a setting. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: free } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return String(free)
}

/** A device that has verified its user, whatever it is asked. */
async function plugIn(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** The next code: a step is accepted once, and the one that follows a little early. */
const nextCode = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + 30_000 })

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('Login').waitFor()
}

const PASSWORD = 'chosen by myself'

test('invited by mail, an app and a passkey, signed in with each, and asked again', async () => {
  const email = 'ines@larkmoor.example'
  const person = await make.user({ login: 'ines', firstName: 'Ines', lastName: 'Moor', email })
  await as(admin).access.invite({ params: { id: person.id } })
  await expect.poll(() => letters.length).toBe(1)
  const mail = letters[0]?.source.replace(/=\r\n/g, '') ?? ''
  const [link = ''] = /http:\/\/localhost:\d+\/welcome#[\w-]{43}/.exec(mail) ?? []

  const { page } = await visit(link)
  await page.getByRole('heading', { name: 'Welcome' }).waitFor()
  expect(await findBarriers(page, 'welcome')).toEqual([])
  await page.getByLabel('New password').first().fill(PASSWORD)
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await page.waitForURL(`${site}/`)
  await signedIn(page)
  const headers = { origin: site }
  await page.request.put(`${site}/manage/v1/me/settings/tour`, { headers, data: { value: 'done' } })

  await page.goto(`${site}/profile`)
  await page.getByRole('button', { name: 'Add a second factor' }).click()
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  const secret = (await dialog.locator('code').textContent()) ?? ''
  const now = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await dialog.getByLabel('Code').fill(now)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()

  await plugIn(page)
  await page.getByRole('button', { name: 'Add a second factor' }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabel('Name of the passkey').fill('My laptop')
  await dialog.getByRole('button', { name: 'Create the passkey' }).click()
  await page.getByRole('button', { name: 'Remove My laptop' }).waitFor()
  expect(await findBarriers(page, 'profile')).toEqual([])

  await signOut(page)
  await page.getByLabel('Login').fill('ines')
  await page.getByLabel('Password').first().fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Code of your authenticator app').fill(nextCode(secret))
  expect(await findBarriers(page, 'second factor')).toEqual([])
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await signedIn(page)

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await signedIn(page)

  await make.change(`update kontor.sessions set proven_at = now() - interval '1 hour'`)
  await page.goto(`${site}/profile`)
  await page.getByRole('button', { name: 'Remove My laptop' }).click()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('button', { name: 'Remove My laptop' }).waitFor({ state: 'detached' })
})
