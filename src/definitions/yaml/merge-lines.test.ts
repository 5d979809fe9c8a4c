import { expect, test } from 'vitest'
import { mergeLines } from './merge-lines.ts'

/** Each letter is a line. */
const merged = (
  [base, mine, theirs]: [string, string, string],
  take?: 'mine' | 'theirs',
): string | undefined => {
  const lines = (text: string) => [...text].join('\n')
  const texts = { base: lines(base), mine: lines(mine), theirs: lines(theirs) }
  return mergeLines(texts, take)?.replaceAll('\n', '')
}

test.each<[string, [string, string, string], string]>([
  ['lines apart from each other', ['abcdef', 'aBcdef', 'abcdEf'], 'aBcdEf'],
  ['added at both ends', ['abc', 'xabc', 'abcy'], 'xabcy'],
  ['removed and changed', ['abcdef', 'acdef', 'abcdeF'], 'acdeF'],
  ['several changes on both sides', ['abcdefghi', 'AbcdeFghi', 'abCdefghI'], 'AbCdeFghI'],
  ['the same change twice', ['abc', 'aBc', 'aBc'], 'aBc'],
  ['the same and another one', ['abcdef', 'aBcdef', 'aBcdEf'], 'aBcdEf'],
  ['one side only', ['abc', 'abc', 'aXYc'], 'aXYc'],
])('texts are merged line by line: %s', (_, texts, result) => {
  expect(merged(texts)).toBe(result)
})

test.each<[string, [string, string, string], string, string]>([
  ['the same line', ['abc', 'aXc', 'aYc'], 'aXc', 'aYc'],
  ['added at the same place', ['ab', 'aXb', 'aYb'], 'aXb', 'aYb'],
  ['lines beside each other', ['abcd', 'aXcd', 'abYd'], 'aXcd', 'abYd'],
  ['removed there, changed here', ['abc', 'ac', 'aYc'], 'ac', 'aYc'],
  ['and what is elsewhere is kept', ['abcdef', 'aXcdeM', 'aYcdef'], 'aXcdeM', 'aYcdeM'],
])('a choice is about lines that both changed: %s', (_, texts, mine, theirs) => {
  expect(merged(texts)).toBeUndefined()
  expect(merged(texts, 'mine')).toBe(mine)
  expect(merged(texts, 'theirs')).toBe(theirs)
})

test('texts that have too little in common are taken as a whole', () => {
  const text = (word: string) => Array.from({ length: 3000 }, (_, at) => `${word} ${at}`).join('\n')
  const texts = { base: text('base'), mine: text('mine'), theirs: text('theirs') }

  expect(mergeLines(texts, undefined)).toBeUndefined()
  expect(mergeLines(texts, 'mine')).toBe(texts.mine)
})

test('many equal lines, too, are merged', () => {
  const lines = (first: string, last: string) => [first, ...Array(1500).fill('x'), last].join('\n')
  const texts = { base: lines('a', 'b'), mine: lines('A', 'b'), theirs: lines('a', 'B') }

  expect(mergeLines(texts, undefined)).toBe(lines('A', 'B'))
})
