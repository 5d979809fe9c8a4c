import type { Expressions } from './expressions/expression.ts'
import type { Values } from './state.ts'

/** One row of a decision: when its condition holds (or has none), its values are set. */
export type Rule = { when?: string | object; then: Values }

/** The values of the first rule that holds; none if no rule does. */
export function decide(text: string, { holds }: Expressions, context: Values): Values {
  const rule = parseDecision(text).find(
    ({ when }) => when === undefined || holds(conditionText(when), context),
  )
  return rule?.then ?? {}
}

/** `[{"when": "amount > 100", "then": {"level": "high"}}, {"then": {"level": "low"}}]` */
export function parseDecision(text: string): Rule[] {
  const rules: unknown = JSON.parse(text)
  const isRule = (rule: unknown) => typeof (rule as Partial<Rule> | null)?.then === 'object'
  if (!Array.isArray(rules) || !rules.every(isRule)) {
    throw new Error('a decision is a list of rules, each with "then" and optionally "when"')
  }
  return rules
}

export const conditionText = (when: string | object): string =>
  typeof when === 'string' ? when : JSON.stringify(when)
