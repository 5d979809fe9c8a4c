import type { Field } from '../fields/field-type.ts'
import { readCell } from '../fields/values.ts'
import { pathOf } from '../lib/app-path.ts'
import { invalid } from '../lib/errors.ts'
import { expandMoment } from './moments.ts'

/** Resolves names in cells. */
export type Names = {
  /** `app` is `crm/orders`. */
  item(app: string, name: string): string | undefined
  /** `user:anna`, `group:crm/managers`, `position:cfo`, `department:sales`. */
  unit(subject: string): string | undefined
}

export type Reading = { names: Names; start: Date }

/** The value of a cell in the wire format of its field; null for an empty one. */
export function wireOf(field: Field, cell: string, reading: Reading): unknown {
  if (cell.trim() === '') return null
  const special = readers[field.type]
  if (special) return special(field, cell, reading)
  const read = readCell(field, cell)
  return 'value' in read ? read.value : read.lookup.map((name) => find(field, name, reading))
}

/** Cells that differ from those of an import: they contain names instead of ids. */
const readers: Record<string, (field: Field, cell: string, reading: Reading) => unknown> = {
  DATETIME: (field, cell, { start }) => parse(field, expandMoment(cell, start)),
  ROLE: (_, cell, reading) => parts(cell).map((subject) => toRole(subject, reading)),
  REF_ITEM: (_, cell, reading) => parts(cell).map((path) => toReference(path, reading)),
  TABLE: (field, cell, reading) => ({
    rows: toRows(field, parse(field, cell) as Record<string, string>[], reading),
  }),
}

function parse(field: Field, cell: string): unknown {
  const read = readCell(field, cell)
  if ('value' in read) return read.value
  throw new Error(`a cell of ${field.type} cannot be looked up`)
}

const parts = (cell: string): string[] => cell.split(';').map((part) => part.trim())

function find(field: Field, name: string, { names }: Reading): string {
  const { app } = field as { app?: string }
  if (app !== undefined) return found(names.item(app, name), `item "${name}" in ${app}`)
  return unit(field.type === 'SYS_USER' ? `user:${name}` : name, names)
}

const unit = (subject: string, names: Names): string =>
  found(names.unit(subject), subject.replace(':', ' '))

/** Positions and departments are both `osnode` in roles. */
function toRole(subject: string, { names }: Reading) {
  const [kind = ''] = subject.split(':')
  const type = kind === 'user' || kind === 'group' ? kind : 'osnode'
  return { type, id: unit(subject, names) }
}

/** `crm/orders/Order 17`: what follows the second slash is the name. */
function toReference(path: string, { names }: Reading) {
  const [, namespace = '', code = '', name = ''] = /^([^/]*)\/([^/]*)\/(.*)$/.exec(path) ?? []
  const id = found(names.item(pathOf({ namespace, code }), name), `item "${path}"`)
  return { namespace, code, id }
}

/** A table is a JSON list of rows whose values are cells again. */
const toRows = (field: Field, rows: Record<string, string>[], reading: Reading) => {
  const { columns = {} } = field as { columns?: Record<string, Omit<Field, 'code'>> }
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([code, cell]) => {
        const column = found(columns[code], `column "${code}" in "${field.code}"`)
        return [code, wireOf({ ...column, code } as Field, cell, reading)]
      }),
    ),
  )
}

function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw invalid(`there is no ${what}`)
  return value
}
