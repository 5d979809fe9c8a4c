import { isResource } from '../names.ts'
import type { Comparison, Filter, Value } from './parse.ts'

/** Whether a member of a list satisfies a filter: which of the `emails` a change means. */
export function holds(filter: Filter, member: unknown): boolean {
  switch (filter.kind) {
    case 'and':
      return holds(filter.left, member) && holds(filter.right, member)
    case 'or':
      return holds(filter.left, member) || holds(filter.right, member)
    case 'not':
      return !holds(filter.inner, member)
    case 'present':
      return valueAt(member, filter.path) !== undefined
    case 'compare':
      return compare(valueAt(member, filter.path), filter.comparison, filter.value)
    case 'some':
      return [valueAt(member, filter.path)].flat().some((each) => holds(filter.inner, each))
  }
}

function valueAt(member: unknown, path: string): unknown {
  let value: unknown = member
  for (const part of path.split('.')) value = isResource(value) ? value[part] : undefined
  return value ?? undefined
}

function compare(value: unknown, comparison: Comparison, wanted: Value): boolean {
  const [one, other] = [comparable(value), comparable(wanted)]
  switch (comparison) {
    case 'eq':
      return one === other
    case 'ne':
      return one !== other
    case 'co':
      return one.includes(other)
    case 'sw':
      return one.startsWith(other)
    case 'ew':
      return one.endsWith(other)
    case 'gt':
      return one > other
    case 'ge':
      return one >= other
    case 'lt':
      return one < other
    case 'le':
      return one <= other
  }
}

const comparable = (value: unknown): string => String(value ?? '').toLowerCase()

/** The values that a filter implies for a new member of the list. */
export function required(filter: Filter): Record<string, Value> {
  if (filter.kind === 'and') return { ...required(filter.left), ...required(filter.right) }
  if (filter.kind !== 'compare' || filter.comparison !== 'eq') return {}
  return { [filter.path]: filter.value }
}
