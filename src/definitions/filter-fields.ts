import type { Path } from './source.ts'

/** Fields that a filter names; EQL is checked when it runs. */
export function fieldsInFilter(filter: unknown, path: Path): [code: string, path: Path][] {
  if (typeof filter !== 'object' || filter === null) return []
  return Object.entries(filter).flatMap(([key, value]): [string, Path][] => {
    const at = [...path, key]
    if (key === 'eql') return []
    if (key === 'field' && typeof value === 'string') return [[value, at]]
    if (key === 'tf' && typeof value === 'object' && value !== null) {
      return Object.keys(value).map((code) => [code, [...at, code]])
    }
    return fieldsInFilter(value, at)
  })
}
