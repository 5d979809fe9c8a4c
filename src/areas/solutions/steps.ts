import type { Body } from '../../definitions/kinds.ts'
import type { Field } from '../../fields/field-type.ts'
import { type AppShape, hasSameValues, indexesOf, isRewritten, type TableIndex } from './tables.ts'

type Status = { id: number; code: string; name: string }

/** One change to the table of an app. */
export type Step =
  | { do: 'create table'; app: AppShape }
  | { do: 'bring back app' }
  | { do: 'remove app' }
  | { do: 'add field'; field: Field }
  | { do: 'bring back field'; field: Field }
  | { do: 'convert field'; from: Field; to: Field }
  | { do: 'rename field'; from: Field; to: Field }
  | { do: 'remove field'; field: Field }
  /** `column` is the field whose values are there; absent for a new one. */
  | { do: 'require field'; field: Field; column: Field | undefined }
  /** `column` likewise; a converted one is checked where it is converted. */
  | { do: 'add index'; index: TableIndex; column: Field | undefined }
  | { do: 'drop index'; index: TableIndex }
  | { do: 'remove statuses'; statuses: Status[] }
  | { do: 'give status'; status: Status; known: number[] }

/** The previous state of an app: its fields, and removed fields that still have columns. */
export type OldApp = {
  shape: AppShape
  removed: readonly Field[]
  statuses: Body<'app'>['statuses']
  isDeleted: boolean
}
export type NewApp = { shape: AppShape; statuses: Body<'app'>['statuses'] }

/** The steps from one state to the other; indexes are dropped first and created last. */
export function planSteps(before: OldApp | undefined, after: NewApp | undefined): Step[] {
  if (!after) return before && !before.isDeleted ? [{ do: 'remove app' }] : []
  if (!before) return [{ do: 'create table', app: after.shape }]
  const renamed = renamedFields(before, after.shape)
  const rewritten = rewrittenFields(before, after.shape)
  const { added, dropped } = changedIndexes(
    withNewCodes(before.shape, renamed),
    after.shape,
    rewritten,
  )
  const fields = new Map(after.shape.fields.map((field) => [field.code, field]))
  return [
    ...(before.isDeleted ? [{ do: 'bring back app' } as const] : []),
    ...Array.from(renamed, ([to, from]) => ({ do: 'rename field', from, to }) as const),
    ...dropped.map((index) => ({ do: 'drop index', index }) as const),
    ...after.shape.fields.flatMap((field) => fieldSteps(before, field, renamed.get(field))),
    ...before.shape.fields
      .filter((field) => !fields.has(field.code) && !isAmong(renamed, field))
      .map((field) => ({ do: 'remove field', field }) as const),
    ...added.map((index) => {
      const column = renamedTo(renamed, index.field) ?? columnOf(before, index.field)
      const isKept = column && !rewritten.has(index.field)
      return { do: 'add index', index, column: isKept ? column : undefined } as const
    }),
    ...statusSteps(before.statuses, after.statuses),
  ]
}

/** Fields that were removed still have their columns. */
const columnOf = ({ shape, removed }: OldApp, code: string): Field | undefined =>
  [...shape.fields, ...removed].find((field) => field.code === code)

/** The new fields that have another code than before, each with the field that it was. */
export type Renamed = ReadonlyMap<Field, Field>

/** A field lists its former codes. When an older version of the app is applied again, the current field lists them. */
export function renamedFields(before: OldApp, after: AppShape): Renamed {
  const isKept = ({ code }: Field) => after.fields.some((field) => field.code === code)
  const gone = before.shape.fields.filter((field) => !isKept(field))
  const renamed = new Map<Field, Field>()
  for (const field of after.fields) {
    if (columnOf(before, field.code)) continue
    const old = gone.find((each) => hasBeen(field, each) || hasBeen(each, field))
    if (old && !isAmong(renamed, old)) renamed.set(field, old)
  }
  return renamed
}

const hasBeen = ({ renamedFrom = [] }: Field, { code }: Field): boolean =>
  renamedFrom.includes(code)

const isAmong = (renamed: Renamed, old: Field): boolean => [...renamed.values()].includes(old)

const renamedTo = (renamed: Renamed, code: string): Field | undefined =>
  Array.from(renamed).find(([to]) => to.code === code)?.[1]

const withNewCodes = (shape: AppShape, renamed: Renamed): AppShape => {
  const codes = new Map(Array.from(renamed, ([to, from]) => [from, to.code]))
  return {
    ...shape,
    fields: shape.fields.map((field) => ({ ...field, code: codes.get(field) ?? field.code })),
  }
}

function fieldSteps(before: OldApp, field: Field, renamed: Field | undefined): Step[] {
  const had = renamed ?? before.shape.fields.find(({ code }) => code === field.code)
  const column = renamed ?? columnOf(before, field.code)
  const required: Step[] =
    field.required && !had?.required ? [{ do: 'require field', field, column }] : []
  if (!column) return [{ do: 'add field', field }, ...required]
  if (renamed) return required
  if (!hasSameValues(column, field)) {
    return [{ do: 'convert field', from: column, to: field }, ...required]
  }
  return had ? required : [{ do: 'bring back field', field }, ...required]
}

const rewrittenFields = (before: OldApp, after: AppShape): Set<string> =>
  new Set(
    after.fields
      .filter((field) => {
        const column = columnOf(before, field.code)
        return column && !hasSameValues(column, field) && isRewritten(column, field)
      })
      .map(({ code }) => code),
  )

/** Dropping a column drops its index, so the index of a rewritten column is built again. */
function changedIndexes(before: AppShape, after: AppShape, rewritten: Set<string>) {
  const old = indexesOf(before)
  const wanted = indexesOf(after)
  const missingIn = (list: TableIndex[]) => (index: TableIndex) =>
    rewritten.has(index.field) || !list.some((each) => each.name === index.name)
  return { added: wanted.filter(missingIn(old)), dropped: old.filter(missingIn(wanted)) }
}

function statusSteps(before: Body<'app'>['statuses'], after: Body<'app'>['statuses']): Step[] {
  const old = before.flatMap(({ statuses }) => statuses)
  const wanted = after.flatMap(({ statuses }) => statuses)
  const [initial] = wanted
  // An app without statuses ignores the status numbers stored in its items.
  if (!initial) return []
  if (old.length === 0) {
    return [{ do: 'give status', status: initial, known: wanted.map(({ id }) => id) }]
  }
  const lost = old.filter(({ id }) => !wanted.some((status) => status.id === id))
  return lost.length > 0 ? [{ do: 'remove statuses', statuses: lost }] : []
}
