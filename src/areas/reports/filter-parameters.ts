import { parameterOf } from '../../definitions/report-query.ts'

/** The condition around it is left out. */
const LEFT_OUT = Symbol('left out')

/**
 * A filter with the values of parameters in the place of `{parameter: code}`. A condition on a
 * parameter that has no value is left out, so that an empty parameter means "all".
 */
export function fillIn(filter: unknown, values: ReadonlyMap<string, unknown>): object {
  const filled = fill(filter, values)
  return filled === LEFT_OUT ? {} : (filled as object)
}

function fill(value: unknown, values: ReadonlyMap<string, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => fill(each, values))
  const code = parameterOf(value)
  if (code !== undefined) return values.get(code) ?? LEFT_OUT
  const filled = Object.entries(value).map(([key, each]) => [key, fill(each, values)] as const)
  const entries = filled.map(([key, each]) => [key, inPlace(key, each)] as const)
  const kept = entries.filter(([, each]) => each !== LEFT_OUT)
  if (kept.length < entries.length && kept.length === 0) return LEFT_OUT
  const hasOpenSide = filled.some(([, each]) => each === LEFT_OUT)
  return hasOpenSide && isOpenRange(kept) ? LEFT_OUT : Object.fromEntries(kept)
}

/** One side of a range can be open; the members of a list can be fewer; others need both sides. */
function inPlace(key: string, value: unknown): unknown {
  if (key === 'min' || key === 'max') return value === LEFT_OUT ? null : value
  if (!Array.isArray(value) || !value.includes(LEFT_OUT)) return value
  if (key !== 'and' && key !== 'or') return LEFT_OUT
  const kept = value.filter((each) => each !== LEFT_OUT)
  return kept.length === 0 ? LEFT_OUT : kept
}

const isOpenRange = (kept: readonly (readonly [string, unknown])[]): boolean =>
  kept.every(([key, value]) => (key === 'min' || key === 'max') && value === null)
