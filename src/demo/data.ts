import { parse } from 'csv-parse/sync'
import type { Body } from '../definitions/kinds.ts'
import type { SourceFile } from '../definitions/source.ts'
import type { Field } from '../fields/field-type.ts'
import { invalid } from '../lib/errors.ts'

export type Row = Record<string, string>

/** The parts of an app that are needed to turn rows into items. */
export type DataApp = {
  namespace: string
  code: string
  body: Body<'app'>
  fields: readonly Field[]
}

/** The demo items of one app: `data/crm.orders.csv`, one item per line. */
export type DataFile = { path: string; namespace: string; code: string; rows: Row[] }

export const readData = (files: readonly SourceFile[]): DataFile[] =>
  files.flatMap(({ path, content }) => {
    const [, namespace, code] = /^data\/([^/.]+)\.([^/.]+)\.csv$/.exec(path) ?? []
    if (namespace === undefined || code === undefined) return []
    return [{ path, namespace, code, rows: readRows(path, content) }]
  })

function readRows(path: string, content: Buffer): Row[] {
  try {
    return parse(content, { bom: true, columns: true }) as Row[]
  } catch (error) {
    throw invalid(`${path}: ${(error as Error).message}`)
  }
}

/** Columns that are not fields of the app. */
export const SYSTEM_COLUMNS = [
  '__name',
  '__status',
  '__statusChangedAt',
  '__createdAt',
  '__createdBy',
] as const

/** The name of an item: from the file, or from the name template of the app. */
export function nameOf({ body, fields }: DataApp, row: Row, index: string): string {
  if (body.nameTemplate === undefined) return row.__name ?? ''
  return body.nameTemplate.replace(/\{\$([^}]*)\}/g, (_, code: string) =>
    code === '__index' ? index : wordsOf(code, fields, row),
  )
}

/** Whether items can be referred to by name: not if the name contains a number assigned on insertion. */
export const hasKnownNames = ({ body }: DataApp): boolean =>
  !body.nameTemplate?.includes('{$__index}')

/** Cells contain the text that people read, except options, which have codes. */
function wordsOf(code: string, fields: readonly Field[], row: Row): string {
  const cell = row[code] ?? ''
  const field = fields.find((each) => each.code === code)
  const { options } = (field ?? {}) as { options?: Record<string, string> }
  return options?.[cell] ?? cell
}
