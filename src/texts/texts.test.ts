import { Readable } from 'node:stream'
import PizZip from 'pizzip'
import { afterAll, expect, test } from 'vitest'
import { makeDocx, paragraph } from '../../test/office.ts'
import { makePdf, pdfLine } from '../../test/pdf.ts'
import { listTree } from '../../test/process-tree.ts'
import type { TextFormat } from './formats.ts'
import { Texts } from './texts.ts'

const texts = new Texts({ memory: 300 * 1024 ** 2, unpacked: 10 * 1024 ** 2, file: 3 * 1024 ** 2 })
afterAll(() => texts.close())

const read = (content: Buffer, format: TextFormat, by = texts) =>
  by.read({
    format,
    size: content.length,
    open: async ({ start, end }) => Readable.from([content.subarray(start, end)]),
  })

const archive = (parts: Record<string, string>): Buffer => {
  const zip = new PizZip()
  for (const [path, content] of Object.entries(parts)) zip.file(path, content)
  return zip.generate({ type: 'nodebuffer', compression: 'DEFLATE' })
}
const STRINGS =
  '<sst><si><t>Пеликан &amp; Co</t></si><si><r><t xml:space="preserve">He</t></r><r><t>ron</t></r></si></sst>'
const CELLS =
  '<worksheet><row><c t="inlineStr"><is><t>Egret</t></is></c><c><v>7</v></c></row></worksheet>'

test.each<[TextFormat, Buffer, string]>([
  ['pdf', makePdf(pdfLine('The pelican of Genoa')), 'The pelican of Genoa'],
  ['pdf', makePdf(pdfLine('Packed pelican'), { isPacked: true }), 'Packed pelican'],
  ['docx', makeDocx(paragraph('Peli', 'can <1>') + paragraph('Heron')), 'Pelican <1>\nHeron'],
  [
    'xlsx',
    archive({ 'xl/sharedStrings.xml': STRINGS, 'xl/worksheets/sheet1.xml': CELLS }),
    'Пеликан & Co\nHeron\nEgret',
  ],
  ['text', Buffer.from('Пеликан\0'), 'Пеликан '],
  ['text', Buffer.from('cfe5ebe8eae0ed', 'hex'), 'Пеликан'],
  ['text', Buffer.alloc(0), ''],
])('the text of a file: %s %#', async (format, content, expected) => {
  expect(await read(content, format)).toEqual({ content: expected })
})

const bomb = archive({ 'word/document.xml': ' '.repeat(40 * 1024 ** 2) })
const heavy = makePdf(Buffer.alloc(600 * 1024 ** 2, ' '), { isPacked: true })
const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])

test.each<[string, TextFormat, Buffer, string]>([
  ['an archive that unpacks to far more', 'docx', bomb, 'too_large'],
  ['a document that unpacks to far more', 'pdf', heavy, 'memory'],
  ['a large file', 'pdf', Buffer.alloc(4 * 1024 ** 2), 'too_large'],
  ['a document with a password', 'docx', compound, 'protected'],
  ['a picture with another name', 'pdf', Buffer.from('89504e470d0a1a0a', 'hex'), 'damaged'],
  ['half an archive', 'xlsx', bomb.subarray(0, 500), 'damaged'],
  ['an archive of something else', 'docx', archive({ a: 'b' }), 'damaged'],
])(
  '%s is given up with a reason, and the next file is read',
  async (_, format, content, problem) => {
    expect(await read(content, format)).toMatchObject({ problem })
    expect(await read(Buffer.from('egret'), 'text')).toEqual({ content: 'egret' })
  },
)

test('a file that takes too long is given up', async () => {
  const hasty = new Texts({ time: 1 })
  const slow = makePdf(Buffer.from('BT /F1 1 Tf '.concat('(a) Tj '.repeat(300_000), 'ET')))

  expect(await read(slow, 'pdf', hasty)).toMatchObject({ problem: 'timeout' })
  await hasty.close()
})

test('a process that is not ready in time is not asked again', async () => {
  const hasty = new Texts({ boot: 1 })

  await expect(read(Buffer.from('egret'), 'text', hasty)).rejects.toThrow()
  await expect(read(Buffer.from('heron'), 'text', hasty)).rejects.toThrow()
  await hasty.close()
})

test('a process that somebody else ends says nothing about the file', async () => {
  const own = new Texts()
  const others = new Set(listTree(process.pid))
  await read(Buffer.from('egret'), 'text', own)
  const started = listTree(process.pid).filter((pid) => !others.has(pid))
  for (const pid of started) process.kill(pid, 'SIGSTOP')
  const interrupted = read(Buffer.from('heron'), 'text', own)
  // The task is on its way by then.
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
  for (const pid of started) process.kill(pid, 'SIGKILL')

  expect(await interrupted).toMatchObject({ problem: 'interrupted' })
  expect(await read(Buffer.from('heron'), 'text', own)).toEqual({ content: 'heron' })
  await own.close()
})
