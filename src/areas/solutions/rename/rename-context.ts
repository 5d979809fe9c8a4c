import { extendAll } from '../../../definitions/extension.ts'
import type { FieldDefinition } from '../../../definitions/field.ts'
import { isOfApp } from '../../../definitions/identify.ts'
import { type Body, type Kind, kindOf } from '../../../definitions/kinds.ts'
import { pathOf } from '../../../lib/app-path.ts'

/** The owner of fields: `app:crm/deals`, `contract:crm/people`, `process:crm.deals/approve`, `report:crm/sales`. */
export type Owner = `${string}:${string}/${string}`

/**
 * The target of a rename: a field, variable or column; a parameter of a report; a status or a group of them; an
 * option of a field.
 */
export type Renaming = {
  what: 'field' | 'parameter' | 'status' | 'statusGroup' | 'option'
  owner: Owner
  /** The field whose option it is. */
  field?: string
  from: string
  to: string
  /** A consequence of another rename, whose code is already the new one. */
  isConsequence?: boolean
}

/** The fields that can be used at a place in a definition. */
export type Scope = { owner: Owner; fields: Record<string, FieldDefinition> }

export type Part = { kind: Kind; namespace: string; code: string; body: Body<Kind> }

/** How field names lead from one definition to another. */
export type NameGraph = {
  scopeOf(owner: string): Scope | undefined
  /** What a link leads to. */
  behind(field: FieldDefinition | undefined): Scope | undefined
}

/** The fields of a public form are those of its app, and so are those that an extension adds. */
export const ownerOf = ({ kind, namespace, code }: Omit<Part, 'body'>): Owner =>
  isOfApp(kind)
    ? `app:${namespace.replace('.', '/') as `${string}/${string}`}`
    : `${kind}:${pathOf({ namespace, code })}`

export function nameGraphOf(parts: readonly Part[]): NameGraph {
  const scopes = new Map(
    extendAll(parts).flatMap((part) => {
      const [key] = kindOf(part.kind).fields ?? []
      if (key === undefined || isOfApp(part.kind)) return []
      const owner = ownerOf(part)
      const fields = (part.body as Record<string, Scope['fields']>)[key] ?? {}
      return [[owner as string, { owner, fields }] as const]
    }),
  )
  const scopeOf = (owner: string) => scopes.get(owner)
  return {
    scopeOf,
    behind: (field) => {
      const { app, contract } = (field ?? {}) as { app?: string; contract?: string }
      return scopeOf(app === undefined ? `contract:${contract}` : `app:${app}`)
    },
  }
}

/** A path through fields and links, such as `order.customer.name`, with the new code in its place. */
export function renamePath(
  keys: readonly string[],
  scope: Scope | undefined,
  { graph, renaming }: RenameContext,
): string[] {
  let at = scope
  return keys.map((key) => {
    const isIt = renaming.what === 'field' && at?.owner === renaming.owner && key === renaming.from
    at = at && graph.behind(at.fields[key])
    return isIt ? renaming.to : key
  })
}

export type RenameContext = { graph: NameGraph; renaming: Renaming }

/** Whether a path ends at the field whose values have the code: a status, or an option. */
export function hasRenamedValues(
  keys: readonly string[],
  scope: Scope | undefined,
  { graph, renaming }: RenameContext,
): boolean {
  let at = scope
  for (const [index, key] of keys.entries()) {
    const rest = keys.slice(index + 1)
    if (at?.owner === renaming.owner && key === fieldOfValues(renaming)) {
      return rest.length === 0 || (rest.length === 1 && rest[0] === 'code')
    }
    at = at && graph.behind(at.fields[key])
  }
  return false
}

const fieldOfValues = ({ what, field }: Renaming): string | undefined =>
  what === 'status' ? '__status' : what === 'option' ? field : undefined

/** Whether one of the fields leads there. */
export const reaches = (scope: Scope | undefined, owner: string, { behind }: NameGraph): boolean =>
  Object.values(scope?.fields ?? {}).some((field) => behind(field)?.owner === owner)
