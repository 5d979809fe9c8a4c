import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const BUILT = join(import.meta.dirname, '..', '..', 'web', 'dist')
const LIMIT = 250 * 1024

test('the first load has less than 250 KB of JavaScript, zipped', async () => {
  const page = await readFile(join(BUILT, 'index.html'), 'utf8')
  const scripts = [...page.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path]) => path ?? '')
  const sizes = await Promise.all(
    scripts.map(async (path) => gzipSync(await readFile(join(BUILT, path))).length),
  )

  // On a slow line every file is a round trip.
  expect(scripts.length).toBeLessThan(6)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(LIMIT)
})

const importsOf = async (file: string): Promise<string[]> => {
  const text = await readFile(join(BUILT, 'app', file), 'utf8')
  return [...text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map(([, name]) => name ?? '')
}

/** A file and all that it needs before it runs. */
async function needsOf(file: string, known = new Set<string>()): Promise<Set<string>> {
  if (known.has(file)) return known
  known.add(file)
  for (const each of await importsOf(file)) await needsOf(each, known)
  return known
}

test('no page needs more than 30 files or 120 KB besides the first load', async () => {
  const files = await readdir(join(BUILT, 'app'))
  const pages = files.filter((name) => /-page-.*\.js$/.test(name))
  const heavy: string[] = []
  for (const page of pages) {
    const needs = [...(await needsOf(page))].filter((name) => !name.startsWith('index-'))
    const bodies = await Promise.all(needs.map((name) => readFile(join(BUILT, 'app', name))))
    const size = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)
    if (needs.length > 30 || size > 120 * 1024) heavy.push(`${page}: ${needs.length}, ${size}`)
  }

  expect(pages.length).toBeGreaterThan(20)
  expect(heavy).toEqual([])
})

test('colours of both themes are variables: light-dark() does not survive the build', async () => {
  const folder = join(BUILT, 'app')
  const styles = (await readdir(folder)).filter((name) => name.endsWith('.css'))
  const texts = await Promise.all(styles.map((name) => readFile(join(folder, name), 'utf8')))

  expect(styles.filter((_, at) => texts[at]?.includes('--lightningcss'))).toEqual([])
  expect(styles.length).toBeGreaterThan(10)
})
