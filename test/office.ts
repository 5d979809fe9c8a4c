import PizZip from 'pizzip'

// Creates and reads minimal Office files.

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument'

export function zip(parts: Record<string, string>): Buffer {
  const archive = new PizZip()
  for (const [path, text] of Object.entries(parts)) archive.file(path, text)
  return archive.generate({ type: 'nodebuffer', compression: 'DEFLATE' })
}

export function unzip(content: Buffer): Record<string, string> {
  const { files } = new PizZip(content)
  return Object.fromEntries(Object.entries(files).map(([path, file]) => [path, file.asText()]))
}

const types = (overrides: Record<string, string>) =>
  `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${Object.entries(
    overrides,
  )
    .map(([path, type]) => `<Override PartName="/${path}" ContentType="${TYPE}.${type}+xml"/>`)
    .join('')}</Types>`

const relations = (targets: Record<string, string>) =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${Object.entries(targets)
    .map(
      ([target, type], at) =>
        `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

export const paragraph = (...runs: string[]): string =>
  `<w:p>${runs.map((run) => `<w:r><w:t xml:space="preserve">${escaped(run)}</w:t></w:r>`).join('')}</w:p>`

export const table = (...rows: string[][]): string =>
  `<w:tbl><w:tblPr/><w:tblGrid/>${rows
    .map(
      (cells) =>
        `<w:tr>${cells.map((cell) => `<w:tc><w:tcPr/>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`,
    )
    .join('')}</w:tbl>`

export const makeDocx = (body: string, more: Record<string, string> = {}): Buffer =>
  zip({
    '[Content_Types].xml': types({ 'word/document.xml': 'wordprocessingml.document.main' }),
    '_rels/.rels': relations({ 'word/document.xml': 'officeDocument' }),
    'word/document.xml': `${HEAD}<w:document xmlns:w="${WORD}"><w:body>${body}<w:sectPr/></w:body></w:document>`,
    ...more,
  })

/** The paragraphs of a document, including those in tables. */
export const textOfDocx = (content: Buffer): string[] =>
  [...(unzip(content)['word/document.xml'] ?? '').matchAll(/<w:p[ >].*?<\/w:p>/gs)].map(([xml]) =>
    xml
      .replace(/<w:br\/>/g, '\n')
      .replace(/<[^>]+>/g, '')
      .replace(/&(amp|lt|gt|quot|apos);/g, (_, name) => NAMED[name] ?? ''),
  )

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export type MadeCell = string | number | { formula: string } | null
export type MadeSheet = {
  /** Row 1 first; empty rows are omitted from the file. */
  rows: MadeCell[][]
  /** XML after the rows: merged cells and the like. */
  after?: string
  /** Shared strings, as Excel writes them. */
  isShared?: boolean
}

export function makeXlsx(
  { rows, after = '', isShared = false }: MadeSheet,
  more: Record<string, string> = {},
) {
  const shared: string[] = []
  const cell = (value: MadeCell, place: string) => {
    if (value === null) return ''
    if (typeof value === 'number') return `<c r="${place}" s="0"><v>${value}</v></c>`
    if (typeof value === 'object')
      return `<c r="${place}"><f>${escaped(value.formula)}</f><v>0</v></c>`
    if (!isShared) return `<c r="${place}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
    return `<c r="${place}" t="s"><v>${shared.push(value) - 1}</v></c>`
  }
  const data = rows
    .map((cells, at) => {
      const text = cells
        .map((value, column) => cell(value, `${'ABCDEFG'[column]}${at + 1}`))
        .join('')
      return cells.length === 0 ? '' : `<row r="${at + 1}">${text}</row>`
    })
    .join('')
  return zip({
    '[Content_Types].xml': types({
      'xl/workbook.xml': 'spreadsheetml.sheet.main',
      'xl/worksheets/sheet1.xml': 'spreadsheetml.worksheet',
      'xl/sharedStrings.xml': 'spreadsheetml.sharedStrings',
    }),
    '_rels/.rels': relations({ 'xl/workbook.xml': 'officeDocument' }),
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets><calcPr calcId="1"/></workbook>`,
    'xl/_rels/workbook.xml.rels': relations({
      'worksheets/sheet1.xml': 'worksheet',
      'sharedStrings.xml': 'sharedStrings',
    }),
    'xl/worksheets/sheet1.xml': `${HEAD}<worksheet xmlns="${SHEET}"><sheetData>${data}</sheetData>${after}</worksheet>`,
    'xl/sharedStrings.xml': `${HEAD}<sst xmlns="${SHEET}">${shared.map((text) => `<si><r><t>${escaped(text.slice(0, 3))}</t></r><r><t>${escaped(text.slice(3))}</t></r></si>`).join('')}</sst>`,
    ...more,
  })
}

/** The cells of the first sheet by reference: texts, numbers, and formulas with "=". */
export function cellsOfXlsx(content: Buffer): Record<string, string | number> {
  const xml = unzip(content)['xl/worksheets/sheet1.xml'] ?? ''
  const cells = [...xml.matchAll(/<c r="(\w+)"[^>]*?(?:\/>|>(.*?)<\/c>)/gs)]
  return Object.fromEntries(
    cells.flatMap(([, place = '', inner = '']): [string, string | number][] => {
      const [, formula] = /<f>(.*?)<\/f>/s.exec(inner) ?? []
      const [, number] = /<v>(.*?)<\/v>/s.exec(inner) ?? []
      const [, text] = /<t[^>]*>(.*?)<\/t>/s.exec(inner) ?? []
      if (formula !== undefined) return [[place, `=${formula}`]]
      if (number !== undefined) return [[place, Number(number)]]
      return text === undefined ? [] : [[place, text]]
    }),
  )
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '&quot;')
