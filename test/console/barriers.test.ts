import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { pagesOf } from './pages.ts'
import { startConsole } from './stand.ts'

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

/** Each page is opened once: opening is what takes the time. */
async function* visit(page: Page) {
  for (const { path } of await pagesOf(as(boss))) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${address}${path}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('load')
    await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
    await page.addStyleTag({ content: STILL })
    yield path
  }
}

const narrow = (page: Page) => page.setViewportSize({ width: 380, height: 900 })

const isSideways = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth > innerWidth') as Promise<boolean>

test('no page keeps people out in either theme or on a narrow screen', async () => {
  const { page, complaints, outside } = await open('/')
  const found: string[] = []
  let lists = 0
  for await (const path of visit(page)) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    found.push(...(await findBarriers(page, `${path}, light`)))
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    found.push(...(await findBarriers(page, `${path}, dark`, { onlyColours: true })))
    await narrow(page)
    // What scripts lay out follows a moment later.
    await expect
      .poll(() => isSideways(page))
      .toBe(false)
      .catch(() => found.push(`${path}: scrolls sideways`))
    lists += await page.locator('dl').count()
    for (const each of (await page.evaluate(TOO_WIDE)) as string[]) found.push(`${path}: ${each}`)
  }
  expect({ found, hasLists: lists > 5, complaints, outside }).toEqual({
    found: [],
    hasLists: true,
    complaints: [],
    outside: [],
  })
})
