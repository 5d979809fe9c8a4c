import { type Parts, toZip, writeArchive } from './archive.ts'
import type { Format } from './format.ts'
import type { Used } from './template.ts'
import type { Values } from './values.ts'
import { all, parse, Sheet, textOf } from './xlsx/sheet.ts'

const SHEET = /^xl\/worksheets\/[^/]+\.xml$/
const SHARED = 'xl/sharedStrings.xml'
/** The calculation chain; Excel creates a new one if it is missing. */
const CHAIN = 'xl/calcChain.xml'

export function fillXlsx(parts: Parts, values: Values, format: Format): Buffer {
  const filled: Parts = new Map(parts)
  for (const [path, sheet] of sheetsOf(parts))
    filled.set(path, Buffer.from(sheet.fill(values, format)))
  forgetChain(filled)
  countOnOpening(filled)
  return writeArchive(toZip(filled))
}

export const listXlsx = (parts: Parts): Used[] =>
  sheetsOf(parts).flatMap(([, sheet]) => sheet.list())

function sheetsOf(parts: Parts): [path: string, Sheet][] {
  const shared = parts.get(SHARED)
  const texts = shared ? all(parse(SHARED, shared.toString()), 'si').map(textOf) : []
  return [...parts]
    .filter(([path]) => SHEET.test(path))
    .map(([path, content]) => [path, new Sheet(path, content.toString(), texts)])
}

function forgetChain(parts: Parts): void {
  if (!parts.delete(CHAIN)) return
  edit(parts, '[Content_Types].xml', (xml) => xml.replace(/<Override[^>]*calcChain[^>]*\/>/g, ''))
  edit(parts, 'xl/_rels/workbook.xml.rels', (xml) =>
    xml.replace(/<Relationship [^>]*calcChain[^>]*\/>/g, ''),
  )
}

function countOnOpening(parts: Parts): void {
  edit(parts, 'xl/workbook.xml', (xml) => {
    if (/<calcPr[^>]*fullCalcOnLoad/.test(xml)) return xml
    return xml.replace(/<calcPr/, '<calcPr fullCalcOnLoad="1"')
  })
}

function edit(parts: Parts, path: string, change: (xml: string) => string): void {
  const content = parts.get(path)
  if (content) parts.set(path, Buffer.from(change(content.toString())))
}
