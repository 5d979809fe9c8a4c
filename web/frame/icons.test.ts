import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { icons as en } from '../texts/en/build/icons.ts'
import { icons as ru } from '../texts/ru/build/icons.ts'
import { ICONS } from './icons.ts'

test('every icon that a solution here names is there', () => {
  const named = globSync('solutions/**/*.yaml').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^icon: *(\S+)/gm)].map(([, name]) => name ?? ''),
  )

  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((name) => !(name in ICONS))).toEqual([])
})

test('every icon has a name of its own in both languages', () => {
  for (const names of [en, ru]) {
    expect(Object.keys(names)).toEqual(Object.keys(ICONS))
    expect(new Set(Object.values(names)).size).toBe(Object.keys(ICONS).length)
  }
})
