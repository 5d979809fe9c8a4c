import type { Field } from '../../fields/field.ts'
import { idsOf } from '../../fields/linked.tsx'
import { listNamed, type Source } from '../../fields/names.ts'
import { numberOf, type Row } from './numbers.ts'

/** Where the ids of a column lead to. */
function sourceOf({ type, data }: Field): Source | undefined {
  if (type === 'SYS_USER') return 'users'
  return type === 'SYS_COLLECTION' ? `${data.namespace}/${data.code}` : undefined
}

type Option = { code: string; name: string }

const DATES: Record<string, Intl.DateTimeFormatOptions> = {
  date: { dateStyle: 'medium', timeZone: 'UTC' },
  time: { timeStyle: 'short', timeZone: 'UTC' },
  datetime: { dateStyle: 'medium', timeStyle: 'short' },
}

function plainText(field: Field, value: unknown, language: string): string {
  if (value === null || value === undefined) return ''
  if (field.type === 'DATETIME' && typeof value === 'string') {
    const format = new Intl.DateTimeFormat(language, DATES[String(field.data.kind ?? 'datetime')])
    return format.format(new Date(value))
  }
  if (field.type === 'CATEGORY') {
    const options = (field.data.enumItems ?? []) as Option[]
    const nameOf = (code: string) => options.find((each) => each.code === code)?.name ?? code
    const chosen = (Array.isArray(value) ? value : [value]) as (Option | string)[]
    return chosen.map((each) => nameOf(typeof each === 'string' ? each : each.code)).join(', ')
  }
  if (field.type === 'MONEY') return String(numberOf(value))
  if (field.type === 'STATUS') return statusName(field, value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function statusName({ data }: Field, value: unknown): string {
  const { status } = value as { status: number }
  const all = (data.statusItems ?? []) as { id: number; name: string }[]
  return all.find(({ id }) => id === status)?.name ?? String(status)
}

/** The texts of one column, with names in place of ids; asked for where there are any. */
export async function textsOf(field: Field, rows: Row[], language: string): Promise<string[]> {
  const source = sourceOf(field)
  if (!source) return rows.map((row) => plainText(field, row[field.code], language))
  const ids = [...new Set(rows.flatMap((row) => idsOf(row[field.code])))]
  const found = ids.length > 0 ? await listNamed(source, { ids, size: ids.length }) : []
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return rows.map((row) =>
    idsOf(row[field.code])
      .map((id) => names.get(id) ?? '')
      .join(', '),
  )
}
