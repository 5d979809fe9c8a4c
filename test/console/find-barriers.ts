import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What keeps people out, as far as a program can see it. Another theme differs in its colours only. */
export async function findBarriers(
  page: Page,
  where: string,
  { onlyColours = false } = {},
): Promise<string[]> {
  await page.evaluate(axe)
  const rules = onlyColours ? ", runOnly: ['color-contrast']" : ''
  const { violations } = (await page.evaluate(
    `axe.run(document, { resultTypes: ['violations']${rules} })`,
  )) as AxeResults
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${where}: ${id} at ${target.join(' ')}`))
}
