import { type SavedView, useListSettings } from '../apps/table/settings.ts'
import type { Report } from './list-page.tsx'
import { isNumber } from './numbers.ts'

export const KINDS = ['bar', 'line', 'area', 'pie', 'donut', 'none'] as const
export type Kind = (typeof KINDS)[number]
export type Choice = { kind: Kind; along: string; values: string[] }

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

type ReportSettings = Choice & { views: SavedView[] }

/** What a person has set for a report. */
export const useReportSettings = ({ namespace, code }: Report) =>
  useListSettings<ReportSettings>(`reports/${namespace}/${code}`.toLowerCase())

/** How a person wants to see a report, saved for the next time. */
export function useChoice(report: Report): [Choice, (choice: Choice) => void] {
  const { settings, save } = useReportSettings(report)
  const { kind, along, values } = settings
  const saved = kind && along !== undefined && values && { kind, along, values }
  return [saved && isGood(report, saved) ? saved : usualChoice(report), save]
}
