import type { Values } from './state.ts'

const PATH = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/
const LITERALS = new Set(['true', 'false', 'null'])

/** `order`, `order.customer.name`, `workspace.limit`: a path through variables, links and parameters. */
export const isPath = (text: string): boolean => PATH.test(text) && !LITERALS.has(text)

/** Where a value comes from: a path, split into keys, or an expression. */
export type Source = { text: string; keys?: string[] }

export const toSource = (text: string): Source =>
  isPath(text) ? { text, keys: text.split('.') } : { text }

/** Stands for a value that only the host can read. */
export const ELSEWHERE = Symbol('behind a link')

/** Follows a path as far as plain values go. */
export function follow(context: Values, keys: string[]): unknown {
  const [head = ''] = keys
  if (head === 'workspace' && !('workspace' in context)) return ELSEWHERE
  let value = context[head] ?? null
  for (let at = 1; at < keys.length; at++) {
    if (value === null) return null
    const key = keys[at] as string
    const isLink = typeof value !== 'object' || Array.isArray(value)
    if (isLink || (!(key in (value as Values)) && 'id' in (value as Values))) return ELSEWHERE
    value = (value as Values)[key] ?? null
  }
  return value
}
