import { type AppAddress, pathOf } from '../lib/app-path.ts'
import { suggest } from '../lib/did-you-mean.ts'
import { locate } from './checks.ts'
import { extendAll } from './extension.ts'
import type { AppliedDefinition, Around } from './kind.ts'
import { type Body, type Kind, kindOf } from './kinds.ts'
import { GLOBAL, type Identity } from './layout.ts'
import type { LoadedDefinition } from './load.ts'
import { foldersIn } from './nomenclature.ts'
import { appAround, groupIn, type Reference } from './reference.ts'
import type { Problem } from './source.ts'

type Parts = { kind: Kind; namespace: string; body: Body<Kind> }

/** All references of a definition; used by checks, plan and export. */
export function referencesOf({ kind, namespace, body }: Parts): Reference[] {
  const { references, subjects } = kindOf(kind)
  return [...(references?.(body, namespace) ?? []), ...(subjects?.(body) ?? []).flatMap(groupIn)]
}

const SYSTEM_GROUPS = ['administrators', 'all_users']

/** Dangling references, and what each kind checks among the others. */
export function checkReferences(
  definitions: readonly LoadedDefinition[],
  others: readonly AppliedDefinition[],
  unread: readonly Identity[] = [],
): Problem[] {
  const hidden = new Set(unread.map(keyOf))
  const all: AppliedDefinition[] = [
    ...definitions,
    ...others.filter((each) => !hidden.has(keyOf(each))),
  ]
  const index = new Map(extendAll(all).map((each) => [keyOf(each), each]))
  const around = aroundOf({ all, index, others, hidden, unread })
  return definitions.flatMap((definition) => [
    ...referencesOf(definition)
      .filter((reference) => !index.has(keyOf(reference)) && !isSystem(reference))
      .filter((reference) => !hidden.has(keyOf(reference)))
      .map((reference) => missing(definition, reference, [...all.filter(isOpen), ...unread])),
    ...checkHome(definition, index, hidden),
    ...locate(definition, kindOf(definition.kind).checkAmong?.(definition, around) ?? []),
  ])
}

type Index = ReadonlyMap<string, AppliedDefinition>
type Read = {
  all: readonly AppliedDefinition[]
  index: Index
  others: readonly AppliedDefinition[]
  hidden: ReadonlySet<string>
  unread: readonly Identity[]
}

function aroundOf({ all, index, others, hidden, unread }: Read): Around {
  const isNomenclature = (each: { kind: Kind }) => each.kind === 'nomenclature'
  const numbered = all.filter(isNomenclature) as AppliedDefinition<'nomenclature'>[]
  return {
    find: <K extends Kind>(kind: K, address: AppAddress) =>
      index.get(keyOf({ kind, ...address })) as AppliedDefinition<K> | undefined,
    others,
    isUnread: (kind, address) => hidden.has(keyOf({ kind, ...address })),
    folders: unread.some(isNomenclature) ? undefined : foldersIn(numbered.map(({ body }) => body)),
  }
}

export const keyOf = ({ kind, namespace, code }: Pick<Reference, 'kind' | 'namespace' | 'code'>) =>
  `${kind}:${namespace}/${code}`

const isSystem = ({ kind, namespace, code }: Reference) =>
  kind === 'group' && namespace === GLOBAL && SYSTEM_GROUPS.includes(code)

/** What lies in a built-in workspace or app needs it, though it belongs to another solution. */
function checkHome(
  definition: LoadedDefinition,
  index: Index,
  hidden: ReadonlySet<string>,
): Problem[] {
  const [workspace = '', code] = definition.namespace.split('.')
  if (!workspace.startsWith('_')) return []
  const homes: Reference[] = [
    { kind: 'workspace', namespace: workspace, code: workspace, path: [] },
    ...(code === undefined
      ? []
      : [{ kind: 'app' as const, ...appAround(definition.namespace), path: [] }]),
  ]
  const gone = homes.find((home) => !index.has(keyOf(home)) && !hidden.has(keyOf(home)))
  return gone ? [missing(definition, gone, [...index.values()].filter(isOpen))] : []
}

function missing(
  { file, source }: LoadedDefinition,
  reference: Reference,
  all: readonly Identity[],
): Problem {
  const { kind, namespace, code, path } = reference
  const names = all.filter((each) => each.kind === kind).map((each) => pathOf(each))
  const message = `there is no ${kind} "${namespace}/${code}"${suggest(pathOf({ namespace, code }), names)}`
  return { file, ...source.location(path), message }
}

const isOpen = ({ isClosed }: AppliedDefinition): boolean => !isClosed
