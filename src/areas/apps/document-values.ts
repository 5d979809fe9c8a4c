import { dirname, join } from 'node:path/posix'
import type { StoredDefinition } from '../../definitions/snapshot.ts'
import type { Filling } from '../../documents/documents.ts'
import type { Field } from '../../fields/field-type.ts'
import { fieldTypeOf } from '../../fields/registry.ts'
import type { Context } from '../../platform/context.ts'
import { nameRoles } from '../people/groups/service.ts'
import { getSolutionFile } from '../solutions/service.ts'
import { type Reference, referencesIn } from './on-behalf.ts'

type Values = Record<string, unknown>

export type DocumentTemplate = StoredDefinition<'document'>

/** The names of these items, by id. */
type NameLinks = (references: readonly Reference[]) => Promise<ReadonlyMap<string, string>>
type Names = ReadonlyMap<string, string>
type Cell = { field: Field; value: unknown }

/** Values as a document shows them: links by the names of what they lead to. What is empty is left out. */
export async function documentValues(
  ctx: Context,
  {
    fields,
    values,
    nameLinks,
  }: {
    fields: ReadonlyMap<string, Field>
    values: Values
    nameLinks: NameLinks
  },
): Promise<Values> {
  const filled = Object.entries(values).filter(([, value]) => value !== null)
  const cells = filled.flatMap(([code, value]) => cellsIn(fields.get(code), value))
  const names: Names = new Map([
    ...(await nameRoles(ctx, cells.flatMap(subjectsIn))),
    ...(await nameLinks(cells.flatMap(linksIn))),
  ])
  return Object.fromEntries(
    filled.map(([code, value]) => [code, show(fields.get(code), value, names)]),
  )
}

/** The value itself, or what is in the rows of a table. */
function cellsIn(field: Field | undefined, value: unknown): Cell[] {
  if (!field) return []
  if (field.type !== 'TABLE') return [{ field, value }]
  return columnsOf(field).flatMap((column) =>
    rowsOf(value).flatMap((row) => cellsIn(column, row[column.code] ?? null)),
  )
}

export const columnsOf = (table: Field): Field[] => fieldTypeOf('TABLE').cells?.(table) ?? []

export const rowsOf = (value: unknown): Values[] =>
  (value as { rows?: Values[] } | null | undefined)?.rows ?? []

/** People, groups and places of the org chart. */
const SUBJECTS = ['SYS_USER', 'SYS_OSNODE', 'ROLE']
const LINKS = ['SYS_COLLECTION', 'REF_ITEM']

const idsIn = (value: unknown): string[] =>
  [value].flat().flatMap((each) => {
    const id = typeof each === 'string' ? each : (each as { id?: string } | null)?.id
    return id === undefined ? [] : [id]
  })

export const subjectsIn = ({ field, value }: Cell): string[] =>
  SUBJECTS.includes(field.type) ? idsIn(value) : []

const linksIn = ({ field, value }: Cell) =>
  LINKS.includes(field.type) ? referencesIn(field, value) : []

function show(field: Field | undefined, value: unknown, names: Names): unknown {
  if (!field || value === null || value === undefined) return value
  const named = (ids: string[]) => ids.flatMap((id) => names.get(id) ?? []).join(', ')
  if (SUBJECTS.includes(field.type)) return named(idsIn(value))
  if (LINKS.includes(field.type)) {
    return { __name: named(linksIn({ field, value }).map(({ id }) => id)) }
  }
  // A day is the same day in every time zone, and a time of day belongs to none.
  if (field.type === 'DATETIME' && field.kind === 'date') return String(value).slice(0, DAY)
  if (field.type === 'DATETIME' && field.kind === 'time') return String(value).slice(...CLOCK)
  if (field.type !== 'TABLE') return value
  const columns = columnsOf(field)
  const rows = rowsOf(value).map((row) => ({
    ...row,
    ...Object.fromEntries(
      columns
        .filter(({ code }) => code in row)
        .map((each) => [each.code, show(each, row[each.code], names)]),
    ),
  }))
  return { ...(value as object), rows }
}

/** Where hours and minutes are in `0001-01-01T14:30:00Z`. */
const CLOCK = [11, 16] as const
const DAY = '2026-01-01'.length

/** Fills a template of a solution. */
export async function fillTemplate(
  ctx: Context,
  { file, body, solution }: DocumentTemplate,
  filling: Omit<Filling, 'types'>,
): Promise<Buffer> {
  const content = await getSolutionFile(ctx, solution, join(dirname(file), body.file))
  return ctx.documents.fill(content, { ...filling, types: body.variables })
}

/** `.docx`, `.xlsx`. */
export const extensionOf = ({ body: { file } }: DocumentTemplate): string =>
  file.slice(file.lastIndexOf('.'))
