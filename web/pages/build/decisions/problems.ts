import type { Problem } from '../draft/types.ts'
import type { Table } from './table.ts'

/** What the server says begins with the element that it is about. */
const wordsOf = ({ element, message }: Problem): string =>
  element && message.startsWith(`${element}: `) ? message.slice(element.length + 2) : message

/** What is wrong with a table: at its cells, columns and rules, and otherwise. */
export function problemsOf(table: Table, problems: readonly Problem[]) {
  const ids = new Set([
    ...[...table.inputs, ...table.outputs].map(({ id }) => id),
    ...table.rules.flatMap(({ id, when, results }) => [
      id,
      ...[...when, ...results].map((cell) => cell.id),
    ]),
  ])
  const byElement = new Map<string, string>()
  const others: string[] = []
  for (const problem of problems) {
    const { element = '' } = problem
    const words = wordsOf(problem)
    if (ids.has(element))
      byElement.set(element, [byElement.get(element), words].filter(Boolean).join('; '))
    else others.push(words)
  }
  return { byElement, others }
}
