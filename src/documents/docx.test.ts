import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import PizZip from 'pizzip'
import { afterAll, describe, expect, test } from 'vitest'
import { makeDocx, paragraph, table, textOfDocx, unzip } from '../../test/office.ts'
import { Documents, type Filling } from './documents.ts'

const documents = new Documents()
afterAll(() => documents.close())

const fill = async (body: string, values: Filling['values'], more: Partial<Filling> = {}) =>
  textOfDocx(await documents.fill(makeDocx(body), { values, ...more }))

describe('a Word template', () => {
  test('shows values, with and without $ before their names', async () => {
    const body = paragraph('Agreement {$number} with {company}')

    expect(await fill(body, { number: '17/A', company: 'Larkmoor & <Sons>' })).toEqual([
      'Agreement 17/A with Larkmoor & <Sons>',
    ])
  })

  test('shows a value whose tag Word has split into several runs', async () => {
    expect(await fill(paragraph('Dear {', 'na', 'me}!'), { name: 'Ann' })).toEqual(['Dear Ann!'])
  })

  test('leaves missing values empty', async () => {
    expect(await fill(paragraph('[{a}{b.c}{constructor}{__proto__.x}]'), { a: null })).toEqual([
      '[]',
    ])
  })

  test('does not expose inherited properties of JavaScript objects', async () => {
    const body = paragraph('[{#constructor}{name}{/constructor}{#toString}seen{/toString}]')

    expect(await fill(body, {})).toEqual(['[]'])
  })

  test('keeps line breaks', async () => {
    expect(await fill(paragraph('{note}'), { note: 'one\ntwo' })).toEqual(['one\ntwo'])
  })

  test('repeats a row of a table for every member', async () => {
    const body = table(
      ['Article', 'Price'],
      ['{#lines}{name}', '{price}{/lines}'],
      ['Total', '{total}'],
    )
    const lines = [
      { name: 'Lens', price: { cents: 1250, currency: 'EUR' } },
      { name: 'Tripod', price: { cents: 9900, currency: 'EUR' } },
    ]

    const texts = await fill(body, { lines, total: { cents: 11150, currency: 'EUR' } })

    expect(texts).toEqual([
      'Article',
      'Price',
      'Lens',
      '€12.50',
      'Tripod',
      '€99.00',
      'Total',
      '€111.50',
    ])
  })

  test('omits the row without members', async () => {
    const body = table(['Article', 'Price'], ['{#lines}{name}', '{price}{/lines}'])

    expect(await fill(body, {})).toEqual(['Article', 'Price'])
  })

  test('shows a section if a value is true, and the inverted section if not', async () => {
    const body = paragraph('{#paid}paid{/paid}{^paid}to be paid{/paid}')

    expect([await fill(body, { paid: true }), await fill(body, { paid: false })]).toEqual([
      ['paid'],
      ['to be paid'],
    ])
  })

  test('sees the values of outer scopes, the nearest first', async () => {
    const body = paragraph('{#lines}{name} for {customer}; {/lines}')

    expect(
      await fill(body, {
        name: 'all',
        customer: 'Ann',
        lines: [{ name: 'a' }, { customer: 'Bob' }],
      }),
    ).toEqual(['a for Ann; all for Bob; '])
  })

  test('lists plain values with {.}', async () => {
    expect(await fill(paragraph('{#tags}<{.}>{/tags}'), { tags: ['a', 'b'] })).toEqual(['<a><b>'])
  })

  test('accepts a stream, and produces the same bytes every time', async () => {
    const template = makeDocx(paragraph('{a}'))

    const first = await documents.fill(
      Readable.from([template.subarray(0, 100), template.subarray(100)]),
      {
        values: { a: 1 },
      },
    )

    expect(first).toEqual(await documents.fill(template, { values: { a: 1 } }))
    const years = Object.values(new PizZip(first).files).map(({ date }) => date.getFullYear())
    expect(new Set(years)).toEqual(new Set([2000]))
  })

  test('keeps its other parts', async () => {
    const template = makeDocx(paragraph('{a}'), { 'word/media/logo.bin': 'not text {a}' })

    const filled = unzip(await documents.fill(template, { values: { a: 1 } }))

    expect(filled['word/media/logo.bin']).toBe('not text {a}')
  })
})

describe('a value', () => {
  const types = { spent: 'DURATION', code: 'STRING', took: 'DURATION' }

  test.each<[string, unknown, string]>([
    ['a moment', '2026-03-04T22:30:00Z', 'Mar 4, 2026, 10:30 PM'],
    ['a day', '2026-03-04', 'Mar 4, 2026'],
    ['an amount', { cents: 123456789, currency: 'EUR' }, '€1,234,567.89'],
    ['an amount in an unknown currency', { cents: 150, currency: '?' }, '1.5'],
    ['a number', 1234567.25, '1234567.25'],
    ['yes', true, 'yes'],
    ['no', false, 'no'],
    ['something linked', { __name: 'Larkmoor' }, 'Larkmoor'],
    ['a person', { firstname: 'Ann', middlename: '', lastname: 'Hill' }, 'Ann Hill'],
    ['several', [{ name: 'a' }, { name: 'b' }], 'a, b'],
    ['phones', [{ tel: '+49 30 1' }], '+49 30 1'],
    ['a text with braces', '{name}', '{name}'],
    ['a text with characters that XML forbids', 'a\u0000\u0008b', 'ab'],
  ])('%s is shown as people read it', async (_, value, text) => {
    const [shown] = await fill(paragraph('{value}'), { value, name: 'no' }, { types })

    expect(shown?.replace(/[\u00a0\u202f]/g, ' ')).toBe(text)
  })

  test('is formatted by its declared type', async () => {
    const values = { spent: 5400, code: '2026-03-04', lines: [{ took: 60 }] }

    expect(
      await fill(paragraph('{spent} {code} {#lines}{took}{/lines}'), values, { types }),
    ).toEqual(['1:30 2026-03-04 0:01'])
  })

  test('follows the locale and the time zone', async () => {
    const values = { at: '2026-03-04T22:30:00Z', price: { cents: 150000, currency: 'EUR' } }

    const [text] = await fill(paragraph('{at} {price}'), values, {
      locale: 'de',
      timeZone: 'Europe/Berlin',
    })

    expect(text?.replace(/[\u00a0\u202f]/g, ' ')).toBe('04.03.2026, 23:30 1.500,00 €')
  })
})

describe('a check', () => {
  test('lists the variables and their sections', async () => {
    const body = paragraph('{$number} {number}') + table(['{#lines}{name}', '{price}{/lines}'])

    expect(await documents.check(makeDocx(body))).toEqual({
      format: 'docx',
      variables: [
        { name: 'number', type: 'value', in: [] },
        { name: 'lines', type: 'section', in: [] },
        { name: 'name', type: 'value', in: ['lines'] },
        { name: 'price', type: 'value', in: ['lines'] },
      ],
    })
  })

  test.each([
    ['a section that is not closed', '{#lines}{name}', 'The loop with tag "lines" is unclosed'],
    ['a section that was never opened', '{name}{/lines}', 'The loop with tag "lines" is unopened'],
    ['a brace that is not closed', 'Dear {name', 'The tag beginning with "{name" is unclosed'],
    ['markup as a value', '{@html}', '{@html} is not supported: a value is text, never markup'],
  ])('refuses %s', async (_, text, message) => {
    await expect(documents.check(makeDocx(paragraph(text)))).rejects.toMatchObject({
      kind: 'bad_template',
      code: 'unprocessable',
      message: expect.stringContaining(message),
    })
  })

  test.each([
    'contracts/workspaces/contracts/apps/agreements/documents/cover_sheet.docx',
    'crm/workspaces/crm/apps/orders/documents/confirmation.docx',
    'service-desk/workspaces/service_desk/apps/requests/documents/service_report.docx',
  ])('accepts %s of the demo', async (path) => {
    const template = await readFile(new URL(`../../solutions/${path}`, import.meta.url))

    const { variables } = await documents.check(template)

    expect(variables.length).toBeGreaterThan(3)
    await documents.fill(template, { values: {} })
  })
})
