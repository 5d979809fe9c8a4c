import { fieldTypeOf } from '../fields/registry.ts'
import { columnValues, readValue } from '../fields/values.ts'
import { pathOf } from '../lib/app-path.ts'
import { definitionId } from '../lib/codes.ts'
import { AppError, invalid } from '../lib/errors.ts'
import { type Reading, wireOf } from './cells.ts'
import {
  type DataApp,
  type DataFile,
  hasKnownNames,
  nameOf,
  type Row,
  SYSTEM_COLUMNS,
} from './data.ts'
import { expandMoment } from './moments.ts'

/** The data of one app, with the applied app. */
export type AppData = { solution: string; app: DataApp; file: DataFile }

/** The same line of the same file is the same item on every system. */
export const itemId = ({ solution, app }: AppData, line: number): string =>
  definitionId('item', pathOf(app), `${solution}:${line}`)

/** Ids are assigned before items are stored, so that files may refer to each other in any order. */
export const idsByName = (data: readonly AppData[]): ReadonlyMap<string, string> =>
  new Map(
    data.flatMap((each) =>
      each.file.rows.map((row, line) => {
        const { namespace, code } = each.app
        return [`${namespace}/${code}/${nameIn(each, row, line)}`, itemId(each, line)]
      }),
    ),
  )

/** Items whose names are not known yet are named by their line in the file: `#12`. */
const nameIn = ({ app }: AppData, row: Row, line: number): string =>
  hasKnownNames(app) ? nameOf(app, row, '') : `#${line + 1}`

/** The values of an item by column. */
export type ItemRow = Record<string, unknown>

/** Checks everything before anything is stored; errors have their line. */
export function toItems(data: AppData, numbers: readonly number[], reading: Reading): ItemRow[] {
  const unknown = Object.keys(data.file.rows[0] ?? {}).filter((column) => !isKnown(data, column))
  if (unknown.length > 0) throw invalid(`${data.file.path}: unknown column "${unknown[0]}"`)
  return data.file.rows.map((row, line) => {
    try {
      return {
        ...systemValues(data, { row, line, index: numbers[line] ?? 0 }, reading),
        ...fieldValues(data, row, reading),
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      throw invalid(`${data.file.path}, item ${line + 1}: ${error.message}`)
    }
  })
}

const isKnown = ({ app }: AppData, column: string): boolean =>
  app.fields.some(({ code }) => code === column) ||
  (SYSTEM_COLUMNS as readonly string[]).includes(column)

/** A field without a cell gets its default. */
function fieldValues({ app }: AppData, row: Row, reading: Reading): ItemRow {
  return Object.fromEntries(
    app.fields.flatMap((field) => {
      const wire = wireOf(field, row[field.code] ?? '', reading) ?? field.default ?? null
      const value = readValue(field, wire)
      if (field.required && value === null) throw invalid(`field "${field.code}" is required`)
      const values = columnValues(field, value)
      const columns = fieldTypeOf(field.type).columns(field)
      return columns.map(({ suffix }, at) => [field.code + suffix, values[at]])
    }),
  )
}

type DataRow = { row: Row; line: number; index: number }

function systemValues(
  data: AppData,
  { row, line, index }: DataRow,
  { names, start }: Reading,
): ItemRow {
  const createdAt = expandMoment(row.__createdAt ?? '-1d', start)
  const changedAt = row.__statusChangedAt ? expandMoment(row.__statusChangedAt, start) : null
  const author = names.unit(`user:${row.__createdBy}`)
  if (author === undefined) throw invalid(`there is no user ${row.__createdBy}`)
  return {
    __id: itemId(data, line),
    __index: index,
    __name: nameOf(data.app, row, String(index)),
    __createdAt: createdAt,
    __createdBy: author,
    __updatedAt: changedAt ?? createdAt,
    __updatedBy: author,
    __subscribers: [author],
    __status: statusOf(data.app, row.__status),
    __statusChangedAt: changedAt,
  }
}

function statusOf({ body }: DataApp, code: string | undefined): number | null {
  const statuses = body.statuses.flatMap((group) => group.statuses)
  if (statuses.length === 0) return null
  const status = statuses.find((each) => each.code === code)
  if (!status) throw invalid(`there is no status "${code}"`)
  return status.id
}
