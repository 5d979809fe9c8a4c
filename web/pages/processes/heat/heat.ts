import type { ReplyOf } from '../../../client.ts'
import type { Mark, Marks } from '../diagram/viewer.ts'

export type Statistics = ReplyOf<'processes', 'statistics'>
export type Element = Statistics['elements'][number]
export type Measure = 'counts' | 'times'

const STEPS: Mark[] = ['heat-1', 'heat-2', 'heat-3', 'heat-4']

/** What a map is coloured by; steps that take no time say nothing about waiting. */
export const measured = (element: Element, measure: Measure): number =>
  measure === 'counts' ? element.entered : (element.meanSeconds ?? 0)

/** Four shades up to the largest value. Times differ by powers, so they are told apart by them. */
export function marksOf(elements: readonly Element[], measure: Measure): Marks {
  const scaled = (value: number) => (measure === 'counts' ? value : Math.log10(1 + value))
  const most = Math.max(...elements.map((each) => scaled(measured(each, measure))), 0)
  const marks = elements.flatMap((each) => {
    const value = scaled(measured(each, measure))
    const step = STEPS[Math.ceil((value / most) * STEPS.length) - 1]
    return value > 0 && step ? [[each.id, step] as const] : []
  })
  return Object.fromEntries(marks)
}
