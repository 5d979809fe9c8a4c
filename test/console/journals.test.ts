import { expect, test } from 'vitest'
import { startConsole } from './stand.ts'
import { tick } from './tick.ts'

const { as, boss, open } = await startConsole()

const CLEAN = { outside: [], complaints: [] }

test('a number is reserved, found in the journal and cancelled, and a folder is added', async () => {
  const { page, outside, complaints } = await open('/registration')
  await page.getByRole('button', { name: 'Reserve a number' }).click()
  const dialog = page.getByRole('dialog')
  const choose = async (label: string, option: string | RegExp) => {
    await dialog.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: option }).click()
  }
  // Which of several is meant is asked.
  await choose('App', 'Letters')
  await choose('Folder', /Incoming/)
  await dialog.getByRole('button', { name: 'Reserve a number' }).click()
  await page.getByText(/The number IN-\d+ is reserved/).waitFor()

  await page.getByRole('searchbox', { name: 'Search by number' }).fill('IN-')
  const row = page.getByRole('row').filter({ hasText: 'no document yet' })
  await row.getByText('Reserved').waitFor()
  await row.getByRole('button', { name: /Actions for IN-/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel the number' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the number' }).click()
  await row.getByText('Cancelled').waitFor()

  await page.getByRole('link', { name: 'Nomenclature' }).click()
  await page.getByRole('button', { name: 'Actions for Correspondence' }).click()
  await page.getByRole('menuitem', { name: 'New folder' }).click()
  await page.getByLabel('Name').fill('Complaints')
  await page.getByLabel('Template').fill('CP-{$__index}')
  await page.getByLabel('Digits').fill('3')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Complaints' }).getByText('CP-001').waitFor()
  expect({ outside, complaints }).toEqual(CLEAN)
})

test('a segment gets subscribers, tells what became of each, and one of them leaves', async () => {
  const { page, outside, complaints } = await open('/marketing')
  await page.getByText('It sends no mailings').waitFor()
  await page.getByRole('button', { name: 'New segment' }).click()
  await page.getByLabel('Name').fill('Dairies')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('This segment is empty.').waitFor()

  await page.getByRole('button', { name: 'Add subscribers' }).click()
  await page.getByRole('combobox', { name: 'Subscribers' }).fill('Sandvik')
  await page.getByRole('option', { name: 'Sandvik Oskar' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: 'Add subscribers' }).click()
  const results = page.getByRole('list', { name: 'Results' })
  await results.getByText('Added').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

  const row = page.getByRole('row').filter({ hasText: 'Sandvik Oskar' })
  await row.getByRole('button', { name: 'Actions for Sandvik Oskar' }).click()
  await page.getByRole('menuitem', { name: 'Unsubscribe' }).click()
  await page.getByLabel('Method').fill('phone')
  await page.getByRole('dialog').getByRole('button', { name: 'Unsubscribe' }).click()
  await row.getByText('Unsubscribed').waitFor()
  await row.getByRole('button', { name: 'Actions for Sandvik Oskar' }).click()
  await page.getByRole('menuitem', { name: 'Consents' }).click()
  await page.getByText('Given: trade fair').waitFor()
  await page.getByText('Withdrawn: phone').waitFor()
  await page.keyboard.press('Escape')

  await tick(row.getByRole('checkbox'))
  await page.getByRole('button', { name: 'Remove 1 from the segment' }).click()
  await results.getByText('Removed').waitFor()
  expect({ outside, complaints }).toEqual(CLEAN)
})

test('an administrator keeps a value, changes it and deletes it', async () => {
  const { page, outside, complaints } = await open('/storage')
  await page.getByRole('button', { name: 'New entry' }).click()
  await page.getByRole('textbox', { name: 'Key' }).fill('bridge.cursor')
  await page.getByRole('textbox', { name: 'Value' }).fill('12')
  await page.getByRole('button', { name: 'Create' }).click()

  await page.getByRole('button', { name: 'bridge.cursor' }).click()
  await page.getByRole('textbox', { name: 'Value' }).fill('1234567')
  await page.getByRole('combobox', { name: 'Time to live' }).click()
  await page.getByRole('option', { name: '1 day' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row').filter({ hasText: 'bridge.cursor' })
  await row.getByText('7 bytes').waitFor()
  const kept = await as(boss).storage.getSystem({ params: { key: 'bridge.cursor' } })
  expect(kept.data).toBe('1234567')

  await page.getByRole('button', { name: 'bridge.cursor' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await row.waitFor({ state: 'detached' })
  expect({ outside, complaints }).toEqual(CLEAN)
})

test('extensions are saved together, and not while two are the same', async () => {
  const { page, outside, complaints } = await open('/telephony')
  await page.getByText('Kontor makes and records no calls.').waitFor()
  await page.getByRole('button', { name: 'Add a number' }).click()
  const added = page.getByRole('row').last()
  await added.getByRole('textbox').first().fill('101')
  await added.getByRole('combobox').fill('Arakawa')
  await page.getByRole('option', { name: 'Arakawa Mei' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await added.getByText('The same number as in row 1.').waitFor()

  await added.getByRole('textbox').first().fill('210')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The numbers were saved.').waitFor()
  const { bindings } = await as(boss).telephony.getBindings({ params: { code: 'bridge' } })
  expect(bindings.map(({ extension }) => extension)).toContain('210')
  expect({ outside, complaints }).toEqual(CLEAN)
})

test('a long list is read page by page', async () => {
  for (let at = 0; at < 60; at++) {
    const key = `long.${String(at).padStart(2, '0')}`
    await as(boss).storage.saveSystem({ params: { key }, input: { data: 'x' } })
  }
  const { page, outside, complaints } = await open('/storage?prefix=long.')
  await page.getByText('60 items').waitFor()
  await page.getByRole('button', { name: 'long.49' }).waitFor()
  expect(await page.getByRole('button', { name: 'long.50' }).count()).toBe(0)

  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByRole('button', { name: 'long.59' }).waitFor()
  expect(await page.getByRole('button', { name: /^long\./ }).count()).toBe(60)
  expect({ outside, complaints }).toEqual(CLEAN)
})
