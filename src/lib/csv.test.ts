import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CsvParser } from '../sheets/csv-parser.ts'
import { csvRow } from './csv.ts'

const read = (text: string) => {
  const parser = new CsvParser(',')
  return [...parser.push(text), ...parser.end()].map(({ cells }) => cells)
}

test.each([
  `=cmd|'/c calc'!A0`,
  '+1+1',
  '-2-3',
  '-cmd',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
  `'=1`,
  '-1;=2',
  '+7 (999) 123-45-67',
])('%j is written as text, and read as it was', (text) => {
  expect(csvRow([text])).toMatch(/^"?'/)
  expect(read(csvRow([text]))).toEqual([[text]])
  expect(csvRow([text], { raw: true })).not.toBe(csvRow([text]))
})

test.each(['-5', '+79991234567', '-1234.50 EUR', '-1:30', '-1e-7', "'quoted'", 'a=b', '5-3', ''])(
  '%j is written as it is',
  (text) => expect(csvRow([text])).toBe(csvRow([text], { raw: true })),
)

test('every text comes back', () => {
  const cell = fc.array(fc.constantFrom(...`'=+-@\t\r\n",; 1aé`)).map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 4 }), (cells) => {
      expect(read(csvRow(cells))).toEqual([cells])
    }),
  )
})
