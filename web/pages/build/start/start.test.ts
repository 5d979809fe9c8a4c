import { expect, test } from 'vitest'
import { kinds } from '../../../../src/definitions/kinds.ts'
import { readCsv, textOf } from './csv.ts'
import { appFromTable, guessField } from './guess-fields.ts'

test.each([
  [
    'a,b\n1,"x, ""y""\nz"\n',
    [
      ['a', 'b'],
      ['1', 'x, "y"\nz'],
    ],
  ],
  [
    '\uFEFFa;b\r\n1,5;2\r\n\r\n',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    'a\tb\n1\t2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
])('%j is read', (text, rows) => {
  expect(readCsv(text)).toEqual(rows)
})

test.each([
  ['Сумма;€', new TextEncoder().encode('Сумма;€')],
  ['Сумма', Uint8Array.of(0xd1, 0xf3, 0xec, 0xec, 0xe0)],
  ['Größe', Uint8Array.of(0x47, 0x72, 0xf6, 0xdf, 0x65)],
])('%s is read in the encoding that it has', (text, bytes) => {
  expect(textOf(bytes.buffer as ArrayBuffer)).toBe(text)
})

test.each([
  [['1', '-20'], { type: 'INTEGER' }],
  [['1', '2,5'], { type: 'FLOAT' }],
  [['1 200,50', '3'], { type: 'FLOAT' }],
  [['1,200.50', '3'], { type: 'STRING' }],
  [['00120', '00121'], { type: 'STRING' }],
  [['yes', 'No'], { type: 'BOOLEAN' }],
  [['2026-03-02', '31.12.2026'], { type: 'DATETIME', kind: 'date' }],
  [['2026-03-02 09:15'], { type: 'DATETIME' }],
  [['a@b.example'], { type: 'EMAIL' }],
  [['https://a.example/b'], { type: 'LINK' }],
  [['a', 'b', 'a', 'b', 'a', 'b'], { type: 'CATEGORY', options: { a: 'a', b: 'b' } }],
  [['one', 'two'], { type: 'STRING' }],
  [['one\ntwo'], { type: 'STRING', kind: 'multiline' }],
  [[], { type: 'STRING' }],
])('%j is a column of %j', (column, field) => {
  expect(guessField('Some', column)).toEqual({ name: 'Some', ...field })
})

test('a table becomes an app that can be published', () => {
  const rows = readCsv('Who,Days,Days,\nAnna,5,,x\nBen,3,1,y\n')
  const app = appFromTable('Leave', rows)

  expect(kinds.app.schema.safeParse(app).success).toBe(true)
  expect(Object.keys(app.fields)).toEqual(['who', 'days', 'days_2', 'field_4'])
  expect(app.nameTemplate).toBe('{$who}')
})
