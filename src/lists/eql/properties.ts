import type { Condition } from '../../fields/condition.ts'
import { fieldTypeOf } from '../../fields/registry.ts'
import { DELETED_AT, ID } from '../codes.ts'
import { type Fields, type FieldTarget, fieldOf, partOf } from '../path.ts'
import type { Property } from './ast.ts'
import type { Work } from './compile.ts'
import { fail, UnknownApp } from './tokens.ts'

/** The current row, and the rows around it. */
export type Scope = { row: number; fields: Fields; work: Work; parent?: Scope }

/** A property and its field; `wrap` turns a condition on it into one on the row the path starts at. */
export type ResolvedProperty = {
  target: FieldTarget
  isBehindLinks: boolean
  wrap(condition: Condition): Condition
}

export function resolveProperty(property: Property, scope: Scope): ResolvedProperty {
  const start = outwards(property, scope)
  try {
    return walk(start, property)
  } catch (error) {
    if (!(error instanceof Error) || error.message.startsWith('eql:')) throw error
    throw fail(error.message, property.at)
  }
}

function outwards({ scope: wanted, at }: Property, scope: Scope): Scope {
  if (wanted === 'own') return scope
  if (!scope.parent) throw fail(`"${wanted}." can only be used inside a sub-query`, at)
  let outer = scope.parent
  while (wanted === 'root' && outer.parent) outer = outer.parent
  return outer
}

/** `[company.owner.email]`: a part of a field, or a path through linked items. */
function walk(scope: Scope, property: Property, depth = 0): ResolvedProperty {
  const [code = '', ...rest] = property.path.slice(depth)
  const field = fieldOf(scope.fields, code)
  const type = fieldTypeOf(field.type)
  const part = rest.join('.')
  const link = type.link?.(field)
  const isLinked = link !== undefined && type.facets(field)['']?.kind.family === 'id'
  if (!isLinked || part === '' || Object.hasOwn(type.facets(field), part)) {
    return resolved(partOf(field, part), scope)
  }
  const inner = enter(scope, link, property.at)
  const behind = walk(inner, property, depth + 1)
  return {
    target: behind.target,
    isBehindLinks: true,
    wrap: (condition) => ({
      op: 'exists',
      rows: { from: link, row: inner.row, where: allLive(inner, behind.wrap(condition)) },
      match: {
        inner: { code: ID, part: '', row: inner.row },
        outer: { code, part: '', row: scope.row },
      },
    }),
  }
}

const resolved = (target: FieldTarget, { row }: Scope): ResolvedProperty => ({
  target: { ...target, path: { ...target.path, row } },
  isBehindLinks: false,
  wrap: (condition) => condition,
})

/** The scope of a sub-query. */
export const scopeInside = (parent: Scope, app: string, at: number): Scope => ({
  ...enter(parent, app, at),
  parent,
})

function enter({ work }: Scope, list: string, at: number): Scope {
  if (!work.fieldsOf) throw fail('this list cannot refer to other apps', at)
  const fields = work.fieldsOf(list)
  if (!fields) throw new UnknownApp(list, at)
  return { row: work.nextRow(), fields, work }
}

/** Deleted rows are not found through links and sub-queries. */
export const allLive = ({ row, fields }: Scope, where: Condition): Condition =>
  fields.has(DELETED_AT)
    ? { op: 'and', of: [{ op: 'empty', path: { code: DELETED_AT, part: '', row } }, where] }
    : where
