import type { StoredApp } from '../../definitions/snapshot.ts'
import { statusesIn } from '../../definitions/transitions.ts'
import { memoize } from '../../lib/cache.ts'
import { statusSettings } from './statuses.ts'

export type Status = { id: number; code: string; name: string }

/** A transition from one status to another. There may be several for the same pair. */
export type Rule = {
  from: Status
  to: Status
  /** Absent = everybody. */
  by: readonly string[] | undefined
  requires: readonly string[]
  message: string | undefined
}

/** The transitions of an app, one per pair of statuses, in the order of the file. */
export const rulesOf = memoize((app: StoredApp): readonly Rule[] => {
  const byCode = new Map(statusSettings(app).statusItems.map((status) => [status.code, status]))
  const named = (names: string[]) =>
    statusesIn(app.body, names).flatMap((code) => byCode.get(code) ?? [])
  return app.body.transitions.flatMap(({ from, to, by, requires, message }) =>
    named(from).flatMap((start) =>
      named(to)
        .filter(({ id }) => id !== start.id)
        .map((end) => ({ from: start, to: end, by, requires, message })),
    ),
  )
})

/** Why a move is refused: nobody may, a process may, others may, or something is not filled in. */
export type Refusal = {
  reason: 'nobody' | 'process' | 'people' | 'fields'
  rule?: Rule
  missing: string[]
}

type Facts = {
  isNamed(by: readonly string[]): boolean
  isFilled(field: string): boolean
}

/** Undefined if a rule allows the transition; else the reason of the rule that comes closest. */
export function judge(rules: readonly Rule[], { isNamed, isFilled }: Facts): Refusal | undefined {
  let closest: Refusal = { reason: 'nobody', missing: [] }
  for (const rule of rules) {
    const refusal = judgeOne(rule, { isNamed, isFilled })
    if (!refusal) return undefined
    if (closeness(refusal) > closeness(closest)) closest = refusal
  }
  return closest
}

function judgeOne(rule: Rule, { isNamed, isFilled }: Facts): Refusal | undefined {
  if (rule.by && !isNamed(rule.by)) {
    const isForProcesses = rule.by.every((each) => each === 'process')
    return { reason: isForProcesses ? 'process' : 'people', rule, missing: [] }
  }
  const missing = rule.requires.filter((field) => !isFilled(field))
  return missing.length > 0 ? { reason: 'fields', rule, missing } : undefined
}

const CLOSENESS: Refusal['reason'][] = ['nobody', 'process', 'people', 'fields']
const closeness = ({ reason }: Refusal): number => CLOSENESS.indexOf(reason)
