import type { ModelProblem } from '../../../../src/engine/model.ts'

/** A problem of the diagram on its element; empty for the process as a whole. */
export type ElementProblem = {
  element: string
  name: string
  message: string
  severity: 'error' | 'warning'
}

export const toElementProblem = ({
  element,
  name,
  message,
  severity,
}: ModelProblem): ElementProblem => ({
  element,
  name,
  message,
  severity: severity ?? 'error',
})

type ServerProblem = { message: string; severity: 'error' | 'warning' }

/** What the server says of a diagram begins with the element: `Look at it (look): …`. */
const TOLD = /^(?:(.*) \(([^\s()]+)\)|([^\s:]+)): (.*)$/s

/** Adds what only the server can know to what was found here. */
export function withServerProblems(
  own: readonly ElementProblem[],
  told: readonly ServerProblem[],
): ElementProblem[] {
  const known = new Set(own.map(keyOf))
  const others = told.map(fromServer).filter((each) => !known.has(keyOf(each)))
  return [...own, ...others]
}

const keyOf = ({ element, message }: ElementProblem): string => `${element} ${message}`

function fromServer({ message, severity }: ServerProblem): ElementProblem {
  const [, name = '', named, bare, text] = TOLD.exec(message) ?? []
  const element = named ?? bare
  if (element === undefined || text === undefined)
    return { element: '', name: '', message, severity }
  return { element, name, message: text, severity }
}
