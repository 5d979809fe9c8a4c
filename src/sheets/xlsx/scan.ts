import { invalid } from '../../lib/errors.ts'
import { LONGEST_CELL, MOST_COLUMNS, type Row } from '../sheet.ts'
import { Archive, inWords } from './archive.ts'
import { durationText, momentText, type NumberKind, readFormats } from './formats.ts'
import {
  attribute,
  type Element,
  elements,
  notClosed,
  plainText,
  richText,
  SLASH,
  scan,
} from './xml.ts'

const LARGEST_SHEET = 4 * 1024 ** 3
const LARGEST_STRINGS = 512 * 1024 ** 2
const MOST_CHARACTERS = 32 * 1024 ** 2
const LONGEST_ROW = 4 * LONGEST_CELL
const MOST_ROWS = 1_048_576
const BATCH = 500
/** The minimum number of characters to scan at once. */
const PIECE = 65_536

type Workbook = { strings: string[]; formats: NumberKind[]; calendar: 1900 | 1904 }

/** Streams the first sheet of a workbook; only its shared strings are held in memory, up to a limit. */
export async function* scanXlsx(path: string, isSurvey = false): AsyncGenerator<Row[]> {
  const archive = await Archive.open(path)
  try {
    const xml = await archive.read('xl/workbook.xml')
    const isOld = /date1904\s*=\s*["'](1|true)["']/.test(xml)
    const workbook: Workbook = {
      strings: await readStrings(archive),
      formats: archive.has('xl/styles.xml') ? readFormats(await archive.read('xl/styles.xml')) : [],
      calendar: isOld ? 1904 : 1900,
    }
    const sheet = await findSheet(archive, xml)
    // A survey does not need the text, and latin1 decodes several times faster.
    const encoding = isSurvey ? 'latin1' : 'utf8'
    const rows = blocks(archive, { name: sheet, tag: 'row', largest: LARGEST_SHEET, encoding })
    yield* scanRows(rows, workbook, isSurvey)
  } finally {
    archive.close()
  }
}

/** The first sheet. */
async function findSheet(archive: Archive, workbook: string): Promise<string> {
  const sheets = elements(workbook, 'sheet').map(({ attributes }) => attributes)
  const shown =
    sheets.find((each) => !attribute(each, 'state')?.includes('idden')) ?? sheets[0] ?? ''
  const id = /\s\w+:id\s*=\s*["']([^"']*)["']/.exec(shown)?.[1]
  const relations = elements(await archive.read('xl/_rels/workbook.xml.rels'), 'Relationship')
  const found = relations.find(({ attributes }) => attribute(attributes, 'Id') === id)
  const target = found && attribute(found.attributes, 'Target')
  if (target === undefined) throw invalid('the workbook has no sheet')
  return target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`
}

const STRINGS: Part = {
  name: 'xl/sharedStrings.xml',
  tag: 'si',
  largest: LARGEST_STRINGS,
  encoding: 'utf8',
}

async function readStrings(archive: Archive): Promise<string[]> {
  if (!archive.has(STRINGS.name)) return []
  const strings: string[] = []
  let characters = 0
  for await (const block of blocks(archive, STRINGS)) {
    for (const { inner } of block) {
      const text = richText(inner)
      characters += text.length
      if (characters > MOST_CHARACTERS) {
        throw invalid(`the workbook has more than ${MOST_CHARACTERS} characters of text: send CSV`)
      }
      strings.push(text)
    }
  }
  return strings
}

type Part = { name: string; tag: string; largest: number; encoding: 'utf8' | 'latin1' }

/** Streams the elements of one name in a large document. */
async function* blocks(archive: Archive, part: Part): AsyncGenerator<Element[]> {
  const { name, tag, largest, encoding } = part
  const stream = (await archive.stream(name, largest)).setEncoding(encoding)
  let rest = ''
  let enough = PIECE
  const pieces = stream[Symbol.asyncIterator]()
  for (;;) {
    const { value = '', done = false } = await inWords(() => pieces.next())
    rest += value
    if (rest.length < enough && !done) continue
    const { found, isOpen } = scan(rest, tag)
    if (isOpen && done) throw notClosed(tag)
    rest = rest.slice(found.at(-1)?.end ?? 0)
    if (rest.length > LONGEST_ROW) throw invalid(`${name}: a part is longer than any row`)
    // Scanning a long unfinished element repeatedly would be quadratic.
    enough = Math.max(PIECE, rest.length * 2)
    yield found
    if (done) return
  }
}

async function* scanRows(
  pieces: AsyncIterable<Element[]>,
  workbook: Workbook,
  isSurvey: boolean,
): AsyncGenerator<Row[]> {
  let rows: Row[] = []
  let number = 0
  let hasHeader = false
  for await (const elementsOfPiece of pieces) {
    for (const { attributes, inner } of elementsOfPiece) {
      number = Number(/\br="(\d+)"/.exec(attributes)?.[1] ?? number + 1)
      if (number > MOST_ROWS) throw invalid(`the sheet has more than ${MOST_ROWS} rows`)
      const isMarked = isSurvey && hasHeader
      const xml = isSurvey && !hasHeader ? Buffer.from(inner, 'latin1').toString() : inner
      const cells = isMarked ? markCells(inner) : readCells(xml, workbook)
      if (!cells.some((cell) => cell !== '')) continue
      rows.push({ number, cells })
      hasHeader = true
    }
    if (rows.length < BATCH) continue
    yield rows
    rows = []
  }
  yield rows
}

const CELL = /<(?:\w+:)?c(?=[\s/>])/g

/** A survey only needs to know whether a row has a value. */
const markCells = (row: string): string[] => (HAS_VALUE.test(row) ? ['x'] : [])
const HAS_VALUE = /<(?:\w+:)?[vt](?:\s[^<>]*)?>[^<]/

/** Parsed by hand: a regular expression per cell would dominate the cost. */
function readCells(row: string, workbook: Workbook): string[] {
  const cells: string[] = []
  let column = -1
  CELL.lastIndex = 0
  for (let found = CELL.exec(row); found; found = CELL.exec(row)) {
    const start = found.index + found[0].length
    const close = row.indexOf('>', start)
    if (close < 0) throw notClosed('c')
    const isEmpty = row.charCodeAt(close - 1) === SLASH
    const attributes = row.slice(start, isEmpty ? close - 1 : close)
    const place = attributeOf(attributes, ' r="')
    column = place === undefined ? column + 1 : columnOf(place)
    if (column >= MOST_COLUMNS) throw invalid(`a row has more than ${MOST_COLUMNS} cells`)
    CELL.lastIndex = close + 1
    if (isEmpty) continue
    const end = row.indexOf(`</${found[0].slice(1)}>`, close)
    if (end < 0) throw notClosed('c')
    CELL.lastIndex = end
    const value = readCell(attributes, row.slice(close + 1, end), workbook)
    if (value === '') continue
    while (cells.length < column) cells.push('')
    cells[column] = value
  }
  return cells
}

function attributeOf(attributes: string, name: string): string | undefined {
  const at = attributes.indexOf(name)
  if (at < 0) return undefined
  return attributes.slice(at + name.length, attributes.indexOf('"', at + name.length))
}

/** `A1` is 0, `Z9` is 25, `AA` is 26. */
const columnOf = (letters: string): number => {
  let number = 0
  for (let at = 0; at < letters.length; at++) {
    const code = letters.charCodeAt(at)
    if (code < 65 || code > 90) break
    number = number * 26 + code - 64
  }
  return number - 1
}

/** The content of `<v>`, which most cells consist of. */
function valueIn(cell: string): string {
  const isAlone = cell.startsWith('<v>') && cell.indexOf('<', 3) === cell.length - 4
  if (isAlone && cell.endsWith('</v>')) return cell.slice(3, -4)
  return elements(cell, 'v')[0]?.inner ?? ''
}

function readCell(attributes: string, inner: string, workbook: Workbook): string {
  const type = attributeOf(attributes, ' t="')
  if (type === 'inlineStr') return richText(inner)
  const value = valueIn(inner)
  if (value === '') return ''
  if (type === 's') return workbook.strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'true' : 'false'
  if (type !== undefined && type !== 'n') return plainText(value)
  const number = Number(value)
  if (Number.isNaN(number)) return plainText(value)
  const kind = workbook.formats[Number(attributeOf(attributes, ' s="') ?? -1)]
  if (kind === 'moment') return momentText(number, workbook.calendar)
  // Drops the rounding errors of the stored double.
  return kind === 'duration' ? durationText(number) : String(number)
}
