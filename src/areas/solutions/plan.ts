import { createHash } from 'node:crypto'
import { toFields } from '../../definitions/field.ts'
import type { Body, Kind } from '../../definitions/kinds.ts'
import type { Identity } from '../../definitions/layout.ts'
import type { LoadedDefinition } from '../../definitions/load.ts'
import { keyOf, referencesOf } from '../../definitions/references.ts'
import { type Snapshot, type StoredDefinition, toApp } from '../../definitions/snapshot.ts'
import type { Problem, SourceFile } from '../../definitions/source.ts'
import type { Blocker } from './prepared.ts'
import { type NewApp, type OldApp, planSteps, type Step } from './steps.ts'
import { compareBodies, type Difference } from './words.ts'

/** The desired state of a solution. One that is being removed has no definitions and no files. */
export type Wanted = {
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
  before: StoredDefinition | undefined
  after: LoadedDefinition | undefined
  /** Checksums of the files it names. */
  attachments: Record<string, string>
}

/** The difference between the desired and the current state. Pure, no queries. */
export function draft(wanted: Wanted, current: Snapshot): Draft[] {
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
  { solution }: Pick<Wanted, 'solution'>,
  drafts: readonly Draft[],
): StoredDefinition[] =>
  drafts.flatMap(({ before }) =>
    before && !before.deletedAt && before.solution === solution ? [before] : [],
  )

function draftOne(after: LoadedDefinition, before: StoredDefinition | undefined): Draft {
  const { kind, namespace, code, id } = after
  const attachments = checksums(after.attachments)
  const { action, differences } = compare(before, after, attachments)
  const isForeign = before && !before.deletedAt && before.solution !== after.solution
  const text = `it belongs to the solution "${before?.solution}"`
  return {
    ...{ kind, namespace, code, id, action, differences, before, after, attachments },
    blockers: isForeign ? [{ text, rows: [], canLose: false }] : [],
    steps: action === 'unchanged' || isForeign ? [] : stepsOf(before, after),
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
      before: before.attachments[key] ?? null,
      after: attachments[key] ?? null,
    }))
  if (before.row.body === JSON.stringify(after.written)) return files
  return [...compareBodies(before.written, after.written), ...files]
}

function draftRemoval(before: StoredDefinition, needed: Map<string, string[]>): Draft {
  const { kind, namespace, code, id, attachments } = before
  const users = needed.get(keyOf({ kind, namespace, code })) ?? []
  return {
    ...{ kind, namespace, code, id, action: 'delete', differences: [], before, after: undefined },
    attachments: { ...attachments },
    blockers: users.map((user) => ({ text: `${user} refers to it`, rows: [], canLose: false })),
    steps: stepsOf(before, undefined),
  }
}

/** References from the definitions of other solutions. */
function neededBy(current: Snapshot, solution: string): Map<string, string[]> {
  const needed = new Map<string, string[]>()
  for (const each of current.everything()) {
    if (each.solution === solution || each.deletedAt) continue
    const user = `${each.kind} ${each.namespace}/${each.code} of the solution "${each.solution}"`
    for (const key of new Set(referencesOf(each).map(keyOf))) {
      needed.set(key, [...(needed.get(key) ?? []), user])
    }
  }
  return needed
}

function stepsOf(
  before: StoredDefinition | undefined,
  after: LoadedDefinition | undefined,
): Step[] {
  if ((after ?? before)?.kind !== 'app') return []
  return planSteps(before && toOldApp(before), after && toNewApp(after))
}

const toOldApp = (before: StoredDefinition): OldApp => {
  const {
    namespace,
    code,
    fields,
    removedFields: removed,
    body,
    deletedAt,
  } = toApp(before as StoredDefinition<'app'>)
  const shape = { namespace, code, fields }
  return { shape, removed, statuses: body.statuses, isDeleted: deletedAt !== null }
}

const toNewApp = ({ namespace, code, body }: LoadedDefinition): NewApp => {
  const { fields, statuses } = body as Body<'app'>
  return { shape: { namespace, code, fields: toFields(fields) }, statuses }
}

const checksums = (attachments: Record<string, Buffer>): Record<string, string> =>
  Object.fromEntries(Object.entries(attachments).map(([key, content]) => [key, sha256(content)]))

export const sha256 = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('hex')
