import { allOf, type Condition } from '../fields/condition.ts'
import { nameOf } from '../fields/table-filters.ts'
import { invalid } from '../lib/errors.ts'
import { DELETED_AT, ID, STATUS } from './codes.ts'
import { readFilter } from './filter.ts'
import { type Fields, type FieldTarget, targetOf } from './path.ts'
import type { ListRequest } from './request.ts'
import type { Source } from './source.ts'

export type Known = { fields: Fields } & Pick<Source, 'statuses' | 'asked' | 'related'>
type StatusItem = NonNullable<Source['statuses']>[number]

/** All restrictions of a request as one condition. */
export function conditionOf(request: ListRequest, known: Known): Condition {
  const { fields, asked, related } = known
  const parts = [readFilter(request.filter, { fields, asked, fieldsOf: related?.fieldsOf })]
  if (request.ids) {
    parts.push({ op: 'in', path: { code: ID, part: '' }, literals: request.ids })
  }
  if (request.active && fields.has(DELETED_AT)) {
    parts.push({ op: 'empty', path: { code: DELETED_AT, part: '' } })
  }
  return allOf([...parts, ...statusConditions(request, known, fields)])
}

/** Codes must exist; a group without statuses has no items. Only apps have statuses. */
function statusConditions(
  { statusCode, statusGroupId }: ListRequest,
  { statuses }: Known,
  fields: Fields,
): Condition[] {
  if (!statuses) return []
  // An app without statuses has no status column; then no item is in any group.
  const code = fields.has(STATUS) ? STATUS : ID
  const unknown = statusCode?.find((code) => !statuses.some((status) => status.code === code))
  if (unknown !== undefined) throw invalid(`unknown status code: ${unknown.slice(0, 100)}`)
  const among = (isWanted: (status: StatusItem) => boolean): Condition => ({
    op: 'in',
    path: { code, part: '' },
    literals: statuses.filter(isWanted).map(({ id }) => id),
  })
  return [
    ...(statusCode ? [among((status) => statusCode.includes(status.code))] : []),
    ...(statusGroupId ? [among(({ groupId }) => groupId === statusGroupId)] : []),
  ]
}

export type Order = { target: FieldTarget; ascending: boolean; nullsFirst: boolean }[]

type Sorted = { field: string; ascending: boolean; nulls?: 'first' | 'last' | undefined }

/** The requested order, with the id last so that pages never overlap. */
export function orderOf(sorts: readonly Sorted[], fields: Fields): Order {
  const order = sorts.map(({ field, ascending, nulls }) => {
    const target = targetOf(fields, field)
    if (target.facet.kind.isOrdered) return { target, ascending, nullsFirst: nulls === 'first' }
    throw invalid(`cannot sort by "${nameOf(target.path)}": ${target.field.type} has no order`)
  })
  return [...order, { target: targetOf(fields, ID), ascending: true, nullsFirst: false }]
}
