import { type Compiled, compile, type Shared, typed } from './boxed.ts'
import { DecisionError, type Scope } from './feel.ts'
import type { Decision, DecisionProblem, Knowledge, Model } from './model.ts'
import type { Fired } from './table.ts'
import { toFeel, toJson } from './values.ts'

/** One decision that was made on the way, in the order in which they were made. */
export type Made = { decision: string; name: string; value: unknown; tables: Fired[] }

export type Evaluation = { value: unknown; made: Made[]; warnings: string[] }

/** A model with every expression compiled. */
export type Ready = {
  model: Model
  problems: DecisionProblem[]
  evaluate: (decision: string, values: Scope) => Evaluation
}

/** How many different warnings one evaluation reports. */
const MOST_WARNINGS = 20

type Parts = { decisions: Map<string, Compiled>; functions: Map<string, Compiled> }

/** Compiles a model once; evaluating it parses nothing. */
export function prepareModel(model: Model): Ready {
  const problems = checkRequirements(model)
  const warnings = new Set<string>()
  const shared = share(model, problems, warnings)
  const compileAll = (all: Record<string, Decision | Knowledge>) =>
    new Map(
      Object.values(all).map(({ id, logic, needs }) => [
        id,
        compile(logic, namesOf(model, needs), shared),
      ]),
    )
  const parts = { functions: compileAll(model.functions), decisions: compileAll(model.decisions) }
  return {
    model,
    problems,
    evaluate: (decision, values) => {
      warnings.clear()
      const made: Made[] = []
      const value = make(decision, { model, parts, values, made, results: new Map() })
      return { value: toJson(value), made, warnings: [...warnings] }
    },
  }
}

function share(model: Model, problems: DecisionProblem[], warnings: Set<string>): Shared {
  return {
    types: model.types,
    warn: (message) => void (warnings.size < MOST_WARNINGS && warnings.add(message)),
    at: <Value>(element: string, act: () => Value): Value => {
      try {
        return act()
      } catch (error) {
        if (!(error instanceof DecisionError) && !(error instanceof RangeError)) throw error
        problems.push({ element, message: error.message })
        return (() => null) as Value
      }
    },
  }
}

const namesOf = ({ inputs, decisions, functions }: Model, needs: string[]): string[] =>
  needs.flatMap((need) => (inputs[need] ?? decisions[need] ?? functions[need])?.name ?? [])

type Making = {
  model: Model
  parts: Parts
  values: Scope
  made: Made[]
  /** Each decision is made once. */
  results: Map<string, unknown>
}

function make(id: string, making: Making): unknown {
  const { model, parts, results, made } = making
  if (results.has(id)) return results.get(id)
  const decision = model.decisions[id]
  const run = parts.decisions.get(id)
  if (!decision || !run) throw new DecisionError(`there is no decision "${id}"`)
  const { name, type, needs } = decision
  const scope: Scope = {}
  for (const need of needs) provide(need, scope, making)
  const tables: Fired[] = []
  const value = withName(name, () =>
    typed(run({ scope, tell: (fired) => tables.push(fired) }), type, model),
  )
  results.set(id, value)
  made.push({ decision: id, name, value: toJson(value), tables })
  return value
}

/** Gives a decision what it needs. */
function provide(need: string, scope: Scope, making: Making): void {
  const { inputs, decisions, types } = making.model
  const input = inputs[need]
  if (input) {
    const { name, type } = input
    scope[name] = withName(name, () => toFeel(making.values[name] ?? null, type, types))
  }
  const required = decisions[need]
  if (required) scope[required.name] = make(need, making)
  addFunction(need, scope, making)
}

/** A function finds those that it needs itself. */
function addFunction(id: string, scope: Scope, making: Making): void {
  const knowledge = making.model.functions[id]
  const run = making.parts.functions.get(id)
  if (!knowledge || !run || knowledge.name in scope) return
  const own: Scope = {}
  for (const need of knowledge.needs) addFunction(need, own, making)
  scope[knowledge.name] = run({ scope: own, tell: () => {} })
}

function withName<Value>(name: string, act: () => Value): Value {
  try {
    return act()
  } catch (error) {
    if (error instanceof RangeError) throw new DecisionError(`${name}: it is nested too deeply`)
    if (!(error instanceof DecisionError)) throw error
    throw new DecisionError(`${name}: ${error.message}`)
  }
}

/** Requirements lead to something that is there, and never back; a circle is cut where it is found. */
function checkRequirements({ decisions, functions, inputs }: Model): DecisionProblem[] {
  const all: Record<string, { id: string; needs: string[] }> = { ...decisions, ...functions }
  return Object.values(all).flatMap((each) => {
    const { id, needs } = each
    const missing = needs.filter((need) => !(need in all) && !(need in inputs))
    const isCircle = leadsTo(id, all)
    if (isCircle) each.needs = []
    return [
      ...missing.map((need) => ({
        element: id,
        message: `it requires "${need}", which is not there`,
      })),
      ...(isCircle ? [{ element: id, message: 'it requires itself' }] : []),
    ]
  })
}

function leadsTo(id: string, all: Record<string, { needs: string[] }>): boolean {
  const seen = new Set<string>()
  const waiting = [...(all[id]?.needs ?? [])]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === id) return true
    if (seen.has(next)) continue
    seen.add(next)
    waiting.push(...(all[next]?.needs ?? []))
  }
  return false
}

/** The decision that a file is about, the one that no other needs; or why there is no such one. */
export function mainDecision({ decisions }: Model): Decision | string {
  const needed = new Set(Object.values(decisions).flatMap(({ needs }) => needs))
  const [first, second] = Object.values(decisions).filter(({ id }) => !needed.has(id))
  if (!first) return 'the file has no decision'
  return second
    ? `"${first.id}" and "${second.id}" are both needed by no other decision: say which is meant with "decision"`
    : first
}
