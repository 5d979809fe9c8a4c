import { Readable } from 'node:stream'
import yazl from 'yazl'

/** The type of a column; text by default. */
export type ColumnKind = 'text' | 'number' | 'date' | 'moment'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const PARTS: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Items" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}

type Cells = readonly (string | null)[]

/** Streams a workbook with one sheet; the first row is the header. */
export function writeXlsx(rows: AsyncIterable<Cells>, kinds: readonly ColumnKind[]): Readable {
  const zip = new yazl.ZipFile()
  for (const [name, xml] of Object.entries(PARTS)) {
    zip.addBuffer(Buffer.from(HEAD + xml), name)
  }
  const sheet = Readable.from(sheetXml(rows, kinds))
  const output = zip.outputStream as Readable
  sheet.on('error', (error) => output.destroy(error))
  output.once('close', () => sheet.destroy())
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml')
  zip.end()
  return output
}

async function* sheetXml(
  rows: AsyncIterable<Cells>,
  kinds: readonly ColumnKind[],
): AsyncGenerator<Buffer> {
  let xml = `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`
  let number = 0
  for await (const cells of rows) {
    number++
    const ofRow = number === 1 ? [] : kinds
    xml += `<row r="${number}">${cells.map((cell, at) => cellXml(cell, ofRow[at])).join('')}</row>`
    if (xml.length < 65_536) continue
    yield Buffer.from(xml)
    xml = ''
  }
  yield Buffer.from(`${xml}</sheetData></worksheet>`)
}

function cellXml(cell: string | null, kind: ColumnKind = 'text'): string {
  if (cell === null || cell === '') return '<c/>'
  if (kind === 'number' && isExact(cell)) return `<c><v>${cell}</v></c>`
  if (kind === 'date' || kind === 'moment') {
    const serial = serialOf(cell)
    if (serial !== undefined) return `<c s="${kind === 'date' ? 1 : 2}"><v>${serial}</v></c>`
  }
  return `<c t="inlineStr"><is><t xml:space="preserve">${escapeText(cell)}</t></is></c>`
}

/** A number that a spreadsheet stores without loss. */
const isExact = (text: string): boolean => String(Number(text)) === text

/** Programs disagree about days before March 1900: they stay text. */
const FIRST = Date.UTC(1900, 2, 1)
const DAY = 86_400_000
const DAY_ZERO = Date.UTC(1899, 11, 30)

function serialOf(text: string): number | undefined {
  const time = Date.parse(text)
  return Number.isNaN(time) || time < FIRST ? undefined : (time - DAY_ZERO) / DAY
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Characters that XML forbids, and text that looks like such an escape, are written as `_x…_`. */
const escapeText = (text: string): string =>
  text
    .replaceAll(/_(?=x[\dA-F]{4}_)/g, '_x005F_')
    .replaceAll(/[&<>]/g, (char) => ESCAPES[char] ?? char)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is about exactly these
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000d\u000e-\u001f\ufffe\uffff]/g, (char) => {
      const hex = char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
      return `_x${hex}_`
    })
