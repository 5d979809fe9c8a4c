import type { Page } from 'playwright-core'
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

/** Colours change at once when the theme does. */
const STILL = '*, *::before, *::after { transition: none !important; animation: none !important }'

/** Each page is opened once per width: opening is what takes the time. */
async function* visit(page: Page) {
  for (const { path } of await pagesOf(as(boss))) {
    await page.goto(`${address}${path}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('load')
    await expect.poll(() => page.locator('[aria-busy=true]').count(), PATIENT).toBe(0)
    yield path
  }
}

const tooWide = async (page: Page, path: string) =>
  ((await page.evaluate(TOO_WIDE)) as string[]).map((each) => `${path}: ${each}`)

test('no page keeps people out in either theme, and long values stay in their column', async () => {
  const { page, complaints, outside } = await open('/', { width: 1440 })
  const found: string[] = []
  let lists = 0
  for await (const path of visit(page)) {
    await page.addStyleTag({ content: STILL })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      found.push(...(await findBarriers(page, `${path}, ${colorScheme}`)))
    }
    lists += await page.locator('dl').count()
    found.push(...(await tooWide(page, path)))
  }
  expect({ found, hasLists: lists > 5, complaints, outside }).toEqual({
    found: [],
    hasLists: true,
    complaints: [],
    outside: [],
  })
})

test('long values stay in their column on a narrow screen', async () => {
  const { page } = await open('/', { width: 380 })
  const found: string[] = []
  for await (const path of visit(page)) found.push(...(await tooWide(page, path)))
  expect(found).toEqual([])
})
