import { Readable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openCsv } from './csv.ts'
import { CsvParser } from './csv-parser.ts'
import type { Row } from './sheet.ts'

/** Reads bytes in chunks of the given size. */
async function read(content: Buffer | string, piece = 65_536): Promise<Row[]> {
  const bytes = Buffer.from(content)
  const sheet = await openCsv(async (most = bytes.length) => {
    const shown = bytes.subarray(0, most)
    return Readable.from(
      (function* () {
        for (let at = 0; at < shown.length; at += piece) yield shown.subarray(at, at + piece)
      })(),
    )
  })
  const rows: Row[] = []
  for await (const batch of sheet.rows()) rows.push(...batch)
  return rows
}

const cellsOf = async (content: Buffer | string, piece?: number) =>
  (await read(content, piece)).map(({ cells }) => cells)

test.each([
  ['commas', 'a,b\n1,2\n'],
  ['semicolons', 'a;b\n1;2\n'],
  ['tabs', 'a\tb\n1\t2\n'],
  ['a named separator', 'sep=|\r\na|b\r\n1|2\r\n'],
  ['semicolons, with commas in quotes', '"a";"b"\n1;2\n'],
  ['no line end at the end', 'a,b\n1,2'],
  ['line ends of an old Mac', 'a,b\r1,2\r'],
])('cells are separated with %s', async (_, text) => {
  expect(await cellsOf(text)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('quoted cells may contain separators, line endings and doubled quotes', async () => {
  expect(await cellsOf('a,b\n"1,\r\n2","say ""hi"""\n,\n')).toEqual([
    ['a', 'b'],
    ['1,\r\n2', 'say "hi"'],
    ['', ''],
  ])
})

test('empty lines are counted, as in a spreadsheet, but are not rows', async () => {
  expect(await read('a\n\n1\n\n\n2\n')).toEqual([
    { number: 1, cells: ['a'] },
    { number: 3, cells: ['1'] },
    { number: 6, cells: ['2'] },
  ])
})

const TEXT = 'Имя;Город\nЖанна;Орёл\n'
const to1251 = (text: string) =>
  Buffer.from(
    Array.from(text, (char) => {
      const code = char.codePointAt(0) ?? 0
      if (code < 128) return code
      if (char === 'ё') return 0xb8
      return code - 0x410 + 0xc0
    }),
  )

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`)],
  ['UTF-16', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  ['UTF-16 without a mark', Buffer.from(TEXT.replaceAll(/[^\n;]/g, 'x'), 'utf16le')],
  ['UTF-16, big-endian', Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16()],
  ['Windows-1251', to1251(TEXT)],
])('%s is recognised, in chunks of any size', async (name, bytes) => {
  const isPlain = name.includes('without')
  for (const piece of [1, 2, 3, 7, 1000]) {
    expect(await cellsOf(bytes, piece)).toEqual(
      isPlain
        ? [
            ['xxx', 'xxxxx'],
            ['xxxxx', 'xxxx'],
          ]
        : [
            ['Имя', 'Город'],
            ['Жанна', 'Орёл'],
          ],
    )
  }
})

test.each([
  ['a quote that is never closed', 'a,b\n1,"2\n3,4\n', 'row 2, cell 2: a quote that opens'],
  ['text after a closing quote', 'a,b\n"1"x,2\n', 'row 2, cell 1: a quote in the middle'],
  ['a quote inside a plain cell', 'a,b\n1,5" pipe\n', 'row 2, cell 2: a cell with a quote'],
  ['nothing', ' \n', 'the file is empty'],
])('%s is refused with its location', async (_, text, error) => {
  await expect(cellsOf(text)).rejects.toThrow(error)
  await expect(cellsOf(text, 1)).rejects.toThrow(error)
})

test('bytes that are not text are refused', async () => {
  const bytes = Buffer.concat([Buffer.alloc(3 * 400_000, 'a,\n'), Buffer.from([0xff, 0xff])])

  await expect(cellsOf(bytes)).rejects.toThrow('the file is not valid UTF-8')
})

test('an unclosed quote does not fill the memory', async () => {
  const parser = new CsvParser(',')
  const feed = () => {
    const rows = [...parser.push('"')]
    for (let at = 0; at < 1000; at++) rows.push(...parser.push('x'.repeat(1024 ** 2)))
  }

  expect(feed).toThrow('row 1 is longer than')
})

test('it reads everything that csv-parse reads, in chunks of any size', () => {
  const cell = fc.stringMatching(/^[ab",;\r\n é😀]{0,6}$/u)
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 })
  const quote = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

  fc.assert(
    fc.property(
      table,
      fc.integer({ min: 1, max: 10 }),
      fc.constantFrom('\n', '\r\n'),
      (rows, piece, end) => {
        const text = rows.map((row) => row.map(quote).join(',')).join(end) + end
        const parser = new CsvParser(',')
        const found: Row[] = []
        for (let at = 0; at < text.length; at += piece) {
          found.push(...parser.push(text.slice(at, at + piece)))
        }
        found.push(...parser.end())

        expect(found.map(({ cells }) => cells)).toEqual(
          parse(text, { relax_column_count: true, record_delimiter: [end] }),
        )
      },
    ),
  )
})
