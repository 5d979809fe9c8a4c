import { deflateRawSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { makeDocx, makeXlsx, paragraph, zip } from '../../test/office.ts'
import { Documents } from './documents.ts'

const opened: Documents[] = []
afterAll(() => Promise.all(opened.map((documents) => documents.close())))

function open(limits: ConstructorParameters<typeof Documents>[0] = {}): Documents {
  const documents = new Documents(limits)
  opened.push(documents)
  return documents
}

const documents = open()

describe('an invalid template', () => {
  test.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('Dear {name}')],
    ['another archive', zip({ 'a.txt': 'a' })],
    ['half of a file', makeDocx(paragraph('{name}')).subarray(0, 300)],
    ['invalid XML', makeXlsx({ rows: [] }, { 'xl/worksheets/sheet1.xml': '<worksheet' })],
    [
      'entities',
      makeXlsx({ rows: [] }, { 'xl/sharedStrings.xml': '<!DOCTYPE sst [<!ENTITY b "c">]><sst/>' }),
    ],
    ['macros', makeDocx(paragraph('a'), { 'word/vbaProject.bin': 'a' })],
  ])('%s is refused', async (_, content) => {
    await expect(documents.check(content)).rejects.toMatchObject({ kind: 'not_a_template' })
    expect(await documents.check(makeDocx(paragraph('{a}')))).toMatchObject({ format: 'docx' })
  })

  test('a damaged part is refused', async () => {
    const content = makeDocx(paragraph('{name}'.repeat(100)))
    const at = content.indexOf('word/document.xml') + 'word/document.xml'.length
    content.fill(0xff, at, at + 20)

    await expect(documents.check(content)).rejects.toMatchObject({ kind: 'not_a_template' })
  })
})

describe('too large', () => {
  test('is an archive that declares too large a size', async () => {
    const bomb = makeDocx(paragraph('a'), { 'word/media/bomb.bin': 'a'.repeat(5e6) })
    const small = open({ unpacked: 4e6 })

    expect(bomb.length).toBeLessThan(50_000)
    await expect(small.check(bomb)).rejects.toMatchObject({ kind: 'too_large', code: 'too_large' })
  })

  test('is an archive that is larger than declared', async () => {
    const bomb = makeDocx(paragraph('a'), { 'word/media/bomb.bin': 'a'.repeat(5e6) })
    const size = Buffer.alloc(4)
    size.writeUInt32LE(5e6)
    const little = Buffer.alloc(4)
    little.writeUInt32LE(10)
    for (let at = bomb.indexOf(size); at >= 0; at = bomb.indexOf(size)) little.copy(bomb, at)

    await expect(documents.check(bomb)).rejects.toMatchObject({ kind: 'not_a_template' })
  })

  test('is an archive of too many files', async () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`word/${n}.xml`, '<a/>']))

    await expect(open({ parts: 20 }).check(makeDocx('', many))).rejects.toMatchObject({
      kind: 'too_large',
    })
  })

  test('is a template or a set of values beyond its limit', async () => {
    const small = open({ template: 500, values: 100 })
    const large = makeDocx(paragraph(deflateRawSync('a'.repeat(1000)).toString('hex')))

    await expect(small.check(large)).rejects.toMatchObject({ kind: 'too_large' })
    await expect(small.fill(large, { values: { a: 'x'.repeat(200) } })).rejects.toMatchObject({
      message: 'the values of a document may have 100 bytes, received 208',
    })
  })

  test('is a document beyond its limit', async () => {
    const values = {
      lines: Array.from({ length: 2000 }, (_, n) => ({ n: `${n}${Math.random()}` })),
    }
    const template = makeDocx(paragraph('{#lines}{n}{/lines}'))

    await expect(open({ document: 10_000 }).fill(template, { values })).rejects.toMatchObject({
      kind: 'too_large',
    })
  })

  test('are nested sections with too many rows', async () => {
    const list = Array.from({ length: 400 }, (_, n) => n)
    const rows = [['{#a}'], ['{#b}'], ['{.}'], ['{/b}'], ['{/a}']]

    await expect(
      documents.fill(makeXlsx({ rows }), { values: { a: list, b: list } }),
    ).rejects.toMatchObject({ message: 'the document would have more than 100000 rows' })
  })

  test('is a template that takes too long', async () => {
    const list = Array.from({ length: 1000 }, (_, n) => n)
    const text = '{#a}{#b}{#c}{.}{/c}{/b}{/a}'

    const filling = open({ time: 2000 }).fill(makeDocx(paragraph(text)), {
      values: { a: list, b: list, c: list },
    })

    await expect(filling).rejects.toMatchObject({
      kind: expect.stringMatching(/^(timeout|too_large)$/),
    })
  })
})
