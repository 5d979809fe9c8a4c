import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { mergeYaml, type Take } from './merge.ts'

const KEYS = ['a', 'b', 'c', 'd', 'e']
const asMap = (keys: readonly string[]) => keys.map((key) => `${key}: { name: ${key} }\n`).join('')
const asList = (keys: readonly string[]) =>
  keys.map((key) => `- { code: "${key}", name: ${key} }\n`).join('')
const keysIn = (text: string): string[] => {
  const value = parse(text)
  return Array.isArray(value) ? value.map(({ code }) => code) : Object.keys(value)
}

/** A base and two sides of it: some keys are gone, some are new, the rest is in any order. */
const drawnSide = (added: string) =>
  fc
    .tuple(fc.shuffledSubarray(KEYS, { minLength: 3 }), fc.boolean())
    .map(([keys, hasMore]) => (hasMore ? [...keys, added] : keys))
const sides = fc.record({ mine: drawnSide('m'), theirs: drawnSide('t') })
const isInOrder = (some: readonly string[], all: readonly string[]) => {
  const found = some.filter((key) => all.includes(key))
  return JSON.stringify(all.filter((key) => found.includes(key))) === JSON.stringify(found)
}

test.each([
  ['map', asMap],
  ['list of codes', asList],
])('of two orders of a %s none is dropped silently', (_, write) => {
  fc.assert(
    fc.property(sides, fc.constantFrom<Take>('mine', 'theirs'), ({ mine, theirs }, take) => {
      const texts = { base: write(KEYS), mine: write(mine), theirs: write(theirs) }
      const asked = mergeYaml(texts, () => undefined)
      const merged = mergeYaml(texts, () => take)

      const isClash = !isInOrder(mine, KEYS) && !isInOrder(theirs, KEYS) && !isInOrder(mine, theirs)
      const clash = { at: [], base: KEYS, mine, theirs, isOrder: true }
      expect(asked.conflicts).toEqual(isClash ? [clash] : [])
      expect(merged.conflicts).toEqual([])
      const kept = KEYS.filter((key) => mine.includes(key) && theirs.includes(key))
      const added = ['m', 't'].filter((key) => mine.includes(key) || theirs.includes(key))
      expect(keysIn(merged.result).toSorted()).toEqual([...kept, ...added].toSorted())
      const wanted = { mine, theirs }[take]
      const changed = [mine, theirs].filter((side) => !isInOrder(side, KEYS))
      for (const side of isClash ? [wanted] : changed) {
        expect(isInOrder(keysIn(merged.result), side)).toBe(true)
      }
    }),
  )
})

test('codes that are numbers keep their places', () => {
  const list = (...codes: string[]) => asList(codes)
  const base = list('10', '9')

  const { result } = mergeYaml(
    { base, mine: list('10', '9', 'm'), theirs: list('10', '9', 't') },
    () => undefined,
  )

  expect(keysIn(result)).toEqual(['10', '9', 'm', 't'])
})

const transition = (from: string, to: string, more = '') =>
  `- { from: ${from}, to: ${to}${more} }\n`
const [AB, BC, CD] = [transition('a', 'b'), transition('b', 'c'), transition('c', 'd')]
const widget = (code: string, width: number) => `- { widget: ${code}, width: ${width} }\n`
const merge = (base: string, mine: string, theirs: string) =>
  mergeYaml({ base, mine, theirs }, () => undefined)

test.each([
  [
    'added at both ends',
    widget('a', 6),
    widget('x', 6) + widget('a', 6),
    widget('a', 6) + widget('y', 3),
    widget('x', 6) + widget('a', 6) + widget('y', 3),
  ],
  [
    'one changed, one added',
    widget('a', 6),
    widget('a', 12),
    `- new\n${widget('a', 6)}`,
    `- new\n${widget('a', 12)}`,
  ],
  [
    'without keys: added on both sides',
    AB + BC,
    CD + AB + BC,
    AB + BC + transition('b', 'a'),
    CD + AB + BC + transition('b', 'a'),
  ],
  [
    'without keys: changed and added',
    AB + BC,
    AB + transition('b', 'c', ', by: [process]'),
    CD + AB + BC,
    CD + AB + transition('b', 'c', ', by: [process]'),
  ],
  [
    'without keys: one removed, another changed',
    AB + BC + CD,
    BC + CD,
    AB + BC + transition('c', 'e'),
    BC + transition('c', 'e'),
  ],
  ['without keys: the same added twice', AB, AB + BC, AB + BC + CD, AB + BC + CD],
  ['texts added on both sides', '- a\n', '- a\n- b\n', '- c\n- a\n', '- c\n- a\n- b\n'],
])('lists of both sides become one: %s', (_, base, mine, theirs, wanted) => {
  const { result, conflicts } = merge(base, mine, theirs)

  expect(conflicts).toEqual([])
  expect(parse(result)).toEqual(parse(wanted))
})

const lock = (status: string, fields: string, except: string) =>
  `- { in: [${status}], fields: [${fields}], except: [${except}] }\n`
const [DRAFT, PAID] = [lock('draft', 'x', 'boss'), lock('paid', 'x', 'boss')]
const colour = (when: string, colour: number) => `- { when: ${when}, colour: ${colour} }\n`
const section = (name: string, fields = 'x') => `- { name: ${name}, fields: [${fields}] }\n`

test.each([
  [
    'the one before it is removed',
    [DRAFT + PAID, lock('paid', 'x, y', 'boss'), lock('draft', 'x', 'boss, all') + PAID],
    [0],
    { mine: lock('paid', 'x, y', 'boss'), theirs: null },
  ],
  [
    'one goes, one changes, one comes',
    [
      DRAFT + PAID,
      lock('paid', 'x, y', 'boss') + lock('sent', 'z', 'me'),
      lock('draft', 'x', 'boss, all') + PAID,
    ],
    [0],
    { mine: lock('paid', 'x, y', 'boss') + lock('sent', 'z', 'me'), theirs: null },
  ],
  [
    'it is not plain which one it was',
    [colour('a', 1), colour('z', 1) + colour('a', 2), '- { when: a, colour: 1, text: hello }\n'],
    [0],
    { mine: colour('z', 1) + colour('a', 2), theirs: null },
  ],
  [
    'both give it another name',
    [section('Main'), section('One'), section('Two')],
    [0, 'name'],
    { mine: section('One'), theirs: section('Two') },
  ],
  [
    'both give it another name, among others',
    [
      section('Main', 'x, y') + section('Rest', 'z'),
      section('One', 'x, y') + section('Rest', 'z'),
      section('Two', 'x, y') + section('Rest', 'z, a'),
    ],
    [0, 'name'],
    { mine: section('One', 'x, y') + section('Rest', 'z, a'), theirs: null },
  ],
] as const)('what is done to one member is not done to another: %s', (_, texts, at, wanted) => {
  const [base, mine, theirs] = texts
  const { conflicts } = merge(base, mine, theirs)
  const merged = (take: Take) => parse(mergeYaml({ base, mine, theirs }, () => take).result)

  expect(conflicts).toMatchObject([{ at }])
  expect(merged('mine')).toEqual(parse(wanted.mine))
  if (wanted.theirs) expect(merged('theirs')).toEqual(parse(wanted.theirs))
})

test('a conflict in a list is about the member that both changed', () => {
  const widths = merge(
    widget('a', 6) + widget('b', 6),
    widget('a', 3) + widget('b', 6),
    widget('a', 4) + widget('b', 9),
  )
  const ends = merge(AB + BC, AB + transition('b', 'x'), AB + transition('b', 'y'))
  const texts = merge('- a\n', '- b\n', '- c\n')

  expect(widths.conflicts).toEqual([{ at: ['a', 'width'], base: 6, mine: 3, theirs: 4 }])
  expect(ends.conflicts).toEqual([{ at: [1, 'to'], base: 'c', mine: 'x', theirs: 'y' }])
  expect(texts.conflicts).toEqual([{ at: [], base: ['a'], mine: ['b'], theirs: ['c'] }])
})

test('a program is merged line by line, and a choice is about the lines that both changed', () => {
  const module = (...lines: string[]) =>
    `scripts:\n  main: |\n${lines.map((line) => `    ${line}\n`).join('')}`
  const base = module('one()', 'two()', 'three()', 'four()')
  const texts = {
    base,
    mine: module('one(1)', 'two()', 'three()', 'four("mine")'),
    theirs: module('one()', 'two()', 'three()', 'four("theirs")'),
  }

  expect(mergeYaml({ ...texts, theirs: base }, () => undefined).result).toBe(texts.mine)
  expect(mergeYaml(texts, () => undefined).conflicts.map(({ at }) => at)).toEqual([
    ['scripts', 'main'],
  ])
  expect(mergeYaml(texts, () => 'theirs')).toEqual({
    result: module('one(1)', 'two()', 'three()', 'four("theirs")'),
    conflicts: [],
  })
})
