import type { Field } from '../../fields/field.ts'

export type Row = Record<string, unknown>

type Money = { cents: number; currency: string }

/** What can be drawn: a number, or an amount without its currency. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value
  if (typeof value === 'object' && value !== null && 'cents' in value) {
    return (value as Money).cents / 100
  }
  return 0
}

export const isNumber = ({ type }: Field): boolean =>
  ['INTEGER', 'FLOAT', 'MONEY', 'DURATION'].includes(type)

export const CHART_KINDS = ['bar', 'line', 'area', 'pie', 'donut'] as const
