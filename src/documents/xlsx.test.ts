import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { cellsOfXlsx, type MadeSheet, makeXlsx, unzip } from '../../test/office.ts'
import { Documents, type Filling } from './documents.ts'

const documents = new Documents()
afterAll(() => documents.close())

const fill = async (sheet: MadeSheet, values: Filling['values'], more: Partial<Filling> = {}) =>
  cellsOfXlsx(await documents.fill(makeXlsx(sheet), { values, ...more }))

const LINES = [
  { name: 'Lens', price: { cents: 1250, currency: 'EUR' }, count: 2 },
  { name: 'Tripod', price: { cents: 9900, currency: 'EUR' }, count: 1 },
  { name: 'Bag', price: { cents: 4000, currency: 'EUR' }, count: 3 },
]

const INVOICE: MadeSheet = {
  rows: [
    ['Invoice {$number} for {customer.name}'],
    [],
    ['Article', 'Price', 'Count', 'Sum'],
    ['{#lines}{name}', '{price}', '{count}{/lines}', { formula: 'B4*C4' }],
    ['Total', null, null, { formula: 'SUM(D4:D4)' }],
  ],
}

describe('an Excel template', () => {
  test('repeats a row for every member, and adjusts formulas', async () => {
    const cells = await fill(INVOICE, { number: 7, customer: { name: 'Ann & Co' }, lines: LINES })

    expect(cells).toEqual({
      A1: 'Invoice 7 for Ann &amp; Co',
      A3: 'Article',
      B3: 'Price',
      C3: 'Count',
      D3: 'Sum',
      A4: 'Lens',
      B4: 12.5,
      C4: 2,
      D4: '=B4*C4',
      A5: 'Tripod',
      B5: 99,
      C5: 1,
      D5: '=B5*C5',
      A6: 'Bag',
      B6: 40,
      C6: 3,
      D6: '=B6*C6',
      A7: 'Total',
      D7: '=SUM(D4:D6)',
    })
  })

  test('omits the row without members', async () => {
    const cells = await fill(INVOICE, { number: 7, lines: [] })

    expect(cells).toMatchObject({ A1: 'Invoice 7 for ', A4: 'Total', D4: '=SUM(D3:D3)' })
    expect(cells).not.toHaveProperty('A5')
  })

  test('reads shared strings, also with several runs', async () => {
    const cells = await fill(
      { ...INVOICE, isShared: true },
      { number: 7, lines: LINES.slice(0, 1) },
    )

    expect(cells).toMatchObject({ A1: 'Invoice 7 for ', A4: 'Lens', B4: 12.5, A5: 'Total' })
  })

  test('repeats several rows, and hides rows that contain only tags', async () => {
    const rows = [['Top'], ['{#lines}'], ['{name}'], [], ['{count} pieces'], ['{/lines}'], ['End']]

    expect(await fill({ rows }, { lines: LINES.slice(0, 2) })).toEqual({
      A1: 'Top',
      A2: 'Lens',
      A4: '2 pieces',
      A5: 'Tripod',
      A7: '1 pieces',
      A8: 'End',
    })
  })

  test('repeats nested sections', async () => {
    const rows = [['{#orders}{title}'], ['{#lines}{name}', '{title}{/lines}'], ['{/orders}']]
    const orders = [
      { title: 'A', lines: [{ name: 1 }, { name: 2 }] },
      { title: 'B', lines: [] },
      { title: 'C', lines: [{ name: 3 }] },
    ]

    expect(await fill({ rows }, { orders })).toEqual({
      A1: 'A',
      A2: 1,
      B2: 'A',
      A3: 2,
      B3: 'A',
      A4: 'B',
      A5: 'C',
      A6: 3,
      B6: 'C',
    })
  })

  test('shows sections within one cell', async () => {
    const rows = [['{#tags}[{.}]{/tags}{^tags}none{/tags}'], ['{#paid}paid{/paid}']]

    expect(await fill({ rows }, { tags: ['a', 'b'], paid: true })).toEqual({
      A1: '[a][b]',
      A2: 'paid',
    })
    expect(await fill({ rows }, {})).toEqual({ A1: 'none' })
  })

  test('never turns a value into a formula', async () => {
    const xml = unzip(
      await documents.fill(makeXlsx({ rows: [['{a}']] }), { values: { a: '=HYPERLINK("x")' } }),
    )['xl/worksheets/sheet1.xml']

    expect(xml).toContain('t="inlineStr"')
    expect(xml).not.toContain('<f>')
  })

  test('writes numbers as numbers, and everything else as text', async () => {
    const rows = [['{n}', '{money}', 'for {money}', '{day}', '{missing}', '{ not a tag }']]
    const values = { n: 0.5, money: { cents: 150, currency: 'EUR' }, day: '2026-03-04' }

    expect(await fill({ rows }, values)).toEqual({
      A1: 0.5,
      B1: 1.5,
      C1: 'for €1.50',
      D1: 'Mar 4, 2026',
      F1: '{ not a tag }',
    })
  })

  test('moves and repeats merged cells, filters and links', async () => {
    const after =
      '<autoFilter ref="A3:D4"/><mergeCells count="3"><mergeCell ref="A1:D1"/><mergeCell ref="A4:B4"/><mergeCell ref="A5:C5"/></mergeCells><conditionalFormatting sqref="D4:D4 A5"/>'

    const filled = await documents.fill(makeXlsx({ ...INVOICE, after }), {
      values: { lines: LINES },
    })

    const xml = unzip(filled)['xl/worksheets/sheet1.xml'] ?? ''
    const merged = [...xml.matchAll(/<mergeCell ref="([^"]+)"/g)].map(([, ref]) => ref)
    expect(merged).toEqual(['A1:D1', 'A4:B4', 'A5:B5', 'A6:B6', 'A7:C7'])
    expect(xml).toContain('<autoFilter ref="A3:D6"/>')
    expect(xml).toContain('<conditionalFormatting sqref="D4:D6 A7"/>')
  })

  test.each([
    ['a row below', 'A5+1', 'A7+1'],
    ['fixed places', '$A$5+A$1', '$A$7+A$1'],
    ['a range over the rows', 'SUM(D3:D5)', 'SUM(D3:D7)'],
    ['rows far below', 'A100', 'A102'],
    ['the end of the sheet', 'SUM(A2:A1048576)', 'SUM(A2:A1048576)'],
    ['another sheet', "Two!A5+'My sheet'!B5", "Two!A5+'My sheet'!B5"],
    ['a text', 'IF(A5="A5","A5:A9","")', 'IF(A7="A5","A5:A9","")'],
    ['the name of a function', 'LOG10(A5)+ATAN2(1,2)', 'LOG10(A7)+ATAN2(1,2)'],
  ])('moves %s in a formula', async (_, formula, moved) => {
    const cells = await fill({ rows: [...INVOICE.rows, [{ formula }]] }, { lines: LINES })

    expect(cells.A8).toBe(`=${moved}`)
  })

  test('lets Excel recalculate when it opens the file', async () => {
    const template = makeXlsx(INVOICE, { 'xl/calcChain.xml': '<calcChain/>' })

    const filled = unzip(await documents.fill(template, { values: {} }))

    expect(filled['xl/workbook.xml']).toContain('fullCalcOnLoad="1"')
    expect(filled).not.toHaveProperty(['xl/calcChain.xml'])
  })
})

describe('a check', () => {
  test('lists the variables and their sections', async () => {
    expect(await documents.check(makeXlsx(INVOICE))).toEqual({
      format: 'xlsx',
      variables: [
        { name: 'number', type: 'value', in: [] },
        { name: 'customer.name', type: 'value', in: [] },
        { name: 'lines', type: 'section', in: [] },
        { name: 'name', type: 'value', in: ['lines'] },
        { name: 'price', type: 'value', in: ['lines'] },
        { name: 'count', type: 'value', in: ['lines'] },
      ],
    })
  })

  test.each<[string, MadeSheet, string]>([
    [
      'a section that is not closed',
      { rows: [['{#lines}'], ['a']] },
      '{#lines} in row 1 is never closed',
    ],
    [
      'a section that was never opened',
      { rows: [['a'], ['{/lines}']] },
      '{/lines} in row 2: no section is open',
    ],
    [
      'crossed sections',
      { rows: [['{#a}'], ['{#b}'], ['{/a}'], ['{/b}']] },
      '{/a} in row 3: {/b} is expected',
    ],
    [
      'crossed ones in a cell',
      { rows: [['{#a}{#b}{/a}{/b}']] },
      '{/a} stands where {/b} is expected',
    ],
    [
      'a table of Excel beside rows that repeat',
      { ...INVOICE, after: '<tableParts><tablePart/></tableParts>' },
      'repeats rows beside a table of Excel: use plain cells and formulas',
    ],
  ])('refuses %s', async (_, sheet, message) => {
    await expect(documents.check(makeXlsx(sheet))).rejects.toMatchObject({
      kind: 'bad_template',
      message: expect.stringContaining(message),
    })
  })

  test('repeats the rows of the price list of the demo', async () => {
    const path = '../../solutions/crm/workspaces/crm/documents/price_list.xlsx'
    const template = await readFile(new URL(path, import.meta.url))
    const product = (sku: string, cents: number) => ({
      sku,
      name: `Product ${sku}`,
      price: { cents, currency: 'EUR' },
    })
    const products = [product('A-1', 100), product('B-2', 250)]

    const filled = await documents.fill(template, { values: { customer: 'Ann', products } })

    expect(cellsOfXlsx(filled)).toMatchObject({
      A1: 'Price list for Ann',
      A5: 'A-1',
      C5: 1,
      A6: 'B-2',
      B6: 'Product B-2',
      C6: 2.5,
    })
    const { variables } = await documents.check(template)
    expect(variables.map(({ name }) => name)).toEqual([
      'customer',
      'valid_from',
      'products',
      'sku',
      'name',
      'price',
    ])
  })
})
