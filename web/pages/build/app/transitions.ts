export type Status = { id: number; code: string; name: string; colour?: string }
export type StatusGroup = { code: string; name: string; statuses: Status[] }
/** A rule as a file has it: one name may stand alone. */
export type Transition = {
  from: string | string[]
  to: string | string[]
  by?: string[]
  requires?: string[]
  message?: string
}

const listOf = (names: string | string[] | undefined): string[] =>
  names === undefined ? [] : [names].flat()

/** The statuses that a rule names: `draft`, `work/*`, `*`. */
export function statusesIn(groups: readonly StatusGroup[], names: string | string[]): string[] {
  const codes = listOf(names).flatMap((name) => {
    if (name !== '*' && !name.endsWith('/*')) return [name]
    return groups
      .filter(({ code }) => name === '*' || `${code}/*` === name)
      .flatMap(({ statuses }) => (statuses ?? []).map(({ code }) => code))
  })
  return [...new Set(codes)]
}

const covers = (groups: readonly StatusGroup[], rule: Transition, from: string, to: string) =>
  statusesIn(groups, rule.from).includes(from) && statusesIn(groups, rule.to).includes(to)

/** Whether a rule lets one status follow another. */
export const isAllowed = (
  groups: readonly StatusGroup[],
  rules: readonly Transition[],
  { from, to }: { from: string; to: string },
): boolean => rules.some((rule) => covers(groups, rule, from, to))

/** The rules with one way more, or without it; of a rule for many only that way is taken out. */
export function toggleWay(
  groups: readonly StatusGroup[],
  rules: readonly Transition[],
  { from, to }: { from: string; to: string },
): Transition[] {
  if (!isAllowed(groups, rules, { from, to })) return [...rules, { from, to }]
  return rules.flatMap((rule) => {
    if (!covers(groups, rule, from, to)) return [rule]
    const [starts, ends] = [statusesIn(groups, rule.from), statusesIn(groups, rule.to)]
    return [
      { ...rule, from: starts.filter((code) => code !== from), to: rule.to },
      { ...rule, from, to: ends.filter((code) => code !== to) },
    ].flatMap(shortened)
  })
}

/** Without empty rules; a list of one is that one. */
function shortened(rule: Transition): Transition[] {
  const [from, to] = [alone(rule.from), alone(rule.to)]
  return from.length === 0 || to.length === 0 ? [] : [{ ...rule, from, to }]
}

const alone = (names: string | string[]): string | string[] =>
  Array.isArray(names) && names.length === 1 ? (names[0] ?? '') : names

/** Items store the number of their status, so an old one is never given again. */
export const nextStatusId = (groups: readonly StatusGroup[]): number =>
  Math.max(0, ...groups.flatMap(({ statuses }) => (statuses ?? []).map(({ id }) => Number(id)))) + 1
