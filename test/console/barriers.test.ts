import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { pagesOf } from './pages.ts'
import { startConsole } from './stand.ts'

vi.setConfig({ testTimeout: 300_000 })
const PATIENT = { timeout: 60_000 }

const { as, boss, open, address } = await startConsole()
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What keeps people out, as far as a program can see it. */
async function findBarriers(page: Page, path: string): Promise<string[]> {
  await page.evaluate(axe)
  const { violations } = (await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'] })",
  )) as AxeResults
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${path}: ${id} at ${target.join(' ')}`))
}

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
