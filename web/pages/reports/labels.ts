import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../../texts/index.ts'
import { textsOf } from './cells.ts'
import type { Report } from './list-page.tsx'
import type { Row } from './numbers.ts'

/** The texts of a column: people and items by name. */
export function useLabels(
  report: Report,
  code: string,
  rows: readonly Row[],
): string[] | undefined {
  const language = useLanguage()
  const field = report.columns.find((column) => column.code === code)
  const { data } = useQuery({
    queryKey: ['labels', language, field, rows.map((row) => row[code])],
    queryFn: () => (field ? textsOf(field, [...rows], language) : []),
    staleTime: 60_000,
  })
  return data
}
