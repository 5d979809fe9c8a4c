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

  expect(scripts.length).toBeGreaterThan(1)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(LIMIT)
})

test('colours of both themes are variables: light-dark() does not survive the build', async () => {
  const folder = join(BUILT, 'app')
  const styles = (await readdir(folder)).filter((name) => name.endsWith('.css'))
  const texts = await Promise.all(styles.map((name) => readFile(join(folder, name), 'utf8')))

  expect(styles.filter((_, at) => texts[at]?.includes('--lightningcss'))).toEqual([])
  expect(styles.length).toBeGreaterThan(10)
})
