import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import yazl from 'yazl'
import type { Row } from '../sheet.ts'
import { writeXlsx } from './write.ts'
import { openXlsx } from './xlsx.ts'

const folder = await mkdtemp(join(tmpdir(), 'kontor-xlsx-'))
afterAll(() => rm(folder, { recursive: true }))
let files = 0

const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PARTS = {
  'xl/workbook.xml': `<workbook xmlns:r="${RELATION}"><sheets><sheet name="Hidden" state="hidden" r:id="rId9"/><sheet name="A" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId9" Target="worksheets/hidden.xml"/><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
}

/** Writes a workbook with the given parts to disk. */
async function save(parts: Record<string, string | Buffer>): Promise<string> {
  const zip = new yazl.ZipFile()
  for (const [name, content] of Object.entries(parts)) {
    if (content !== '') zip.addBuffer(Buffer.from(content), name)
  }
  zip.end()
  return saveBytes(await buffer(zip.outputStream as Readable))
}

async function saveBytes(bytes: Buffer): Promise<string> {
  const path = join(folder, `${files++}.xlsx`)
  await writeFile(path, bytes)
  return path
}

async function read(path: string): Promise<Row[]> {
  const rows: Row[] = []
  for await (const batch of openXlsx(path).rows()) rows.push(...batch)
  return rows
}

const sheet = (rows: string, more: Record<string, string> = {}) =>
  save({
    ...PARTS,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  })

test('every type of cell is read', async () => {
  const path = await sheet(
    `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
     <row r="4"><c r="A4" t="inlineStr"><is><r><t>in</t></r><r><t xml:space="preserve"> line</t></r></is></c>
       <c r="B4"><v>1.1000000000000001</v></c><c r="C4" t="b"><v>1</v></c><c r="D4" t="e"><v>#N/A</v></c>
       <c r="E4" t="str"><f>A1&amp;"x"</f><v>a &amp; b&#10;c_x000D_</v></c><c r="F4"/><c r="G4"><v>79991234567</v></c></row>`,
    {
      'xl/sharedStrings.xml':
        '<sst><si><t>first</t></si><si><r><t>ri</t></r><r><t>ch</t></r><rPh><t>no</t></rPh></si></sst>',
    },
  )

  expect(await read(path)).toEqual([
    { number: 1, cells: ['first', '', 'rich'] },
    {
      number: 4,
      cells: ['in line', '1.1', 'true', '#N/A', 'a & b\nc\r', '', '79991234567'],
    },
  ])
})

const STYLES = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd.mm.yyyy hh:mm"/><numFmt numFmtId="165" formatCode="#,##0.00&quot; days&quot;"/><numFmt numFmtId="166" formatCode="[h]:mm"/><numFmt numFmtId="167" formatCode="[$-419]d mmmm"/></numFmts>
  <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/><xf numFmtId="20"/></cellXfs></styleSheet>`

test.each([
  ['1', '46083', '2026-03-02'],
  ['2', '46083.385416666664', '2026-03-02T09:15:00'],
  ['5', '46083', '2026-03-02'],
  ['3', '46083', '46083'],
  ['0', '46083', '46083'],
  ['4', '1.5', '36:00:00'],
  ['6', '0.385416666666667', '09:15:00'],
  ['1', '59', '1900-02-28'],
  ['1', '61', '1900-03-01'],
])('style %s makes %s to %s', async (style, number, text) => {
  const path = await sheet(`<row r="1"><c r="A1" s="${style}"><v>${number}</v></c></row>`, {
    'xl/styles.xml': STYLES,
  })

  expect(await read(path)).toEqual([{ number: 1, cells: [text] }])
})

test('the 1904 calendar is supported', async () => {
  const path = await sheet('<row r="1"><c r="A1" s="1"><v>44621</v></c></row>', {
    'xl/workbook.xml': PARTS['xl/workbook.xml'].replace(
      '<sheets>',
      '<workbookPr date1904="1"/><sheets>',
    ),
    'xl/styles.xml': STYLES,
  })

  expect(await read(path)).toEqual([{ number: 1, cells: ['2026-03-02'] }])
})

test('elements with a prefix are found', async () => {
  const path = await sheet(
    '<x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c></x:row>',
  )

  expect(await read(path)).toEqual([{ number: 1, cells: ['a'] }])
})

test('a million empty rows are skipped', async () => {
  const empty = Array.from(
    { length: 1_000_000 },
    (_, at) => `<row r="${at + 2}"><c r="A${at + 2}" s="1"/></row>`,
  )
  const path = await sheet(`<row r="1"><c r="A1"><v>1</v></c></row>${empty.join('')}`)

  expect(await read(path)).toEqual([{ number: 1, cells: ['1'] }])
})

test.each([
  ['not an archive', () => saveBytes(Buffer.from('a;b\n1;2\n')), 'not an XLSX workbook'],
  [
    'half an archive',
    async () => saveBytes(Buffer.alloc(1000, 'PK\u0003\u0004')),
    'not an XLSX workbook',
  ],
  ['another archive', () => save({ 'readme.txt': 'hello' }), 'xl/workbook.xml is missing'],
  [
    'a workbook without a sheet',
    () => save({ ...PARTS, 'xl/workbook.xml': '<workbook/>' }),
    'no sheet',
  ],
  ['a missing sheet', () => save(PARTS), 'sheet1.xml is missing'],
  [
    'a row without an end',
    () => sheet(`<row r="1">${'<c><v>1</v></c>'.repeat(3_000_000)}`),
    'longer than any row',
  ],
  [
    'a row beyond the last',
    () => sheet('<row r="9999999"><c><v>1</v></c></row>'),
    'more than 1048576 rows',
  ],
  [
    'a cell beyond the last',
    () => sheet('<row><c r="ZZZ1"><v>1</v></c></row>'),
    'more than 16384 cells',
  ],
  [
    'texts that fill the memory',
    () =>
      sheet('<row/>', {
        'xl/sharedStrings.xml': `<sst>${`<si><t>${'x'.repeat(1_000_000)}</t></si>`.repeat(80)}</sst>`,
      }),
    'characters of text: send CSV',
  ],
])(
  '%s is refused',
  async (_, make, error) => {
    await expect(read(await make())).rejects.toThrow(error)
  },
  60_000,
)

/** Anything quadratic would exceed the time limit of the thread, which is a different error. */
const MANY = 3_000_000
const numbered = '<row r="1"><c r="A1" s="0"><v>1</v></c></row>'
const styles = (formats: string, xfs: string) =>
  `<styleSheet><numFmts>${formats}</numFmts><cellXfs>${xfs}</cellXfs></styleSheet>`
const inline = (inner: string) => `<row><c t="inlineStr"><is>${inner}</is></c></row>`

test.each<[string, () => Promise<string>, string]>([
  ['rows', () => sheet('<row>'.repeat(MANY)), '<row> inside of <row>'],
  ['first tags of rows', () => sheet('<row '.repeat(MANY)), 'damaged'],
  ['cells', () => sheet(`<row>${'<c>'.repeat(MANY)}</row>`), '<c> is not closed'],
  ['first tags of cells', () => sheet(`<row>${'<c '.repeat(MANY)}</row>`), 'damaged'],
  ['values', () => sheet(`<row><c>${'<v>'.repeat(MANY)}</c></row>`), '<v> inside of <v>'],
  [
    'first tags of values',
    () => sheet(`${numbered}<row><c>${'<v '.repeat(MANY)}</c></row>`),
    '<v> is not closed',
  ],
  ['runs of text', () => sheet(inline('<t>'.repeat(MANY))), '<t> inside of <t>'],
  ['reading aids', () => sheet(inline('<rPh>'.repeat(MANY))), '<rPh> inside of <rPh>'],
  [
    'shared texts',
    () => sheet(numbered, { 'xl/sharedStrings.xml': `<sst>${'<si>'.repeat(MANY)}` }),
    '<si> inside of <si>',
  ],
  [
    'sheets',
    () => save({ ...PARTS, 'xl/workbook.xml': `<workbook>${'<sheet >'.repeat(MANY)}` }),
    '<sheet> inside of <sheet>',
  ],
  [
    'formats',
    () => sheet(numbered, { 'xl/styles.xml': '<numFmt >'.repeat(MANY) }),
    '<numFmt> inside of <numFmt>',
  ],
])(
  'millions of %s without an end are refused',
  async (_, make, error) => {
    await expect(read(await make())).rejects.toThrow(error)
  },
  120_000,
)

test.each<[string, () => string]>([
  [
    'brackets without an end in a format',
    () =>
      styles(`<numFmt numFmtId="164" formatCode="${'['.repeat(MANY)}"/>`, '<xf numFmtId="164"/>'),
  ],
  [
    'styles of one long format',
    () =>
      styles(
        `<numFmt numFmtId="164" formatCode="${'0'.repeat(MANY)}"/>`,
        '<xf numFmtId="164"/>'.repeat(500_000),
      ),
  ],
])(
  'millions of %s are read',
  async (_, make) => {
    const path = await sheet(numbered, { 'xl/styles.xml': make() })

    expect(await read(path)).toEqual([{ number: 1, cells: ['1'] }])
  },
  120_000,
)

test('a survey passes over millions of first tags without an end', async () => {
  const path = await sheet(`${numbered}<row>${'<v '.repeat(MANY)}</row>`)

  const rows: Row[] = []
  for await (const batch of openXlsx(path).survey()) rows.push(...batch)

  expect(rows).toEqual([{ number: 1, cells: ['1'] }])
})

test('a zip bomb with a wrong size is detected', async () => {
  const path = await sheet(`<row r="1"><c r="A1"><v>1</v></c></row>${' '.repeat(1_000_000)}`)
  const bytes = await readFile(path)
  const size =
    `<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row>${' '.repeat(1_000_000)}</sheetData></worksheet>`
      .length
  for (let at = 0; at < bytes.length - 4; at++) {
    if (bytes.readUInt32LE(at) === size) bytes.writeUInt32LE(100, at)
  }

  await expect(read(await saveBytes(bytes))).rejects.toThrow('damaged')
})

test('a written workbook is read back exactly', async () => {
  const text = fc
    .string({ unit: 'binary', maxLength: 8 })
    .filter((each) => each.isWellFormed() && !each.includes('\u0000') && !each.includes('\u0001'))
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), { minLength: 1 }),
      async (rows) => {
        const written = writeXlsx(Readable.from(rows), ['text', 'number', 'moment'])
        const path = await saveBytes(await buffer(written))

        const cells = (await read(path)).map((row) => [...row.cells, '', '', ''].slice(0, 3))

        expect(cells).toEqual(rows.filter((row) => row.some((cell) => cell !== '')))
      },
    ),
    { numRuns: 10 },
  )
})

test('numbers, dates and times have their types in the spreadsheet', async () => {
  const rows = [
    ['n', 'd', 'm'],
    ['1.5', '2026-03-02', '2026-03-02T09:15:00Z'],
    ['12345678901234567890', '0001-01-01', ''],
  ]
  const path = await saveBytes(
    await buffer(writeXlsx(Readable.from(rows), ['number', 'date', 'moment'])),
  )

  expect((await read(path)).map(({ cells }) => cells)).toEqual([
    ['n', 'd', 'm'],
    ['1.5', '2026-03-02', '2026-03-02T09:15:00'],
    ['12345678901234567890', '0001-01-01'],
  ])
})

test('whoever leaves gets no more rows, and the thread ends', async () => {
  const cells = '<c t="inlineStr"><is><t>x</t></is></c>'.repeat(20)
  const path = await save({
    ...PARTS,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${`<row>${cells}</row>`.repeat(50_000)}</sheetData></worksheet>`,
  })
  const reader = new AbortController()
  const rows = openXlsx(path, reader.signal).rows()[Symbol.asyncIterator]()
  expect((await rows.next()).done).toBe(false)

  const next = rows.next()
  reader.abort()

  await expect(next).rejects.toThrow()
  await expect(
    openXlsx(path, reader.signal).rows()[Symbol.asyncIterator]().next(),
  ).rejects.toThrow()
})
