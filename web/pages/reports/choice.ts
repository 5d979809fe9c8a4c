import { useQueryClient } from '@tanstack/react-query'
import { keyOf, useApi, useChange } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import type { Report } from './list-page.tsx'
import { isNumber } from './numbers.ts'

export const KINDS = ['bar', 'line', 'area', 'pie', 'donut', 'none'] as const
export type Kind = (typeof KINDS)[number]
export type Choice = { kind: Kind; along: string; values: string[] }

const keyFor = ({ namespace, code }: Report) => `reports/${namespace}/${code}`.toLowerCase()

/** As the definition draws it, or along the first column that is no number; over time as a line. */
export function usualChoice({ columns, chart }: Report): Choice {
  if (chart) return chart
  const numbers = columns.filter(isNumber)
  const along = columns.find((column) => !isNumber(column)) ?? columns[0]
  const kind = numbers.length === 0 ? 'none' : along?.type === 'DATETIME' ? 'line' : 'bar'
  const first = numbers.find(({ code }) => code !== along?.code)
  return { kind, along: along?.code ?? '', values: first ? [first.code] : [] }
}

/** Columns may have gone since it was chosen. */
function isGood(report: Report, choice: Choice): boolean {
  const codes = report.columns.map(({ code }) => code)
  return codes.includes(choice.along) && choice.values.every((each) => codes.includes(each))
}

/** How a person wants to see a report, saved for the next time. */
export function useChoice(report: Report): [Choice, (choice: Choice) => void] {
  const queries = useQueryClient()
  const key = keyFor(report)
  const { data } = useApi('workplace', 'getSettings', {}, { fresh: 600_000 })
  const save = useChange('workplace', 'saveSetting')
  const saved = data?.settings[key] as Choice | undefined
  const choice = saved && isGood(report, saved) ? saved : usualChoice(report)
  const choose = (value: Choice) => {
    // It is drawn at once; the server only keeps it.
    queries.setQueryData<ReplyOf<'workplace', 'getSettings'>>(
      keyOf('workplace', 'getSettings'),
      (known) => known && { ...known, settings: { ...known.settings, [key]: value } },
    )
    save.mutate({ params: { key }, input: { value } })
  }
  return [choice, choose]
}
