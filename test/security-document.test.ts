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

test('every test that its table quotes is a test of OAuth', async () => {
  const text = await readFile('docs/security.md', 'utf8')
  const quoted = [...text.matchAll(/^\| 10\.[^\n]*?"([^"]+)"/gm)].map(([, name = '']) => name)
  const source = await readFile('src/areas/access/oauth/oauth.test.ts', 'utf8')

  expect(quoted.length).toBeGreaterThan(3)
  for (const name of quoted) expect(source, name).toMatch(new RegExp(`\\(\\s*'${name}\\b`))
})
