import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startConsole } from './stand.ts'

const { open, as, boss } = await startConsole()
const { apps } = as(boss)
const products = { namespace: 'crm', code: 'products' }

test('what is locked in a status is grey, with the reason', async () => {
  const params = { namespace: 'contracts', code: 'agreements' }
  const idOf = async (status: string) =>
    (await apps.listItems({ params, input: { statusCode: [status], size: 1 } })).result.result[0]
      ?.__id ?? ''
  const { page, complaints } = await open(`/apps/contracts/agreements/${await idOf('approval')}`, {
    login: 'ruth',
  })
  const input = (name: string) => page.getByRole('textbox', { name })
  const reasons = page.getByText('What is being approved stays as it is.')
  await page.getByRole('button', { name: 'Edit' }).click()
  await reasons.first().waitFor()

  await expect.poll(() => input('Subject').isDisabled()).toBe(true)

  await page.goto(new URL(`/apps/contracts/agreements/${await idOf('draft')}`, page.url()).href)
  await page.getByRole('button', { name: 'Edit' }).click()
  await input('Subject').waitFor()
  await expect.poll(() => input('Subject').isDisabled()).toBe(false)
  expect(await reasons.count()).toBe(0)
  expect(complaints).toEqual([])
})

test('a field that one only reads is grey; a hidden one is not there', async () => {
  const { result } = (await apps.listItems({ params: products, input: { size: 1 } })).result
  const path = `/apps/crm/products/${result[0]?.__id}`
  const { page: hers } = await open(path, { login: 'priya' })
  const cost = (page: Page) => page.getByRole('textbox', { name: /cost/i })
  await hers.getByRole('button', { name: 'Edit' }).click()
  await cost(hers).waitFor()
  await expect.poll(() => cost(hers).isDisabled()).toBe(true)
  await expect
    .poll(() => hers.getByRole('textbox', { name: 'Article number' }).isDisabled())
    .toBe(false)

  const { page: his } = await open(path, { login: 'marco' })
  await his.getByRole('button', { name: 'Edit' }).click()
  await cost(his).waitFor()
  await expect.poll(() => cost(his).isDisabled()).toBe(false)

  const { page: theirs } = await open(path, { login: 'omar' })
  await theirs.getByText('Article number').first().waitFor()
  expect(await theirs.getByText(/cost/i).count()).toBe(0)
})
