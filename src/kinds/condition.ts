import { and, or, type Sql } from '../platform/db/sql.ts'

/**
 * A condition on the facts of an object. A fact is a set of texts, such as the ids of a task's performers. The
 * same condition becomes SQL, or is evaluated on facts in memory.
 */
export type Condition =
  | { op: 'has'; fact: string; values: readonly string[] }
  /** The fact refers to an object of another kind that satisfies the condition of that kind. */
  | { op: 'through'; fact: string; kind: string }
  | { op: 'and' | 'or'; of: readonly Condition[] }

export const everything: Condition = { op: 'and', of: [] }
export const nothing: Condition = { op: 'or', of: [] }

const isEmpty = (condition: Condition): boolean => 'of' in condition && condition.of.length === 0
export const isEverything = (each: Condition): boolean => each.op === 'and' && isEmpty(each)
export const isNothing = (each: Condition): boolean => each.op === 'or' && isEmpty(each)

export const has = (fact: string, values: readonly string[]): Condition =>
  values.length === 0 ? nothing : { op: 'has', fact, values }

export const through = (fact: string, kind: string): Condition => ({ op: 'through', fact, kind })

export const both = (...of: Condition[]): Condition =>
  of.some(isNothing) ? nothing : { op: 'and', of: of.filter((each) => !isEverything(each)) }

/** Values of the same fact are combined. */
export function either(...of: Condition[]): Condition {
  const parts = of.flatMap((each) => (each.op === 'or' ? each.of : [each]))
  if (parts.some(isEverything)) return everything
  const sets = Map.groupBy(
    parts.filter((each) => each.op === 'has'),
    ({ fact }) => fact,
  )
  const merged = Array.from(sets, ([fact, all]) =>
    has(fact, [...new Set(all.flatMap(({ values }) => values))]),
  )
  const [only, ...others] = [...merged, ...parts.filter((each) => each.op !== 'has')]
  return only && others.length === 0 ? only : { op: 'or', of: only ? [only, ...others] : [] }
}

export type Facts = Readonly<Record<string, readonly string[]>>

/** A fact in the database, over the row `t`. */
export type Fact = {
  /** Its values, as an array of texts. */
  values: Sql
  /** Whether it contains one of these values, in a form that can use an index. */
  hasAny(values: readonly string[]): Sql
  /** Whether it contains one of the values a query selects. */
  hasAnyOf?(select: Sql): Sql
}
export type FactColumns = Readonly<Record<string, Fact>>

/** As a part of WHERE; `selects` returns the readable objects of other kinds. */
export function toSql(
  condition: Condition,
  facts: FactColumns,
  selects: ReadonlyMap<string, Sql> = new Map(),
): Sql {
  switch (condition.op) {
    case 'has':
      return factOf(facts, condition.fact).hasAny(condition.values)
    case 'through': {
      const select = selects.get(condition.kind)
      const part = select && factOf(facts, condition.fact).hasAnyOf?.(select)
      if (!part) throw new Error(`the fact ${condition.fact} leads to no ${condition.kind}`)
      return part
    }
    default: {
      const parts = condition.of.map((each) => toSql(each, facts, selects))
      return condition.op === 'and' ? and(parts) : or(parts)
    }
  }
}

function factOf(facts: FactColumns, name: string): Fact {
  const fact = facts[name]
  if (!fact) throw new Error(`there is no fact ${name}`)
  return fact
}

/** Which of these ids of another kind satisfy the condition of that kind. */
type Look = (kind: string, ids: readonly string[]) => Promise<ReadonlySet<string>>

/** The ids of the objects whose facts satisfy the condition. */
export async function pick(
  condition: Condition,
  objects: ReadonlyMap<string, Facts>,
  look: Look,
): Promise<Set<string>> {
  const those = (isSo: (facts: Facts) => boolean) =>
    new Set([...objects].filter(([, facts]) => isSo(facts)).map(([id]) => id))
  switch (condition.op) {
    case 'has':
      return those((facts) => holds(condition, facts))
    case 'through': {
      const named = [...objects.values()].flatMap((facts) => facts[condition.fact] ?? [])
      const open = await look(condition.kind, [...new Set(named)])
      return those((facts) => (facts[condition.fact] ?? []).some((id) => open.has(id)))
    }
    case 'or': {
      const found = await Promise.all(condition.of.map((each) => pick(each, objects, look)))
      return new Set(found.flatMap((ids) => [...ids]))
    }
    case 'and': {
      let rest = objects
      for (const each of condition.of) {
        const kept = await pick(each, rest, look)
        rest = new Map([...rest].filter(([id]) => kept.has(id)))
      }
      return new Set(rest.keys())
    }
  }
}

/** The same for one object and conditions without references to other kinds. */
export function holds(condition: Condition, facts: Facts): boolean {
  switch (condition.op) {
    case 'has': {
      const { fact, values } = condition
      return facts[fact]?.some((value) => values.includes(value)) ?? false
    }
    case 'and':
      return condition.of.every((each) => holds(each, facts))
    case 'or':
      return condition.of.some((each) => holds(each, facts))
    case 'through':
      throw new Error(`the fact ${condition.fact} alone does not tell`)
  }
}

/** The kinds that a condition refers to. */
export function throughsOf(condition: Condition): string[] {
  if (condition.op === 'through') return [condition.kind]
  return 'of' in condition ? [...new Set(condition.of.flatMap(throughsOf))] : []
}
