import { expect, test } from 'vitest'
import { kinds } from '../kinds.ts'
import { readSource } from '../source.ts'
import { editYaml } from './edit.ts'

const fields = (count: number, body: string) =>
  `name: A\nfields:\n${Array.from({ length: count }, (_, at) => `  f${at}: ${body}\n`).join('')}`

const HOSTILE: [string, string, string][] = [
  ['a list in itself', 'name: &a [*a]\n', 'an alias cannot be a part of what it stands for'],
  ['a map in itself', 'fields: &f\n  x: { y: *f }\n', 'an alias cannot be a part of'],
  ['the same key twice', 'name: A\nfields: { x: 1, y: 2, x: 3 }\n', 'map keys must be unique'],
  ['a key as text and as number', 'fields: { 1: 1, "1": 2 }\n', 'map keys must be unique'],
  ['two documents', 'name: A\n---\nname: B\n', 'the file has several documents'],
  ['brackets in brackets', `name: ${'['.repeat(9_000)}${']'.repeat(9_000)}\n`, 'levels'],
  ['maps in maps', `name: ${'{a: '.repeat(500)}1${'}'.repeat(500)}\n`, 'more than 100 levels'],
  ['aliases of aliases', `a: &a [x, x]\n${doubled('a', 30)}name: *z\n`, 'alias'],
  ['many wrong keys', fields(4_000, '{}'), '"type" is missing'],
  ['one key, often', 'x: 1\n'.repeat(4_000), 'map keys must be unique'],
]

function doubled(first: string, times: number): string {
  const names = [first, ...Array.from({ length: times }, (_, at) => `n${at}`), 'z']
  return names
    .slice(1)
    .map((name, at) => `${name}: &${name} [*${names[at]}, *${names[at]}]\n`)
    .join('')
}

test.each(HOSTILE)('%s is told at once, and cannot be edited by key', (_, text, message) => {
  const { problems } = readSource('a.yaml', text, kinds.app.schema)

  expect(problems[0]?.message).toContain(message)
  expect(problems.length).toBeLessThanOrEqual(201)
  if (message.includes('missing')) return
  const edit = () => editYaml(text, [{ op: 'set', at: ['name'], value: 'New' }])
  expect(edit).toThrow(expect.objectContaining({ code: 'invalid' }))
})

test('of very many problems in one file the first are told, and where the rest begins', () => {
  const { problems } = readSource('a.yaml', fields(300, '{ type: STRING }'), kinds.app.schema)

  expect(problems).toHaveLength(201)
  expect(problems[0]).toMatchObject({ line: 3, at: ['fields', 'f0', 'name'] })
  expect(problems.at(-1)).toMatchObject({ line: 203, message: 'and more from here on' })
})
