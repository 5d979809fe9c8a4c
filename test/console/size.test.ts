import { readFile } from 'node:fs/promises'
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
