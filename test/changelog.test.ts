import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const FORM =
  /^\*\*Upgrade:\*\* (one node after the other, beside the release before|stop all nodes of the release before, then start the new ones)\. Migrations from (\d{4}) on\.$/

type Release = { title: string; isBeside: boolean; from: number }

/** The newest first. */
function releasesIn(changelog: string): (Release | string)[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((text) => {
      const [title = '', , line = ''] = text.split('\n')
      const [, how, from] = FORM.exec(line) ?? []
      if (how === undefined) return `${title} does not begin with how it is upgraded to`
      return { title, isBeside: how.startsWith('one'), from: Number(from) }
    })
}

/** Migrations with which the nodes of the release before cannot go on. */
function findWrong(changelog: string, migrations: readonly string[]): string[] {
  let before = Number.POSITIVE_INFINITY
  return releasesIn(changelog).flatMap((release) => {
    if (typeof release === 'string') return [release]
    const own = migrations.filter((file) => {
      const number = Number(file.slice(0, 4))
      return number >= release.from && number < before
    })
    before = release.from
    if (!release.isBeside) return []
    return own
      .filter((file) => !file.endsWith('.additive.sql'))
      .map((file) => `${release.title}: ${file}`)
  })
}

test('each release says whether its nodes work beside those of the release before', async () => {
  const migrations = (await readdir('migrations')).filter((file) => file.endsWith('.sql'))

  expect(findWrong(await readFile('CHANGELOG.md', 'utf8'), migrations)).toEqual([])
})

test('one that says nothing, or says so with a migration that changes something, is found', () => {
  const beside = '**Upgrade:** one node after the other, beside the release before.'
  const stop = '**Upgrade:** stop all nodes of the release before, then start the new ones.'
  const text = (first: string) =>
    `# Changelog\n\n## Unreleased\n\n${first}\n\n- New.\n\n## 0.1.0\n\n${stop} Migrations from 0001 on.\n`
  const migrations = ['0001_a.sql', '0002_b.sql', '0003_c.additive.sql']

  expect(findWrong(text(`${beside} Migrations from 0003 on.`), migrations)).toEqual([])
  expect(findWrong(text(`${stop} Migrations from 0002 on.`), migrations)).toEqual([])
  expect(findWrong(text(`${beside} Migrations from 0002 on.`), migrations)).toEqual([
    'Unreleased: 0002_b.sql',
  ])
  expect(findWrong(text('- New.'), migrations)).toEqual([
    'Unreleased does not begin with how it is upgraded to',
  ])
})
