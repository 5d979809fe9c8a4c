import { access, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const text = await readFile('docs/architecture.md', 'utf8')

test('every file named in docs/architecture.md exists', async () => {
  const files = text.matchAll(/`((?:src|test|web)\/[\w/.-]+\.tsx?)`/g)
  for (const [, path = ''] of files) {
    await expect(access(path), path).resolves.toBeUndefined()
  }
})

test('each walk of docs/architecture.md has fewer than 12 files', () => {
  const [, walks = ''] = text.split("## A newcomer's walk\n")
  const counts = walks
    .split('\n### ')
    .slice(1)
    .map((walk) => walk.match(/^\| `/gm)?.length ?? 0)

  expect(counts).toHaveLength(5)
  for (const count of counts) expect(count).toBeLessThan(12)
})
