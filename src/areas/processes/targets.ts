import { wholeSnapshot } from '../../definitions/snapshot.ts'
import type { Target } from '../../engine/effects.ts'
import type { State, Values } from '../../engine/state.ts'
import { tokenIn } from '../../engine/tokens.ts'
import type { Field } from '../../fields/field-type.ts'
import { findItem, type Reference, referencesIn } from '../apps/on-behalf.ts'
import { parametersOf } from '../apps/parameters/service.ts'
import { findPerson } from '../people/users/service.ts'
import type { Move } from './move.ts'

/** The values that a token sees: the variables, and those of its scopes. */
export function contextOf({ control, variables }: State, token: number): Values {
  const layers: Values[] = []
  for (let at = token; at !== 0; ) {
    const { locals, scope = 0 } = tokenIn(control, at) ?? {}
    if (locals) layers.unshift(locals)
    at = scope
  }
  return Object.assign({}, variables, ...layers)
}

/** The item of a step; undefined if there is none. */
export async function findTarget(move: Move, target: Target): Promise<Reference | undefined> {
  const [head = '', ...rest] = target.path.split('.')
  let field = move.published.byCode.get(head)
  for (const code of rest) field = field && (await fieldBehind(move, field, code))
  const [reference] = referencesIn(field, target.value)
  return reference ?? (target.path === '' ? move.instance.item?.[0] : undefined)
}

async function fieldBehind(move: Move, field: Field, code: string): Promise<Field | undefined> {
  const [namespace = '', app = ''] = String(field.app ?? '').split('/')
  return (await wholeSnapshot(move.ctx)).findApp(namespace, app)?.byCode.get(code)
}

/** The value at the end of a path of links: `order.customer.__name`, `workspace.limit`. */
export async function readPath(move: Move, token: number, path: string): Promise<unknown> {
  const [head = '', ...rest] = path.split('.')
  if (head === 'workspace') return readSetting(move, rest.join('.'))
  let value: unknown = contextOf(move.state, token)[head] ?? null
  let field = move.published.byCode.get(head)
  for (const code of rest) {
    if (value === null) return null
    const next = await readBehind(move, field, value, code)
    value = next.value ?? null
    field = next.field
  }
  return value
}

type Resolved = { value: unknown; field?: Field | undefined }

async function readBehind(
  move: Move,
  field: Field | undefined,
  value: unknown,
  code: string,
): Promise<Resolved> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (isObject && !('id' in value)) return { value: (value as Values)[code] }
  if (field?.type === 'SYS_USER') {
    const [id] = value as string[]
    const person = id === undefined ? undefined : await findPerson(move.ctx, id)
    const known = person && { ...person, __id: person.id, __name: person.name }
    return { value: (known as Values | undefined)?.[code] }
  }
  const [reference] = referencesIn(field, value)
  if (!reference) return { value: null }
  const item = await findItem(move.ctx, reference)
  const { namespace, code: app } = reference
  const definition = (await wholeSnapshot(move.ctx)).findApp(namespace, app)
  return { value: item?.[code], field: definition?.byCode.get(code) }
}

/** A parameter of the workspace that the process belongs to. */
async function readSetting({ ctx, published }: Move, code: string): Promise<unknown> {
  const [workspace = ''] = published.namespace.split('.')
  return (await parametersOf(ctx, workspace))[code] ?? null
}
