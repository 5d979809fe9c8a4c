import { expect, test, vi } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { pagesOf } from './pages.ts'
import { startConsole } from './stand.ts'

vi.setConfig({ testTimeout: 300_000 })
const PATIENT = { timeout: 60_000 }

const { as, boss, open, address } = await startConsole()
/** Names and values that are wider than their place, once each of them is one long word. */
const TOO_WIDE = `[...document.querySelectorAll('dl')].flatMap((list) => {
  const parts = [...list.querySelectorAll('dt, dd')]
  for (const each of parts) each.textContent = 'versicherungsgesellschaft@'.repeat(4)
  return parts.filter((each) => each.scrollWidth > each.clientWidth + 1 ||
    each.getBoundingClientRect().right > list.getBoundingClientRect().right + 1)
    .map((each) => each.tagName + ' in ' + list.className)
})`

test.each([1440, 380])('long names and values stay in their column at %d px', async (width) => {
  const { page } = await open('/', { width })
  const found: string[] = []
  let lists = 0
  for (const { path } of await pagesOf(as(boss))) {
    await page.goto(`${address}${path}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expect.poll(() => page.locator('[aria-busy=true]').count(), PATIENT).toBe(0)
    lists += await page.locator('dl').count()
    const wide = (await page.evaluate(TOO_WIDE)) as string[]
    found.push(...wide.map((each) => `${path}: ${each}`))
  }
  expect({ found, hasLists: lists > 5 }).toEqual({ found: [], hasLists: true })
})

test.each(['light', 'dark'] as const)(
  'no page keeps people out, in the %s theme',
  async (colorScheme) => {
    const { page, complaints, outside } = await open('/')
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const found: string[] = []
    for (const { path } of await pagesOf(as(boss))) {
      await page.goto(`${address}${path}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.waitForLoadState('load')
      await expect.poll(() => page.locator('[aria-busy=true]').count(), PATIENT).toBe(0)
      found.push(...(await findBarriers(page, path)))
    }
    expect({ found, complaints, outside }).toEqual({ found: [], complaints: [], outside: [] })
  },
)
