import { GLOBAL } from '../../definitions/layout.ts'
import { type StoredDefinition, wholeSnapshot } from '../../definitions/snapshot.ts'
import { renderWhole } from '../../definitions/yaml/render.ts'
import {
  AppError,
  conflict,
  forbidden,
  invalid,
  notFound,
  overQuota,
  tooLarge,
} from '../../lib/errors.ts'
import type { EventTypeOf } from '../../lib/event-types.ts'
import { newId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import type { SolutionParts } from '../solutions/change-set.ts'
import { LARGEST, MOST_FILES } from '../solutions/operations.ts'
import { checkFiles } from '../solutions/service.ts'
import { getVersionFiles, latestVersion, latestVersions } from '../solutions/versions.ts'
import { applyEdits } from './edits.ts'
import {
  type Content,
  changesOf,
  codeIn,
  contentOf,
  listed,
  toFile,
  toProblem,
  toSources,
} from './files.ts'
import type { Draft, DraftFile, DraftProblem, DraftSummary, Edit } from './operations.ts'
import { fileRules, mayDesign, requireDesign } from './policy.ts'
import * as store from './store.ts'

const MOST_DRAFTS = 200

type ToCreate = { solution: string; name?: string | undefined }

export async function createDraft(
  ctx: Context,
  parts: SolutionParts,
  given: ToCreate,
): Promise<Draft> {
  const { solution, name } = given
  await requireDesign(ctx, solution)
  const isThere = await isPublished(ctx, solution)
  if (!isThere && name === undefined) throw notFound('solution', solution)
  if (isThere && name !== undefined) throw conflict(`the solution "${solution}" is already there`)
  const baseVersion = await latestVersion(ctx, solution)
  const found = await findUnchanged(ctx, { solution, baseVersion })
  if (found && isThere) return getDraft(ctx, parts, found.id)
  const id = await insertDraft(ctx, { solution, baseVersion })
  if (!isThere) {
    const content = Buffer.from(renderWhole({ code: solution, name, version: '1.0.0' }))
    const save = [{ path: 'solution.yaml', content }]
    await saveChanges(ctx, { id, author: ctx.user.id }, { save, drop: [] })
  }
  return getDraft(ctx, parts, id)
}

/** Saves the next revision of a draft. The total size of a user's changes is limited. */
export async function saveChanges(
  ctx: Context,
  { id, author }: { id: string; author: string },
  changes: Omit<store.Changes, 'now'>,
): Promise<void> {
  const before = changes.save.length > 0 ? await store.lockSize(ctx.db, author) : 0
  await store.saveChanges(ctx.db, id, { ...changes, now: ctx.now() })
  if (changes.save.length === 0) return
  const { KONTOR_DRAFTS_LIMIT: most } = ctx.config
  const size = await store.lockSize(ctx.db, author)
  // The limit may have been lowered: changes that do not add to the size are always accepted.
  if (size <= Math.max(most, before)) return
  const inMib = (bytes: number) => (bytes / 1024 ** 2).toFixed(1)
  throw overQuota(
    `your drafts would change ${inMib(size)} MiB of files, expected at most ${inMib(most)}: publish or delete one of them`,
  )
}

export async function insertDraft(
  ctx: Context,
  { solution, baseVersion }: { solution: string; baseVersion: number },
): Promise<string> {
  const author = ctx.user.id
  const count = await store.lockAuthor(ctx.db, author)
  if (count >= MOST_DRAFTS) {
    throw conflict(`you have ${count} drafts, which is the most: delete one of them`)
  }
  const id = newId()
  await store.insertDraft(ctx.db, { id, solution, author, baseVersion }, ctx.now())
  await tell(ctx, 'draft.created', { id, solution, author })
  return id
}

async function findUnchanged(
  ctx: Context,
  { solution, baseVersion }: { solution: string; baseVersion: number },
): Promise<store.DraftRow | undefined> {
  const wanted = { author: ctx.user.id, solution, before: undefined, size: MOST_DRAFTS }
  const own = await store.listDrafts(ctx.db, wanted)
  return own.find(({ changes, base_version }) => changes === 0 && base_version === baseVersion)
}

const findSolution = async (
  ctx: Context,
  solution: string,
): Promise<StoredDefinition<'solution'> | undefined> =>
  (await wholeSnapshot(ctx)).find('solution', GLOBAL, solution)

async function isPublished(ctx: Context, solution: string): Promise<boolean> {
  const found = await findSolution(ctx, solution)
  return found !== undefined && found.deletedAt === null
}

/** Whether the solution may be changed in its own folder only. */
export async function isFromGit(ctx: Context, solution: string): Promise<boolean> {
  const found = await findSolution(ctx, solution)
  return found !== undefined && found.deletedAt === null && found.body.source === 'git'
}

/** The caller's own, or everybody's of a solution that the caller may manage. */
export async function listDrafts(
  ctx: Context,
  {
    solution,
    ...page
  }: { solution?: string | undefined; before: number | undefined; size: number },
): Promise<{ rows: store.DraftRow[]; drafts: DraftSummary[] }> {
  if (solution !== undefined) await requireDesign(ctx, solution)
  const author = solution === undefined ? ctx.user.id : undefined
  const rows = await store.listDrafts(ctx.db, { author, solution, ...page })
  const isMine = await Promise.all(rows.map((row) => mayDesign(ctx, row.solution)))
  const drafts = rows.filter((_, at) => isMine[at])
  return { rows, drafts: await toSummaries(ctx, drafts) }
}

/** Without the right to manage the solution, its drafts are hidden. */
async function requireVisible(
  ctx: Context,
  id: string,
  row: store.DraftRow | undefined,
): Promise<store.DraftRow> {
  if (!row || !(await mayDesign(ctx, row.solution))) throw notFound('draft', id)
  return row
}

export const findVisible = async (ctx: Context, id: string): Promise<store.DraftRow> =>
  requireVisible(ctx, id, await store.findDraft(ctx.db, id))

/** Locks the draft for a change by its author. */
export async function lockOwn(
  ctx: Context,
  id: string,
  revision?: number | undefined,
): Promise<store.DraftRow> {
  const row = await requireVisible(ctx, id, await store.lockDraft(ctx.db, id))
  if (row.author !== ctx.user.id) throw forbidden('only its author changes a draft')
  requireRevision(row, revision)
  return row
}

export function requireRevision(row: store.DraftRow, revision: number | undefined): void {
  if (revision === undefined || revision === row.revision) return
  throw new AppError('conflict', `the draft was changed meanwhile: it is at ${row.revision}`, {
    details: [{ path: 'revision', message: String(row.revision) }],
  })
}

export async function openDraft(ctx: Context, row: store.DraftRow): Promise<Content> {
  const base = await getVersionFiles(ctx, row.solution, row.base_version)
  return contentOf(base, await store.listChanges(ctx.db, row.id))
}

export async function getDraft(ctx: Context, parts: SolutionParts, id: string): Promise<Draft> {
  const row = await findVisible(ctx, id)
  const content = await openDraft(ctx, row)
  const rules = await fileRules(ctx, row.solution)
  const [summary] = await toSummaries(ctx, [row])
  if (!summary) throw notFound('draft', id)
  return {
    ...summary,
    files: listed(content, rules, ctx.language),
    problems: await findProblems(ctx, parts, { solution: row.solution, content }),
  }
}

async function toSummaries(ctx: Context, rows: readonly store.DraftRow[]): Promise<DraftSummary[]> {
  const codes = [...new Set(rows.map(({ solution }) => solution))]
  const latest = await latestVersions(ctx, codes)
  const fromGit = await Promise.all(codes.map((code) => isFromGit(ctx, code)))
  return rows.map((row) => ({
    ...{ id: row.id, solution: row.solution, author: row.author, revision: row.revision },
    baseVersion: row.base_version,
    isBehind: (latest.get(row.solution) ?? 0) > row.base_version,
    isFromGit: fromGit[codes.indexOf(row.solution)] ?? false,
    changes: row.changes,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }))
}

export async function findProblems(
  ctx: Context,
  parts: SolutionParts,
  { solution, content }: { solution: string; content: Content },
): Promise<DraftProblem[]> {
  const found = await checkFiles(ctx, parts, toSources(content.files))
  const code = codeIn(content)
  const { sees } = await fileRules(ctx, solution)
  return [
    ...(typeof code === 'string' && code !== solution ? [renamed(solution)] : []),
    ...found.map(toProblem).map((problem) => (sees(problem.file) ? problem : hidden(problem))),
  ]
}

/** An error in a file that only administrators see: reported without details. */
const hidden = ({ severity }: DraftProblem): DraftProblem => ({
  ...{ file: 'solution.yaml', at: [], line: 1, column: 1, severity },
  message: 'a file that only administrators see has a problem',
})

const renamed = (solution: string): DraftProblem => ({
  ...{ file: 'solution.yaml', at: ['code'], line: 1, column: 1, severity: 'error' },
  message: `the code of a solution cannot be changed: it is "${solution}"`,
})

export async function getDraftFile(ctx: Context, id: string, path: string): Promise<DraftFile> {
  const row = await findVisible(ctx, id)
  const content = await openDraft(ctx, row)
  const { sees } = await fileRules(ctx, row.solution)
  const file = sees(path) ? toFile(content, path) : undefined
  if (!file) throw notFound('file', path)
  return file
}

export async function editDraft(
  ctx: Context,
  parts: SolutionParts,
  { id, revision, edits }: { id: string; revision?: number | undefined; edits: readonly Edit[] },
) {
  const row = await lockOwn(ctx, id, revision)
  const before = await openDraft(ctx, row)
  const rules = await fileRules(ctx, row.solution)
  const files = await applyEdits(before.files, edits, rules)
  const after: Content = { base: before.base, files }
  const changed = await saveContent(ctx, row, { before, after })
  return {
    revision: row.revision + (changed.length > 0 ? 1 : 0),
    files: changed.flatMap((path) => toFile(after, path) ?? []),
    removed: changed.filter((path) => !after.files.has(path)),
    problems: await findProblems(ctx, parts, { solution: row.solution, content: after }),
  }
}

/** Returns the paths of the changed files. Saves nothing if there are none. */
export async function saveContent(
  ctx: Context,
  { id, solution, author }: store.DraftRow,
  { before, after }: { before: Content; after: Content },
): Promise<string[]> {
  requireSize(after)
  const paths = new Set([...before.files.keys(), ...after.files.keys()])
  const isOther = (path: string) => {
    const [old, now] = [before.files.get(path), after.files.get(path)]
    return old !== now && !(old && now && old.equals(now))
  }
  const changed = [...paths].filter(isOther)
  if (changed.length === 0) return []
  const wanted = new Map(changesOf(after).map((file) => [file.path, file]))
  const save = changed.flatMap((path) => wanted.get(path) ?? [])
  const drop = changed.filter((path) => !wanted.has(path))
  await saveChanges(ctx, { id, author }, { save, drop })
  await tell(ctx, 'draft.changed', { id, solution, author, files: changed })
  return changed
}

function requireSize({ files }: Content): void {
  let size = 0
  for (const { length } of files.values()) size += length
  if (size > LARGEST) throw tooLarge(`the solution is larger than ${LARGEST / 1024 ** 2} MiB`)
  if (files.size > MOST_FILES) throw invalid(`the solution has more than ${MOST_FILES} files`)
}

/** By its author, or by an administrator. */
export async function removeDraft(ctx: Context, id: string): Promise<void> {
  const { solution, author } = await findVisible(ctx, id)
  if (author !== ctx.user.id && !ctx.user.isAdministrator) {
    throw forbidden('only its author deletes a draft')
  }
  await store.deleteDraft(ctx.db, id)
  await tell(ctx, 'draft.deleted', { id, solution, author })
}

type DraftEvent = { id: string; solution: string; author: string } & Record<string, unknown>

export const tell = (ctx: Context, type: EventTypeOf<'draft'>, { id, ...data }: DraftEvent) =>
  ctx.emit({ type, object: `draft:${id}`, code: data.solution, data })
