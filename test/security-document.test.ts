import { access, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

test('every test named in docs/security.md exists', async () => {
  const text = await readFile('docs/security.md', 'utf8')
  const named = [...text.matchAll(/`((?:src|test)\/[\w/.-]+\.test\.ts)`/g)].map(
    ([, path = '']) => path,
  )

  expect(named.length).toBeGreaterThan(20)
  for (const path of named) await expect(access(path), path).resolves.toBeUndefined()
})
