import { expect, test, vi } from 'vitest'
import { visit } from '../browser.ts'
import { startConsole } from './stand.ts'

// The first visit unpacks a browser, and a busy machine shows pages slowly.
vi.setConfig({ testTimeout: 120_000 })

const { address, open } = await startConsole()

test.each([1440, 380])('who signs in finds the apps they may see, at %i px', async (width) => {
  const { page, outside, complaints } = await open('/', { width })
  if (width < 700) await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('link', { name: 'Deals' }).waitFor()

  const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
  expect(isTooWide).toBe(false)
  expect({ outside, complaints }).toEqual({ outside: [], complaints: [] })
})

test('a wrong password is told, and nothing is shown', async () => {
  const { page } = await visit(address)
  await page.getByLabel('Login').fill('console')
  await page.getByLabel('Password').first().fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()

  await page.getByText('Login or password is wrong.').waitFor()
})
