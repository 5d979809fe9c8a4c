import { makeDocx, makeXlsx, paragraph, unzip } from '../office.ts'
import { archiveOf, nameAttacks, zipAttacks } from './archives.ts'
import { type Attack, type Bait, harmless } from './attack.ts'

const entriesOf = (parts: Record<string, string>) =>
  Object.entries(parts).map(([name, content]) => ({ name, content }))

const ENTITY = (file: string) => `<!DOCTYPE r [<!ENTITY x SYSTEM "file://${file}">]>`
const LAUGHS = '<!DOCTYPE r [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;"><!ENTITY x "&b;&b;&b;">]>'
const DEEP = 50_000

/** One part of a document replaced. */
function changed(sound: Buffer, path: string, change: (xml: string) => string): Buffer {
  const parts = unzip(sound)
  return archiveOf(entriesOf({ ...parts, [path]: change(parts[path] ?? '') }))
}

const outside = (url: string) => (xml: string) =>
  xml.replace(
    '</Relationships>',
    `<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" Target="${url}" TargetMode="External"/></Relationships>`,
  )

const harmlessNames = (sound: Buffer): Attack[] =>
  nameAttacks(entriesOf(unzip(sound))).map((each) => ({ ...each, isHarmless: true }))

export function docxAttacks({ file, url }: Bait): Attack[] {
  const sound = makeDocx(paragraph('{title}'))
  const inText = (change: (xml: string) => string) => changed(sound, 'word/document.xml', change)
  return [
    ...zipAttacks(entriesOf(unzip(sound)), 'word/document.xml'),
    ...harmlessNames(sound),
    harmless(
      'an entity of a file',
      inText((xml) =>
        xml.replace('<w:document', `${ENTITY(file)}<w:document`).replace('{title}', '&x;'),
      ),
    ),
    harmless(
      'laughs',
      inText((xml) => xml.replace('<w:document', `${LAUGHS}<w:document`).replace('{title}', '&x;')),
    ),
    harmless(
      'elements inside each other',
      inText((xml) =>
        xml.replace('<w:sectPr/>', `${'<w:p>'.repeat(DEEP)}${'</w:p>'.repeat(DEEP)}`),
      ),
    ),
    harmless(
      'tags without an end',
      inText((xml) => xml.replace('<w:sectPr/>', '<w:t '.repeat(300_000))),
    ),
    harmless(
      'texts without an end',
      inText((xml) => xml.replace('<w:sectPr/>', '<w:t>'.repeat(300_000))),
    ),
    harmless('a template elsewhere', changed(sound, '_rels/.rels', outside(url))),
    harmless(
      'an archive inside',
      archiveOf([...entriesOf(unzip(sound)), { name: 'word/embeddings/a.docx', content: sound }]),
    ),
  ]
}

export function xlsxAttacks({ file, url }: Bait): Attack[] {
  const sound = makeXlsx({ rows: [['title'], ['one']], isShared: true })
  const SHEET = 'xl/worksheets/sheet1.xml'
  const inSheet = (change: (xml: string) => string) => changed(sound, SHEET, change)
  const rows = (xml: string) =>
    inSheet((sheet) =>
      sheet.replace(/<sheetData>.*<\/sheetData>/s, `<sheetData>${xml}</sheetData>`),
    )
  const cell = (place: string, text: string) =>
    `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
  return [
    ...zipAttacks(entriesOf(unzip(sound)), SHEET),
    ...harmlessNames(sound),
    harmless(
      'an entity of a file',
      inSheet((xml) =>
        xml
          .replace('<worksheet', `${ENTITY(file)}<worksheet`)
          .replace('<sheetData>', `<sheetData><row r="9">${cell('A9', '&x;')}</row>`),
      ),
    ),
    harmless(
      'laughs in its texts',
      changed(sound, 'xl/sharedStrings.xml', (xml) =>
        xml.replace('<sst', `${LAUGHS}<sst`).replace('one', '&x;'),
      ),
    ),
    harmless(
      'elements inside each other',
      inSheet((xml) =>
        xml.replace('<sheetData>', `${'<a>'.repeat(DEEP)}${'</a>'.repeat(DEEP)}<sheetData>`),
      ),
    ),
    harmless(
      'texts inside each other',
      changed(sound, 'xl/sharedStrings.xml', (xml) =>
        xml.replace('one', `${'<r>'.repeat(DEEP)}${'</r>'.repeat(DEEP)}`),
      ),
    ),
    harmless(
      'a million columns',
      rows(
        `<row r="1">${cell('A1', 'title')}</row><row r="2">${'<c><v>1</v></c>'.repeat(1_000_000)}</row>`,
      ),
    ),
    harmless(
      'a column far away',
      rows(`<row r="1">${cell('A1', 'title')}</row><row r="2">${cell('ZZZZZZZZZ2', 'x')}</row>`),
    ),
    harmless(
      'a row far away',
      rows(
        `<row r="1">${cell('A1', 'title')}</row><row r="4294967295">${cell('A4294967295', 'x')}</row>`,
      ),
    ),
    harmless(
      'a text that is not there',
      rows(
        `<row r="1">${cell('A1', 'title')}</row><row r="2"><c r="A2" t="s"><v>99999999999</v></c></row>`,
      ),
    ),
    harmless(
      'a formula that calls a program',
      rows(
        `<row r="1">${cell('A1', 'title')}</row><row r="2"><c r="A2"><f>cmd|'/c calc'!A0</f><v>7</v></c></row>`,
      ),
    ),
    harmless('data elsewhere', changed(sound, 'xl/_rels/workbook.xml.rels', outside(url))),
    harmless(
      'a sheet outside of the archive',
      changed(sound, 'xl/_rels/workbook.xml.rels', (xml) =>
        xml.replace('worksheets/sheet1.xml', `../../../../..${file}`),
      ),
    ),
  ]
}

const LONG = 20 * 1024 ** 2

export const csvAttacks = (): Attack[] => [
  harmless('one long line', `title\n${'a'.repeat(LONG)}\n`),
  harmless('one long title', 'a'.repeat(LONG)),
  harmless('a quote without an end', `title\n"${'a'.repeat(LONG)}`),
  harmless('a long cell in quotes in the title', `"${'a'.repeat(2 ** 20 - 10)}",title\n1,2\n`),
  harmless('many lines in one cell', `title\n"${'\n'.repeat(LONG)}"\n`),
  harmless('a million columns', `title\n${','.repeat(1_000_000)}\n`),
  harmless('a million titles', `${'title,'.repeat(1_000_000)}\n1\n`),
  harmless('nothing but quotes', '"'.repeat(LONG + 1)),
  harmless('nothing but line breaks', '\n'.repeat(LONG)),
  harmless('nothing but zero bytes', Buffer.alloc(1_000_000)),
  harmless(
    'half a character',
    Buffer.concat([Buffer.from('\ufefftitle\nab', 'utf16le'), Buffer.from([0xd8])]),
  ),
  harmless('formulas', `title\n"=cmd|'/c calc'!A0"\n@SUM(A1)\n`),
]
