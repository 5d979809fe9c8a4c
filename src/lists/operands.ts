import { describe } from '../fields/checks.ts'
import { invalid } from '../lib/errors.ts'
import { type Fields, type FieldTarget, targetOf } from './path.ts'

/** One side of an operator. */
export type Operand =
  | { kind: 'field'; target: FieldTarget }
  | { kind: 'value'; value: unknown }
  | { kind: 'list'; values: unknown[] }

const EXPECTED = '{"field": …}, {"const": …}, {"list": […]} or {"null": ""}'

/** Plain values are constants; clients also write a bare null. */
export function readOperand(operand: unknown, fields: Fields, op: string): Operand {
  if (Array.isArray(operand)) return { kind: 'list', values: operand }
  if (typeof operand !== 'object' || operand === null) return { kind: 'value', value: operand }
  const [key, value] = Object.entries(operand)[0] ?? []
  switch (key) {
    case 'field':
      if (typeof value === 'string') return { kind: 'field', target: targetOf(fields, value) }
      throw invalid(`filter ${op}: expected the code of a field, received ${describe(value)}`)
    case 'const':
      return Array.isArray(value) ? { kind: 'list', values: value } : { kind: 'value', value }
    case 'list':
      if (Array.isArray(value)) return { kind: 'list', values: value }
      throw invalid(`filter ${op}: expected a list of values, received ${describe(value)}`)
    case 'null':
      return { kind: 'value', value: null }
    default:
      throw invalid(`filter ${op}: expected an operand ${EXPECTED}, received ${describe(operand)}`)
  }
}
