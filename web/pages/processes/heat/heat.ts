import type { ReplyOf } from '../../../client.ts'
import type { Mark, Marks } from '../diagram/viewer.ts'

export type Statistics = ReplyOf<'processes', 'statistics'>
export type Element = Statistics['elements'][number]
export const MEASURES = ['counts', 'times', 'sla'] as const
export type Measure = (typeof MEASURES)[number]

/** Colours, from pale to dark. */
const LEVELS = [1, 2, 3, 4, 5] as const
export type Level = (typeof LEVELS)[number]

/** What a map is coloured by; steps that take no time say nothing about waiting. */
export function measured(element: Element, measure: Measure): number {
  if (measure === 'sla') return element.breaches + element.atRisk
  return measure === 'counts' ? element.entered : (element.meanSeconds ?? 0)
}

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400]
const times = (unit: number, ...counts: number[]) => counts.map((count) => count * unit)

/** Round times that people have a feeling for. */
const TIMES = [
  ...times(1, 1, 2, 5, 10, 15, 30),
  ...times(MINUTE, 1, 2, 5, 10, 15, 30),
  ...times(HOUR, 1, 2, 4, 8, 12),
  ...times(DAY, 1, 2, 3, 7, 14, 30, 60, 90, 180, 365, 3650),
]
const COUNTS = Array.from({ length: 12 }, (_, power) => times(10 ** power, 1, 2, 5)).flat()

/**
 * How far one colour reaches. The scale is linear and begins at nothing, so that a step which takes four times
 * as long is four colours on; its numbers are round, so that a legend can name them.
 */
export function scaleOf(values: readonly number[], measure: Measure): number {
  const reach = Math.max(...values, 0) / LEVELS.length
  const steps = measure === 'times' ? TIMES : COUNTS
  return steps.find((step) => step >= reach) ?? reach
}

/** The colour of a value; none for nothing. */
export function levelOf(value: number, scale: number): Level | undefined {
  if (value <= 0) return undefined
  return LEVELS[Math.min(Math.ceil(value / scale), LEVELS.length) - 1]
}

/** The colours that are in use, each with the largest value it stands for. */
export const legendOf = (values: readonly number[], scale: number): [Level, number][] => {
  const most = levelOf(Math.max(...values, 0), scale) ?? 0
  return LEVELS.filter((level) => level <= most).map((level) => [level, level * scale])
}

export function marksOf(elements: readonly Element[], measure: Measure): Marks {
  const scale = scaleOf(
    elements.map((each) => measured(each, measure)),
    measure,
  )
  const marks = elements.flatMap((each): [string, Mark][] => {
    const level = levelOf(measured(each, measure), scale)
    return level ? [[each.id, `heat-${level}`]] : []
  })
  return Object.fromEntries(marks)
}
