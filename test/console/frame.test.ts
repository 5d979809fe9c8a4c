import { expect, test } from 'vitest'
import { visit } from '../browser.ts'
import { feedNow } from '../search.ts'
import { startConsole } from './stand.ts'

const { app, address, open, make } = await startConsole()
await feedNow(app.platform)

test.each([1440, 380])('who signs in finds the apps they may see, at %i px', async (width) => {
  const { page, outside, complaints } = await open('/', { width })
  if (width < 700) await page.getByRole('button', { name: 'Open the menu' }).click()
  await page
    .getByRole('region', { name: 'Customers' })
    .getByRole('link', { name: 'Deals' })
    .waitFor()

  const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
  expect(isTooWide).toBe(false)
  expect({ outside, complaints }).toEqual({ outside: [], complaints: [] })
})

test('a wrong password is told, and nothing is shown', async () => {
  const { page } = await visit(address)
  await page.getByLabel('Login').fill('console')
  await page.getByLabel('Password').first().fill('not the password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  await page.getByText('Wrong login or password.').waitFor()
})

/** Ctrl-K and a word at once, as a Russian keyboard sends them. */
const RUSSIAN = `for (const [key, code, ctrlKey] of [['л', 'KeyK', true], ['з', 'KeyP', false], ['а', 'KeyF', false]])
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, ctrlKey, bubbles: true, cancelable: true }))`

test('what is typed while the search opens is not lost', async () => {
  const { page } = await open('/')
  const gate = Promise.withResolvers<void>()
  await page.route(/\/palette-[^/]*\.js/, async (route) => {
    await gate.promise
    await route.continue()
  })
  const input = page.getByRole('combobox', { name: 'Search and commands' })
  const valueIs = (text: string) => expect.poll(() => input.inputValue()).toBe(text)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('Linmarx')
  await page.keyboard.press('Backspace')
  gate.resolve()
  await valueIs('Linmar')
  await page.keyboard.type('k')
  await valueIs('Linmark')

  await page.keyboard.press('Escape')
  await input.waitFor({ state: 'detached' })
  await page.evaluate(RUSSIAN)
  await valueIs('за')
})

test('everything is found by its name', async () => {
  const { page, complaints } = await open('/')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('Lindmark')
  await page.getByRole('option', { name: /Lindmark Anna/ }).click()
  await page.waitForURL(/\/people\//)

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('Lindmrak')
  await page.getByRole('option', { name: /Lindmark Anna/ }).waitFor()
  await page.getByRole('option', { name: /^All results/ }).click()
  await page.waitForURL(/\/search\?q=Lindmrak/)
  await page.getByRole('main').getByRole('link', { name: 'Lindmark Anna' }).waitFor()

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('deals')
  await page.getByRole('option', { name: /^Deals/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/apps\/_clients\/_deals/)
  expect(complaints).toEqual([])
})

test('the language and the theme are chosen and stay', async () => {
  const { page, complaints } = await open('/')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Русский' }).click()
  await page.getByRole('link', { name: 'Мои задачи' }).waitFor()
  await page.getByRole('button', { name: 'Учётная запись' }).click()
  await page.getByRole('menuitem', { name: 'Тёмная' }).click()
  await page.reload()

  await page.getByRole('link', { name: 'Мои задачи' }).waitFor()
  expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  expect(await page.locator('html').getAttribute('lang')).toBe('ru')
  expect(complaints).toEqual([])
})

/** What the page has under the middle of the tour. */
const COVERED = `(() => {
  const strip = document.querySelector('[aria-label="Quick tour"]')
  const { left, right, top, bottom } = strip.getBoundingClientRect()
  return document
    .elementsFromPoint((left + right) / 2, (top + bottom) / 2)
    .filter((each) => !strip.contains(each) && !each.contains(strip))
    .map((each) => each.outerHTML.slice(0, 100))
})()`

test('newcomers are shown around once, and nothing is in the way', async () => {
  const { page } = await open('/', { login: 'marco', tour: true })
  await page.setViewportSize({ width: 1440, height: 900 })
  const tour = page.getByRole('region', { name: 'Quick tour' })
  // Marco is no administrator, but has people: what he works with, not how it is built.
  await page.waitForURL(/team/)
  await tour.getByText('Your team').waitFor()
  await tour.getByText('1 of 4').waitFor()
  await tour.getByRole('button', { name: 'Next' }).click()
  await page.waitForURL(/tasks/)
  await tour.getByRole('button', { name: 'Next' }).click()
  await page.waitForURL(/as=board/)
  await tour.getByText('3 of 4').waitFor()
  await page.locator('[data-rfd-draggable-id]').first().waitFor()
  expect(await page.evaluate(COVERED)).toEqual([])
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/me/settings/tour'))
  await tour.getByRole('button', { name: 'Skip' }).click()
  await tour.waitFor({ state: 'detached' })
  await kept

  await page.reload()
  await page.getByRole('button', { name: 'Account' }).waitFor()
  await page.getByRole('link', { name: 'Requests' }).waitFor()
  expect(await tour.count()).toBe(0)
})

test('who came in with the password of a first start is asked for one of their own', async () => {
  const login = 'newcomer'
  await make.user({ login, password: 'made by the first start', isFirstPassword: true })
  const { page } = await visit(address)
  await page.getByLabel('Login').fill(login)
  await page.getByLabel('Password').first().fill('made by the first start')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const tour = page.getByRole('region', { name: 'Quick tour' })
  await tour.getByRole('button', { name: 'Skip' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose your own password' })

  const said = async (label: string) => {
    const ids = (await dialog.getByLabel(label).getAttribute('aria-describedby')) ?? ''
    const texts = ids
      .split(' ')
      .filter((id) => id !== '')
      .map((id) => dialog.locator(`[id="${id}"]`).textContent())
    return (await Promise.all(texts)).join(' ')
  }
  const tries = [
    ['Current password', 'not this one', 'one of my very own', 'not your current password'],
    ['New password', 'made by the first start', 'football2026', 'This is a common password'],
    ['New password', 'made by the first start', 'aaaaaaaaaaaa', '5 different characters'],
    ['New password', 'made by the first start', 'newcomer-x9z', 'your login'],
    [
      'New password',
      'made by the first start',
      'made by the first start',
      'This is your current password',
    ],
  ] as const
  for (const [label, current, next, words] of tries) {
    await dialog.getByLabel('Current password').fill(current)
    await dialog.getByLabel('New password').fill(next)
    expect(await dialog.locator('[aria-invalid=true]').count(), words).toBe(0)
    await dialog.getByRole('button', { name: 'Set password' }).click()
    await dialog.getByText(words).waitFor()
    await expect.poll(() => said(label)).toContain(words)
    expect(await dialog.getByRole('alert').count()).toBe(0)
    expect(await dialog.getByText('field "').count()).toBe(0)
  }
  await dialog.getByLabel('New password').fill('one of my very own')
  await dialog.getByRole('button', { name: 'Set password' }).click()

  await dialog.waitFor({ state: 'hidden' })
})
