import { expect, test } from 'vitest'
import { admin as enAdmin } from './en/admin.ts'
import { build as enBuild } from './en/build/index.ts'
import { day as enDay } from './en/day/index.ts'
import { en } from './en/index.ts'
import { programs as enPrograms } from './en/programs.ts'
import { records as enRecords } from './en/records.ts'
import { steering as enSteering } from './en/steering/index.ts'
import { plural } from './plural.ts'
import { admin as ruAdmin } from './ru/admin.ts'
import { build as ruBuild } from './ru/build/index.ts'
import { day as ruDay } from './ru/day/index.ts'
import { ru } from './ru/index.ts'
import { programs as ruPrograms } from './ru/programs.ts'
import { records as ruRecords } from './ru/records.ts'
import { steering as ruSteering } from './ru/steering/index.ts'

type Leaf = string | ((...values: unknown[]) => unknown)

/** Every text by its path: `frame.lists.more`. */
function leavesOf(texts: object, above = ''): [string, Leaf][] {
  return Object.entries(texts).flatMap(([key, value]) => {
    const path = above ? `${above}.${key}` : key
    return value !== null && typeof value === 'object' ? leavesOf(value, path) : [[path, value]]
  })
}

const english = new Map(
  leavesOf({
    ...en,
    build: enBuild,
    day: enDay,
    admin: enAdmin,
    records: enRecords,
    steering: enSteering,
    programs: enPrograms,
  }),
)
const russian = new Map(
  leavesOf({
    ...ru,
    build: ruBuild,
    day: ruDay,
    admin: ruAdmin,
    records: ruRecords,
    steering: ruSteering,
    programs: ruPrograms,
  }),
)

test('both languages have the same texts', () => {
  expect([...russian.keys()].toSorted()).toEqual([...english.keys()].toSorted())
  expect(english.size).toBeGreaterThan(1000)
})

/** Numbers as texts: they can be counted with, compared and written. */
const VALUES = ['21', '32', '43', '54']

/** They are given objects, which they say in their own way. */
const TAKE_LISTS = new Set<Leaf>([en.people.through, ru.people.through] as unknown as Leaf[])

/** Which of the values that a text is given it says. */
function gapsOf(leaf: Leaf | undefined): string[] {
  if (typeof leaf !== 'function') return []
  if (TAKE_LISTS.has(leaf)) return []
  const text = String(leaf(...VALUES))
  return VALUES.filter((value) => text.includes(value))
}

test('both languages fill the same gaps', () => {
  const differing = [...english.keys()].flatMap((path) => {
    const [one, other] = [gapsOf(english.get(path)), gapsOf(russian.get(path))]
    return one.join() === other.join() ? [] : [{ path, en: one, ru: other }]
  })

  expect(differing).toEqual([])
})

test('no text is empty, and none ends in a blank', () => {
  const wrong = [...english, ...russian].filter(
    ([, leaf]) => typeof leaf === 'string' && (leaf === '' || leaf !== leaf.trim()),
  )

  expect(wrong).toEqual([])
})

test.each([
  [1, '1 файл'],
  [3, '3 файла'],
  [11, '11 файлов'],
  [21, '21 файл'],
])('%d takes the form that Russian has for it', (count, text) => {
  expect(plural('ru', count, { one: '# файл', few: '# файла', other: '# файлов' })).toBe(text)
})
