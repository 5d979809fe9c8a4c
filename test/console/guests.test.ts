import { Secret, TOTP } from 'otpauth'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../app.ts'
import { visit } from '../browser.ts'
import { startSmtp } from '../smtp.ts'
import { solution } from '../solution.ts'
import { findBarriers } from './find-barriers.ts'

const { letters, port, stop } = await startSmtp()
afterAll(stop)
const { address, app, admin, as, make } = await startApp({
  environment: {
    KONTOR_WORKERS: '2',
    KONTOR_SMTP_URL: `smtp://127.0.0.1:${port}`,
    KONTOR_MAIL_FROM: 'kontor@larkmoor.example',
    KONTOR_PUBLIC_URL: 'http://kontor.example',
  },
})
await app.startJobs()
await as(admin).solutions.apply({
  input: {
    files: solution('sales', {
      'workspaces/sales/apps/offers.yaml':
        'name: Offers\nfields:\n  place: { name: Place, type: STRING }\n',
    }),
  },
})
const params = { namespace: 'sales', code: 'offers' }
const { item } = await as(admin).apps.createItem({
  params,
  input: { context: { __name: 'Ten chairs', place: 'Riga' } },
})
const PASSWORD = 'a password for the console'
await make.user({ login: 'chief', password: PASSWORD, isAdministrator: true })

async function secretFor(email: string): Promise<string> {
  const find = () => {
    const source = letters.find(({ to }) => to.includes(email))?.source ?? ''
    return /\/guest#([\w-]{43})/.exec(source.replace(/=\r\n/g, ''))?.[1]
  }
  await expect.poll(find).toBeDefined()
  return find() ?? ''
}

test('an invited guest comes in, reads what is shared and writes about it', async () => {
  const email = 'gwen@customer.example'
  const object = `sales/offers/${item.__id}`
  await as(admin).guests.invite({
    input: { email, firstName: 'Gwen', lastName: 'Moss', share: { kind: 'item', object } },
  })
  const { page } = await visit(`${address}/guest#${await secretFor(email)}`)
  await page.getByRole('heading', { name: /Hello .*Gwen/ }).waitFor()
  expect(await findBarriers(page, 'the door of guests')).toEqual([])
  await page.getByRole('button', { name: 'Come in' }).click()

  await page.getByRole('heading', { name: 'Shared with you' }).waitFor()
  expect(await findBarriers(page, 'shared with a guest')).toEqual([])
  await page.getByRole('link', { name: 'Ten chairs' }).click()
  await page.getByText('Riga').waitFor()
  await page.getByLabel('Your message').fill('When do they come?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('article').getByText('When do they come?').waitFor()
  expect(await findBarriers(page, 'an item of a guest')).toEqual([])

  await page.getByRole('link', { name: /Moss/ }).click()
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  expect(await findBarriers(page, 'the account of a guest')).toEqual([])

  await page.getByRole('button', { name: 'Add a second factor' }).click()
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  const seed = Secret.fromBase32((await dialog.locator('code').textContent()) ?? '')
  const codeAt = (timestamp: number) => new TOTP({ secret: seed }).generate({ timestamp })
  await dialog.getByLabel('Code').fill(codeAt(Date.now()))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('button', { name: 'Choose a password' }).click()
  await dialog.getByLabel('New password').first().fill(PASSWORD)
  expect(await findBarriers(page, 'the password of a guest')).toEqual([])
  await dialog.getByRole('button', { name: 'Set password' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const another = 'another password for the console'
  await page.getByRole('button', { name: 'Change my password' }).click()
  await dialog.getByLabel('Current password').first().fill(PASSWORD)
  await dialog.getByLabel('New password').first().fill(another)
  await dialog.getByRole('button', { name: 'Set password' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Sign out' }).click()

  await page.getByRole('link', { name: 'I have a password' }).click()
  await page.getByLabel('Login').fill(email)
  await page.getByLabel('Password').first().fill(another)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  // A step is accepted once, and the one that follows a little early.
  await page.getByLabel('Code of your authenticator app').fill(codeAt(Date.now() + 30_000))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Shared with you' }).waitFor()
  await page.getByRole('link', { name: /Moss/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Come in as a guest' }).waitFor()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await page.getByRole('status').waitFor()
})

test('an administrator invites a guest and ends their access', async () => {
  const { page } = await visit(`${address}/admin/guests`, {
    before: async ({ request }) => {
      const headers = { origin: address }
      const data = { login: 'chief', password: PASSWORD }
      await request.post(`${address}/manage/v1/session`, { headers, data })
      const tour = `${address}/manage/v1/me/settings/tour`
      await request.put(tour, { headers, data: { value: 'done' } })
    },
  })
  await page.getByRole('button', { name: 'Invite a guest' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail').fill('hal@supplier.example')
  await dialog.getByLabel('Last name').fill('Supplier')
  await dialog.getByRole('combobox', { name: 'What they see' }).fill('Offers')
  await page.getByRole('option', { name: 'Offers' }).first().click()
  expect(await findBarriers(page, 'inviting a guest')).toEqual([])
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()

  const row = page.getByRole('row').filter({ hasText: 'hal@supplier.example' })
  await row.getByText('Invited', { exact: true }).waitFor()
  expect(await findBarriers(page, 'guests')).toEqual([])
  await page.goto(`${address}/people?text=hal`)
  await page.getByRole('row').filter({ hasText: 'Supplier' }).getByText('Guest').waitFor()
  await page.goto(`${address}/apps/sales/offers/${item.__id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Share with a guest' }).click()
  await dialog.getByLabel('E-mail').fill('ida@customer.example')
  await dialog.getByLabel('Last name').fill('Customer')
  expect(await findBarriers(page, 'sharing an item')).toEqual([])
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await dialog.waitFor({ state: 'hidden' })

  const { directory } = await as(admin).disk.createDirectory({
    input: { __name: 'Drawings', directory: admin.id },
  })
  await page.goto(`${address}/files/${directory.__id}`)
  await page.getByRole('button', { name: 'Share with a guest' }).click()
  await dialog.getByLabel('E-mail').waitFor()

  await page.goto(`${address}/admin/guests`)
  const member = page.getByRole('row').filter({ hasText: 'ida@customer.example' })
  await member.getByText('Ten chairs').waitFor()
  await member.getByRole('button', { name: 'Make a member of this guest' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make a member' }).click()
  await member.waitFor({ state: 'detached' })
  await row.getByRole('button', { name: 'End the access of this guest' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
  await row.getByText('Ended').waitFor()
})
