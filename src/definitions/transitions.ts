import { suggest } from '../lib/did-you-mean.ts'
import type { Body } from './kinds.ts'
import type { Path } from './source.ts'

type App = Pick<Body<'app'>, 'statuses' | 'transitions' | 'fields'>
type Statuses = Pick<App, 'statuses'>
type Issue = { path: Path; message: string; severity?: 'warning' }

/** The codes of the statuses that a rule names: `draft`, `work/*`, `*`. */
export function statusesIn({ statuses: groups }: Statuses, names: string[]): string[] {
  const codesOf = (name: string): string[] => {
    const [group, rest] = name.split('/')
    if (rest === undefined && name !== '*') return [name]
    return groups
      .filter(({ code }) => name === '*' || code === group)
      .flatMap(({ statuses }) => statuses.map(({ code }) => code))
  }
  return [...new Set(names.flatMap(codesOf))]
}

/** Unknown names are errors; an unreachable status is a warning. */
export function checkTransitions(app: App): Issue[] {
  const named = app.transitions.flatMap((transition, at) => [
    ...checkStatusNames(app, transition.from, ['transitions', at, 'from']),
    ...checkStatusNames(app, transition.to, ['transitions', at, 'to']),
    ...checkFieldNames(app, transition.requires, ['transitions', at, 'requires']),
  ])
  return named.length > 0 || app.transitions.length === 0 ? named : findUnreachable(app)
}

export function checkStatusNames(
  { statuses: groups }: Statuses,
  names: string[],
  path: Path,
): Issue[] {
  const codes = groups.flatMap(({ statuses }) => statuses.map(({ code }) => code))
  const all = groups.map(({ code }) => `${code}/*`)
  return names.flatMap((name, at) => {
    if (name === '*' || codes.includes(name) || all.includes(name)) return []
    const isGroup = name.endsWith('/*')
    const what = isGroup ? `status group "${name.slice(0, -2)}"` : `status "${name}"`
    const message = `unknown ${what}${suggest(name, isGroup ? all : codes)}`
    return [{ path: [...path, at], message }]
  })
}

export const checkFieldNames = (
  { fields }: Pick<App, 'fields'>,
  codes: string[],
  path: Path,
): Issue[] =>
  codes.flatMap((code, at) =>
    Object.hasOwn(fields, code)
      ? []
      : [
          {
            path: [...path, at],
            message: `unknown field "${code}"${suggest(code, Object.keys(fields))}`,
          },
        ],
  )

/** Items begin in the first status, and go on from there. */
function findUnreachable(app: App): Issue[] {
  const all = app.statuses.flatMap(({ statuses }, group) =>
    statuses.map(({ code }, at) => ({ code, path: ['statuses', group, 'statuses', at, 'code'] })),
  )
  const reached = new Set(all.slice(0, 1).map(({ code }) => code))
  // A set grows while it is walked through.
  for (const code of reached) {
    for (const { from, to } of app.transitions) {
      if (!statusesIn(app, from).includes(code)) continue
      for (const next of statusesIn(app, to)) reached.add(next)
    }
  }
  return all
    .filter(({ code }) => !reached.has(code))
    .map(({ code, path }) => ({
      path,
      message: `no transition leads to the status "${code}"`,
      severity: 'warning',
    }))
}
