import { createHash } from 'node:crypto'
import { extendAll } from '../../definitions/extension.ts'
import { toFields } from '../../definitions/field.ts'
import type { Body, Kind } from '../../definitions/kinds.ts'
import type { Identity } from '../../definitions/layout.ts'
import type { LoadedDefinition } from '../../definitions/load.ts'
import { appAround } from '../../definitions/reference.ts'
import { keyOf, referencesOf } from '../../definitions/references.ts'
import {
  type Snapshot,
  type StoredApp,
  type StoredDefinition,
  toApp,
} from '../../definitions/snapshot.ts'
import type { Problem, SourceFile } from '../../definitions/source.ts'
import type { Blocker } from './prepared.ts'
import { mendDefinition } from './rename/definition.ts'
import { type NameGraph, nameGraphOf, type Owner } from './rename/rename-context.ts'
import { type NewApp, type OldApp, planSteps, type Step } from './steps.ts'
import { compareBodies, type Difference } from './words.ts'

/** The desired state of a solution. One that is being removed has no definitions and no files. */
export type DesiredState = {
  solution: string
  definitions: readonly LoadedDefinition[]
  files: readonly SourceFile[]
  /** Errors and warnings in its files. */
  problems: readonly Problem[]
  /** Files that could not be read. */
  unread: readonly Identity[]
}

type Action = 'create' | 'update' | 'delete' | 'unchanged'

/** The change of one definition, before its effect on data is known. */
export type Draft = {
  kind: Kind
  namespace: string
  code: string
  id: string
  action: Action
  differences: Difference[]
  blockers: Blocker[]
  steps: Step[]
  /** The app whose table the steps are about. */
  table: ChangedApp | undefined
  before: StoredDefinition | undefined
  after: LoadedDefinition | undefined
  /** Checksums of the files it names. */
  attachments: Record<string, string>
}

/** An app before and after, with its extensions. */
export type ChangedApp = {
  id: string
  namespace: string
  code: string
  before: StoredApp | undefined
  after: Body<'app'> | undefined
}

/** The difference between the desired state and what solutions wrote. Pure, no queries. */
export function draft(wanted: DesiredState, current: Snapshot): Draft[] {
  const tableOf = changedApps(wanted, current)
  const usersOf = fieldUsers(current, wanted.solution)
  return draftAll(wanted, current).map((each) => {
    const table = tableOf(each)
    const isForeign = each.blockers.length > 0 && each.action !== 'delete'
    if (!table || each.action === 'unchanged' || isForeign) return { ...each, table, steps: [] }
    const users = removedFields(table).flatMap((code) => usersOf(table, code))
    const used = users.map((text) => ({ text, rows: [], canLose: false }))
    const steps = planSteps(toOldApp(table), toNewApp(table))
    return { ...each, table, steps, blockers: [...each.blockers, ...used] }
  })
}

/** Removed fields of an app; a renamed one is not removed. */
function removedFields({ before, after }: ChangedApp): string[] {
  if (!before || !after) return []
  const fields = Object.entries(after.fields)
  const kept = new Set(fields.flatMap(([code, { renamedFrom = [] }]) => [code, ...renamedFrom]))
  return before.fields.map(({ code }) => code).filter((code) => !kept.has(code))
}

/** References to a field in definitions of other solutions. */
function fieldUsers(current: Snapshot, solution: string) {
  const others = current
    .everything()
    .filter((each) => each.solution !== solution && !each.deletedAt)
  let graph: NameGraph | undefined
  return ({ namespace, code }: ChangedApp, field: string): string[] => {
    graph ??= nameGraphOf(current.everything().filter((each) => !each.deletedAt))
    const owner: Owner = `app:${namespace}/${code}`
    const context = { graph, renaming: { what: 'field' as const, owner, from: field, to: '' } }
    return others
      .filter((each) => {
        const source = { value: each.body } as LoadedDefinition['source']
        return mendDefinition({ ...each, source }, context).mends.length > 0
      })
      .map((each) => `${userName(each)} uses the field "${field}"`)
  }
}

const userName = ({ kind, namespace, code, solution }: StoredDefinition): string =>
  `${kind} ${namespace}/${code} of the solution "${solution}"`

type Drafted = Omit<Draft, 'steps' | 'table'>

/** Finds the app that the change of a definition is about: itself, or the one that it extends. */
function changedApps({ solution, definitions }: DesiredState, current: Snapshot) {
  const written = current.live('extension')
  const others = written.filter((each) => each.solution !== solution)
  const wanted = [...others, ...definitions.filter(({ kind }) => kind === 'extension')]
  const extended = <P extends Named>(app: P, extensions: readonly Named[]): P =>
    extendAll<Named>([app, ...extensions])[0] as P
  return ({ kind, namespace, code, id, after: own }: Drafted): ChangedApp | undefined => {
    if (kind !== 'app' && kind !== 'extension') return undefined
    const place = kind === 'app' ? { namespace, code } : appAround(namespace)
    const stored = current.find('app', place.namespace, place.code)
    const after = kind === 'app' ? own : (stored as Named | undefined)
    return {
      ...place,
      id: stored?.id ?? id,
      before: stored && toApp(extended(stored, written)),
      after: after && (extended(after, wanted).body as Body<'app'>),
    }
  }
}

type Named = Pick<LoadedDefinition, 'kind' | 'namespace' | 'code' | 'body'>

function draftAll(wanted: DesiredState, current: Snapshot): Drafted[] {
  const ids = new Set(wanted.definitions.map(({ id }) => id))
  const gone = current
    .everything()
    .filter((each) => each.solution === wanted.solution && !each.deletedAt && !ids.has(each.id))
  const needed = gone.length > 0 ? neededBy(current, wanted.solution) : new Map()
  return [
    ...wanted.definitions.map((after) =>
      draftOne(after, current.find(after.kind, after.namespace, after.code)),
    ),
    ...gone.map((before) => draftRemoval(before, needed)),
  ]
}

/** The definitions of the solution that a plan starts from. */
export const definedBefore = (
  { solution }: Pick<DesiredState, 'solution'>,
  drafts: readonly Draft[],
): StoredDefinition[] =>
  drafts.flatMap(({ before }) =>
    before && !before.deletedAt && before.solution === solution ? [before] : [],
  )

function draftOne(after: LoadedDefinition, before: StoredDefinition | undefined): Drafted {
  const { kind, namespace, code, id } = after
  const attachments = checksums(after.attachments)
  const { action, differences } = compare(before, after, attachments)
  const isForeign = before && !before.deletedAt && before.solution !== after.solution
  const text = `it belongs to the solution "${before?.solution}"`
  return {
    ...{ kind, namespace, code, id, action, differences, before, after, attachments },
    blockers: isForeign ? [{ text, rows: [], canLose: false }] : [],
  }
}

function compare(
  before: StoredDefinition | undefined,
  after: LoadedDefinition,
  attachments: Record<string, string>,
): { action: Action; differences: Difference[] } {
  if (!before) return { action: 'create', differences: [] }
  const differences = differencesTo(before, after, attachments)
  if (before.deletedAt) return { action: 'create', differences }
  const isSame = differences.length === 0 && before.solution === after.solution
  return { action: isSame ? 'unchanged' : 'update', differences }
}

function differencesTo(
  before: StoredDefinition,
  after: LoadedDefinition,
  attachments: Record<string, string>,
): Difference[] {
  const files = Object.keys({ ...before.attachments, ...attachments })
    .filter((key) => before.attachments[key] !== attachments[key])
    .map((key) => ({
      text: `${key} file changed`,
      what: `${key} file`,
      at: [],
      before: before.attachments[key] ?? null,
      after: attachments[key] ?? null,
    }))
  if (before.row.body === JSON.stringify(after.written)) return files
  return [...compareBodies(before.written, after.written), ...files]
}

function draftRemoval(before: StoredDefinition, needed: Map<string, string[]>): Drafted {
  const { kind, namespace, code, id, attachments } = before
  const users = needed.get(keyOf({ kind, namespace, code })) ?? []
  return {
    ...{ kind, namespace, code, id, action: 'delete', differences: [], before, after: undefined },
    attachments: { ...attachments },
    blockers: users.map((user) => ({ text: `${user} refers to it`, rows: [], canLose: false })),
  }
}

/** References from the definitions of other solutions. */
function neededBy(current: Snapshot, solution: string): Map<string, string[]> {
  const needed = new Map<string, string[]>()
  for (const each of current.everything()) {
    if (each.solution === solution || each.deletedAt) continue
    const user = userName(each)
    for (const key of new Set(referencesOf(each).map(keyOf))) {
      needed.set(key, [...(needed.get(key) ?? []), user])
    }
  }
  return needed
}

const toOldApp = ({ before }: ChangedApp): OldApp | undefined => {
  if (!before) return undefined
  const { namespace, code, fields, removedFields: removed, body, deletedAt } = before
  const shape = { namespace, code, fields }
  return { shape, removed, statuses: body.statuses, isDeleted: deletedAt !== null }
}

const toNewApp = ({ namespace, code, after }: ChangedApp): NewApp | undefined =>
  after && {
    shape: { namespace, code, fields: toFields(after.fields) },
    statuses: after.statuses,
  }

const checksums = (attachments: Record<string, Buffer>): Record<string, string> =>
  Object.fromEntries(Object.entries(attachments).map(([key, content]) => [key, sha256(content)]))

export const sha256 = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('hex')
