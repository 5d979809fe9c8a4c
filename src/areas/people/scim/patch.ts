import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../../lib/errors.ts'
import { readResource, spelled } from './attributes.ts'
import { refused } from './errors.ts'
import { holds, required } from './filter/holds.ts'
import { type Path, parsePath } from './filter/parse.ts'
import { isResource, type Resource } from './names.ts'

type Action = 'add' | 'replace' | 'remove'
export type Change = { action: Action; path: Path | undefined; value: unknown }

const MOST = 1000

/** The changes of a PATCH. Those that cannot be read are told apart, and the others still count. */
export function readChanges(sent: unknown): { changes: Change[]; problems: AppError[] } {
  const list = isResource(sent) && (spelledKey(sent, 'operations') ?? undefined)
  if (!Array.isArray(list)) throw refused('invalidSyntax', 'expected a list "Operations"')
  if (list.length > MOST) throw refused('tooMany', `expected at most ${MOST} operations`)
  const changes: Change[] = []
  const problems: AppError[] = []
  for (const each of list) tryTo(problems, () => changes.push(readChange(each)))
  return { changes, problems }
}

export function tryTo(problems: AppError[], work: () => unknown): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    problems.push(error)
  }
}

const spelledKey = (sent: Resource, name: string): unknown =>
  Object.entries(sent).find(([key]) => key.toLowerCase() === name)?.[1]

function readChange(sent: unknown): Change {
  if (!isResource(sent)) throw refused('invalidSyntax', 'expected an operation to be an object')
  const action = String(spelledKey(sent, 'op')).toLowerCase()
  if (action !== 'add' && action !== 'replace' && action !== 'remove') {
    throw refused('invalidSyntax', 'expected "op" to be add, replace or remove')
  }
  const path = spelledKey(sent, 'path')
  const value = spelledKey(sent, 'value')
  if (typeof path !== 'string' || path === '') {
    if (action === 'remove') throw refused('invalidPath', 'an operation "remove" needs a path')
    return { action, path: undefined, value: readResource(value) }
  }
  try {
    return { action, path: parsePath(path), value: spelled(value) }
  } catch {
    throw refused('invalidPath', `cannot read the path "${path.slice(0, 200)}"`)
  }
}

/** The resource after the changes. */
export function applyChanges(
  resource: Resource,
  changes: readonly Change[],
  problems: AppError[],
): Resource {
  const changed = structuredClone(resource)
  for (const { action, path, value } of changes) {
    tryTo(problems, () => {
      if (path) change(changed, action, path, value)
      else
        for (const [name, each] of Object.entries(value as Resource))
          set(changed, action, name, each)
    })
  }
  return changed
}

function change(resource: Resource, action: Action, path: Path, value: unknown): void {
  const { name, where, sub } = path
  if (where) changeMembers(resource, action, { name, where, sub }, value)
  else if (sub === undefined) set(resource, action, name, value)
  else if (Array.isArray(resource[name])) {
    for (const each of resource[name]) if (isResource(each)) set(each, action, sub, value)
  } else {
    const inner = isResource(resource[name]) ? resource[name] : {}
    const [first = '', ...rest] = sub.split('.')
    const deeper = rest.length > 0 ? rest.join('.') : undefined
    change(inner, action, { name: first, where: undefined, sub: deeper }, value)
    resource[name] = inner
  }
}

function changeMembers(
  resource: Resource,
  action: Action,
  { name, where, sub }: Path & { where: NonNullable<Path['where']> },
  value: unknown,
): void {
  const list = [resource[name] ?? []].flat()
  const meant = list.filter((each) => holds(where, each))
  if (action === 'remove' && sub === undefined) {
    resource[name] = list.filter((each) => !meant.includes(each))
    return
  }
  if (meant.length === 0 && action !== 'remove') {
    const fresh: Resource = { ...required(where) }
    list.push(fresh)
    meant.push(fresh)
  }
  for (const each of meant) {
    if (!isResource(each)) continue
    if (sub !== undefined) set(each, action, sub, value)
    else if (isResource(value)) Object.assign(each, value)
    else each.value = value
  }
  resource[name] = list
}

function set(resource: Resource, action: Action, name: string, value: unknown): void {
  const known = resource[name]
  if (action === 'remove' || value === null || value === undefined) delete resource[name]
  else if (isResource(known) && isResource(value)) resource[name] = { ...known, ...value }
  else if (action === 'add' && Array.isArray(known)) {
    const fresh = [value]
      .flat()
      .filter((each) => !known.some((old) => isDeepStrictEqual(old, each)))
    resource[name] = [...known, ...fresh]
  } else resource[name] = value
}
