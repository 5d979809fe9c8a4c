import type { Field } from '../../fields/field.ts'
import { isNumber, type Row } from './numbers.ts'

export type PivotColumn = { code: string; title: string; field: Field }
type Pivot = { columns: PivotColumn[]; rows: Row[] }

/**
 * The values of one column as columns: a row for each combination of the other columns that are no
 * numbers, and for each value the numbers of it.
 */
export function pivotOf(
  columns: readonly Field[],
  rows: readonly Row[],
  by: { code: string; texts: readonly string[] },
): Pivot {
  const keys = columns.filter((field) => field.code !== by.code && !isNumber(field))
  const numbers = columns.filter((field) => field.code !== by.code && isNumber(field))
  const values = [...new Set(by.texts)]
  const codeOf = (value: string, field: Field) => `${values.indexOf(value)}:${field.code}`
  const found = new Map<string, Row>()
  rows.forEach((row, at) => {
    const key = JSON.stringify(keys.map(({ code }) => row[code]))
    const whole = found.get(key) ?? Object.fromEntries(keys.map(({ code }) => [code, row[code]]))
    for (const field of numbers) whole[codeOf(by.texts[at] ?? '', field)] = row[field.code]
    found.set(key, whole)
  })
  const made = values.flatMap((value) =>
    numbers.map((field) => ({
      code: codeOf(value, field),
      title: numbers.length > 1 ? `${value} · ${field.view.name}` : value,
      field,
    })),
  )
  return {
    columns: [
      ...keys.map((field) => ({ code: field.code, title: field.view.name, field })),
      ...made,
    ],
    rows: [...found.values()],
  }
}
