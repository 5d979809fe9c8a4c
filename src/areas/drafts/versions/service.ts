import { z } from 'zod'
import { type Kind, kindOf, kinds } from '../../../definitions/kinds.ts'
import { memoize } from '../../../lib/cache.ts'
import { notFound } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import type { SolutionParts } from '../../solutions/change-set.ts'
import { findDrift } from '../../solutions/drift.ts'
import {
  getSolutionVersion,
  getVersionFiles,
  latestVersion,
  listSolutionVersions,
  type SolutionVersion,
} from '../../solutions/versions.ts'
import { type Content, changesOf, toFile, toMap } from '../files.ts'
import type { Draft, DraftFile, FileState } from '../operations.ts'
import { fileRules, requireDesign } from '../policy.ts'
import { getDraft, insertDraft, saveChanges } from '../service.ts'
import type { Different, Version, WholeVersion } from './operations.ts'

type VersionKey = { code: string; number: number }

export async function listVersions(
  ctx: Context,
  code: string,
  page: { before: number | undefined; size: number },
): Promise<Version[]> {
  await requireKnown(ctx, code)
  return (await listSolutionVersions(ctx, code, page)).map(toVersion)
}

async function requireKnown(ctx: Context, code: string): Promise<void> {
  await requireDesign(ctx, code)
  if ((await latestVersion(ctx, code)) === 0) throw notFound('solution', code)
}

const toVersion = (row: SolutionVersion): Version => ({
  number: row.number,
  publishedAt: row.published_at.toISOString(),
  publishedBy: row.published_by,
  comment: row.comment,
})

export async function getVersion(
  ctx: Context,
  { code, number }: VersionKey,
): Promise<WholeVersion> {
  await requireDesign(ctx, code)
  const { sees } = await fileRules(ctx, code)
  const row = await getSolutionVersion(ctx, code, number)
  const before = number > 1 ? (await getSolutionVersion(ctx, code, number - 1)).files : {}
  const changes = row.changes as Different[]
  return {
    ...toVersion(row),
    changes: changes.filter(({ path }) => sees(path)),
    files: Object.keys({ ...before, ...row.files })
      .filter(sees)
      .sort()
      .map((path) => ({ path, state: stateOf(before[path], row.files[path]) })),
  }
}

function stateOf(before: string | undefined, now: string | undefined): FileState {
  if (now === undefined) return 'removed'
  if (before === undefined) return 'added'
  return before === now ? 'same' : 'changed'
}

/** The files of the version and of the one before, as far as the caller may see them. */
async function openVersion(ctx: Context, { code, number }: VersionKey): Promise<Content> {
  await requireDesign(ctx, code)
  await getSolutionVersion(ctx, code, number)
  const [base, files] = await Promise.all(
    [number - 1, number].map((each) => getVersionFiles(ctx, code, each)),
  )
  return { base: toMap(base ?? []), files: toMap(files ?? []) }
}

export async function getVersionFile(
  ctx: Context,
  place: VersionKey,
  path: string,
): Promise<DraftFile> {
  const content = await openVersion(ctx, place)
  const { sees } = await fileRules(ctx, place.code)
  const file = sees(path) ? toFile(content, path) : undefined
  if (!file) throw notFound('file', path)
  return file
}

/** A rollback is a draft with the files of the version. */
export async function draftVersion(
  ctx: Context,
  parts: SolutionParts,
  place: VersionKey,
): Promise<Draft> {
  const { files: wanted } = await openVersion(ctx, place)
  const { changes } = await fileRules(ctx, place.code)
  const baseVersion = await latestVersion(ctx, place.code)
  const base = toMap(await getVersionFiles(ctx, place.code, baseVersion))
  const files = new Map([
    ...[...base].filter(([path]) => !changes(path)),
    ...[...wanted].filter(([path]) => changes(path)),
  ])
  const id = await insertDraft(ctx, { solution: place.code, baseVersion })
  const save = changesOf({ base, files })
  const author = ctx.user.id
  if (save.length > 0) await saveChanges(ctx, { id, author }, { save, drop: [] })
  return getDraft(ctx, parts, id)
}

export async function getDrift(ctx: Context, parts: SolutionParts, code: string) {
  await requireKnown(ctx, code)
  const { sees } = await fileRules(ctx, code)
  const { version, changes, effects, grants } = await findDrift(ctx, parts, code)
  return {
    version,
    changes: changes.filter(({ path }) => sees(path)),
    effects: ctx.user.isAdministrator ? effects : [],
    grants: ctx.user.isAdministrator ? grants : [],
  }
}

export function getSchema(kind: string): Record<string, unknown> {
  if (!Object.hasOwn(kinds, kind)) throw notFound('kind of definition', kind)
  return schemaOf(kindOf(kind as Kind).schema)
}

const schemaOf = memoize(
  (schema: z.ZodType) =>
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>,
)
