import { isDeepStrictEqual } from 'node:util'
import { mainDecision, prepareModel, type Ready } from './evaluate.ts'
import { DecisionError } from './feel.ts'
import { elementLocations } from './locations.ts'
import type { DecisionProblem, Model } from './model.ts'
import { readDecisions } from './read.ts'

/** One line of a file of cases. */
export type Case = {
  decision?: string | undefined
  given: Record<string, unknown>
  expect: unknown
  rules?: number[] | undefined
}

export type LocatedProblem = DecisionProblem & { line: number; column: number }

export type Checked = {
  model?: Model
  problems: LocatedProblem[]
  /** The cases that do not hold, by their place in the list, and why. */
  failures: { at: number; message: string }[]
}

/** Everything that is wrong with a file of decisions, and which of its cases fail. */
export async function checkDecisions(
  xml: string,
  { decision, cases = [] }: { decision?: string | undefined; cases?: readonly Case[] },
): Promise<Checked> {
  const { model, problems } = await readDecisions(xml)
  const ready = model && prepareModel(model)
  const all = [
    ...problems,
    ...(ready?.problems ?? []),
    ...(model ? checkMain(model, decision) : []),
  ]
  const locations = elementLocations(xml)
  const located = all.map((problem) => ({
    ...(locations.get(problem.element) ?? { line: 1, column: 1 }),
    ...problem,
  }))
  if (!ready || all.some(({ severity }) => severity !== 'warning')) {
    return { problems: located, failures: [] }
  }
  const failures = cases.flatMap((each, at) => {
    const message = failureOf(ready, each, decision)
    return message === undefined ? [] : [{ at, message }]
  })
  return { model: ready.model, problems: located, failures }
}

function checkMain(model: Model, decision: string | undefined): DecisionProblem[] {
  if (decision === undefined) {
    const main = mainDecision(model)
    return typeof main === 'string' ? [{ element: '', message: main }] : []
  }
  return Object.hasOwn(model.decisions, decision)
    ? []
    : [{ element: '', message: `there is no decision "${decision}"` }]
}

/** The id of the decision that is asked for. */
export function askedFor(model: Model, decision: string | undefined): string {
  if (decision !== undefined && !Object.hasOwn(model.decisions, decision)) {
    throw new DecisionError(`there is no decision "${decision}"`)
  }
  const main = decision === undefined ? mainDecision(model) : model.decisions[decision]
  if (main === undefined || typeof main === 'string') {
    throw new DecisionError(main ?? 'the file has no decision')
  }
  return main.id
}

function failureOf(ready: Ready, { given, expect, rules, ...own }: Case, decision?: string) {
  try {
    const { value, made } = ready.evaluate(askedFor(ready.model, own.decision ?? decision), given)
    if (!isDeepStrictEqual(value, expect)) {
      return `expected ${JSON.stringify(expect)}, got ${JSON.stringify(value)}${rulesOf(made.at(-1))}`
    }
    const fired = made.at(-1)?.tables.flatMap((table) => table.rules.map(({ number }) => number))
    if (rules && !isDeepStrictEqual(fired, rules)) {
      return `expected the rules ${rules.join(', ')}, but ${fired?.join(', ') || 'none'} fired`
    }
    return undefined
  } catch (error) {
    if (!(error instanceof DecisionError)) throw error
    return error.message
  }
}

function rulesOf(made: { tables: { rules: { number: number }[] }[] } | undefined): string {
  const [table] = made?.tables ?? []
  if (!table) return ''
  const numbers = table.rules.map(({ number }) => number).join(', ')
  return numbers === '' ? ': no rule holds' : ` by rule ${numbers}`
}
