import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { readFolder } from '../../src/definitions/folder.ts'
import { loadSolution } from '../../src/definitions/load.ts'
import { inLanguage } from '../../src/lib/translations.ts'
import { en } from '../../web/texts/en/index.ts'
import { ru } from '../../web/texts/ru/index.ts'
import { pagesOf } from './pages.ts'
import { startConsole } from './stand.ts'

const { open, as, boss } = await startConsole({ KONTOR_LANGUAGE: 'ru' })

/** All texts inside of a value. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const FOLDERS = ['_system', 'company', 'contracts', 'crm', 'service-desk']
const loaded = await Promise.all(
  FOLDERS.map(async (folder) =>
    loadSolution(await readFolder(`solutions/${folder}`), { isBuiltIn: true }),
  ),
)
const bodies = loaded.flatMap(({ readable }) => readable.definitions.map(({ written }) => written))
const russian = new Set([
  ...textsIn(ru),
  ...bodies.flatMap((each) => textsIn(inLanguage(each, 'ru'))),
])
/** What is said in English only: the console's own words, and those of the demo's definitions. */
const english = new Set(
  [...textsIn(en), ...bodies.flatMap((each) => textsIn(inLanguage(each, 'en')))].filter(
    (text) => /[A-Za-z]{3}/.test(text) && !russian.has(text),
  ),
)

/** The texts that a page shows, each as it stands there. */
const SHOWN = `[...new Set((() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts = []
  while (walker.nextNode()) texts.push(walker.currentNode.textContent.trim())
  for (const each of document.querySelectorAll('[aria-label], [placeholder], [title]'))
    for (const name of ['aria-label', 'placeholder', 'title'])
      if (each.hasAttribute(name)) texts.push(each.getAttribute(name).trim())
  return texts
})())]`

async function englishOn(page: Page, path: string, address: string): Promise<string[]> {
  await page.goto(`${address}${path}`)
  await page.locator('main').first().waitFor()
  await page.locator('main .skeleton').first().waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('[aria-busy=true]').count(), { message: path }).toBe(0)
  const read = async () => (await page.evaluate(SHOWN)) as string[]
  await expect.poll(async () => (await read()).length, { message: path }).toBeGreaterThan(10)
  const shown = await read()
  return shown
    .filter((text) => english.has(text) && !DATA.has(text))
    .map((text) => `${path}: ${text}`)
}

/** Items and folders of the demo that are called like something else: data has one language. */
const DATA = new Set(['Network', 'Calibration', 'Sales'])

test('in Russian nothing of the console or of the demo is left in English', async () => {
  const { page } = await open('/')
  await page.evaluate(`localStorage.setItem('kontor.language', 'ru')`)
  const address = new URL(page.url()).origin
  const pages = await pagesOf(as(boss))
  const found: string[] = []
  for (const { path } of pages) found.push(...(await englishOn(page, path, address)))

  expect(english.size).toBeGreaterThan(1000)
  expect(found).toEqual([])
})
