import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../../lib/errors.ts'
import { OURS, spelled, withoutOurs } from './attributes.ts'
import { refused } from './errors.ts'
import { holds, required } from './filter/holds.ts'
import { type Path, parsePath } from './filter/parse.ts'
import { isResource, type Resource } from './names.ts'

type Action = 'add' | 'replace' | 'remove'
export type Change = { action: Action; path: Path; value: unknown }

const MOST = 1000

/** The operations of a PATCH. Invalid ones are separated, so that the others still apply. */
export function readChanges(sent: unknown): { changes: Change[]; problems: AppError[] } {
  const list = isResource(sent) && (spelledKey(sent, 'operations') ?? undefined)
  if (!Array.isArray(list)) throw refused('invalidSyntax', 'expected a list "Operations"')
  if (list.length > MOST) throw refused('tooMany', `expected at most ${MOST} operations`)
  const changes: Change[] = []
  const problems: AppError[] = []
  for (const each of list) {
    tryTo(problems, () => changes.push(...readOperation(each, problems)))
  }
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

function readOperation(sent: unknown, problems: AppError[]): Change[] {
  if (!isResource(sent)) throw refused('invalidSyntax', 'expected an operation to be an object')
  const action = String(spelledKey(sent, 'op')).toLowerCase()
  if (action !== 'add' && action !== 'replace' && action !== 'remove') {
    throw refused('invalidSyntax', 'expected "op" to be add, replace or remove')
  }
  const path = spelledKey(sent, 'path')
  const value = spelledKey(sent, 'value')
  if (typeof path === 'string' && path !== '') {
    return [{ action, path: readPath(path), value: spelled(value) }]
  }
  if (action === 'remove') throw refused('invalidPath', 'an operation "remove" needs a path')
  return readMembers(value, action, problems)
}

/**
 * Without a path, each key is one: `emails[type eq "work"].value`. Read-only attributes such as `meta` may be sent
 * back.
 */
function readMembers(sent: unknown, action: Action, problems: AppError[]): Change[] {
  if (!isResource(sent)) throw refused('invalidSyntax', 'expected an object')
  const changes: Change[] = []
  for (const [key, value] of Object.entries(sent)) {
    tryTo(problems, () => {
      const path = readPath(key)
      if (path.name === 'id' || !OURS.includes(path.name)) {
        changes.push({ action, path, value: spelled(value) })
      }
    })
  }
  return changes
}

function readPath(text: string): Path {
  try {
    return parsePath(text)
  } catch {
    throw refused('invalidPath', `cannot read the path "${text.slice(0, 200)}"`)
  }
}

/** A user or group as sent, with names spelled as in the schema, without empty values. */
export function readResource(sent: unknown, problems?: AppError[]): Resource {
  const wrong: AppError[] = []
  const given = readMembers(sent, 'add', wrong).filter(({ value }) => value !== null)
  const resource: Resource = {}
  for (const { path, value } of given) change(resource, 'add', path, value)
  if (!problems && wrong[0]) throw wrong[0]
  problems?.push(...wrong)
  return withoutOurs(resource)
}

/** Attributes that the provider only reads. */
const READ_ONLY = ['meta', 'groups']

/** Ids never change, and users need a `userName`, groups a name. */
export function checkChange(
  { action, path, value }: Change,
  { id, required }: { id: string; required: string },
): void {
  const { name, sub } = path
  if (name === 'id' && String(value).toLowerCase() !== id)
    throw refused('mutability', 'id: it never changes')
  if (READ_ONLY.includes(name)) throw refused('mutability', `${name}: the server decides it`)
  const isRemoved = action === 'remove' || value === null || value === undefined
  if (name === required && sub === undefined && isRemoved) {
    throw refused('mutability', `${required}: it cannot be removed, only replaced`)
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
    tryTo(problems, () => change(changed, action, path, value))
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
