import { expect, test } from 'vitest'
import { visit } from '../browser.ts'
import { FORM, startForms } from '../forms.ts'
import { findBarriers } from './find-barriers.ts'

const { address, anonymous, apply, make, submit } = await startForms()
await apply({ ask: FORM, later: { ...FORM, enabled: false } })

test('an administrator sees the forms, what was sent, and revokes the link of a sender', async () => {
  const { secret } = await submit('ask')
  const data = { login: 'chief', password: 'a password for the console' }
  await make.user({ ...data, isAdministrator: true })
  const { page } = await visit(`${address}/admin/forms`, {
    before: async ({ request }) => {
      const headers = { origin: address }
      await request.post(`${address}/manage/v1/session`, { headers, data })
      const tour = `${address}/manage/v1/me/settings/tour`
      await request.put(tour, { headers, data: { value: 'done' } })
    },
  })
  await page.getByRole('link', { name: '/forms/shop/requests/ask' }).waitFor()
  await page.getByText('Switched off').waitFor()
  expect(await findBarriers(page, 'public forms')).toEqual([])

  await page.getByRole('link', { name: 'Ask us' }).first().click()
  await page.getByRole('heading', { name: 'Sent with “Ask us”' }).waitFor()
  expect(await findBarriers(page, 'sent forms')).toEqual([])
  await page.getByRole('button', { name: 'Revoke the link of the sender' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('No link').waitFor()

  await expect(anonymous.forms.follow({ input: { secret: secret ?? '' } })).rejects.toMatchObject({
    status: 404,
  })
})
