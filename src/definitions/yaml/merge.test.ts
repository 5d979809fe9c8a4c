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
