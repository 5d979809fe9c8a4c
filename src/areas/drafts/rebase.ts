import { isUtf8 } from 'node:buffer'
import { type Choose, mergeWhole, mergeYaml, type Sides } from '../../definitions/yaml/merge.ts'
import { isSame } from '../../definitions/yaml/values.ts'
import type { Context } from '../../platform/context.ts'
import { getVersionFiles, latestVersion } from '../solutions/versions.ts'
import type { Parts } from '../solutions/work.ts'
import { changesOf, type Files, toMap } from './files.ts'
import type { Choice, Draft, DraftConflict } from './operations.ts'
import { getDraft, lockOwn, openDraft, tell } from './service.ts'
import * as store from './store.ts'

export type Rebased = { draft: Draft; conflicts: DraftConflict[] }

/** Moves a draft over the newest version. With conflicts nothing changes. */
export async function rebaseDraft(
  ctx: Context,
  parts: Parts,
  { id, revision, choices }: { id: string; revision?: number | undefined; choices: Choice[] },
): Promise<Rebased> {
  const row = await lockOwn(ctx, id, revision)
  const { solution, author } = row
  const version = await latestVersion(ctx, solution)
  if (version === row.base_version) return { draft: await getDraft(ctx, parts, id), conflicts: [] }
  const { base, files: mine } = await openDraft(ctx, row)
  const theirs = toMap(await getVersionFiles(ctx, solution, version))
  const { files, conflicts } = mergeFiles({ base, mine, theirs }, choices)
  if (conflicts.length === 0) {
    const save = changesOf({ base: theirs, files })
    const kept = new Set(save.map(({ path }) => path))
    const before = await store.listChanges(ctx.db, id)
    const drop = before.map(({ path }) => path).filter((path) => !kept.has(path))
    await store.saveChanges(ctx.db, id, { save, drop, now: ctx.now() })
    await store.moveBase(ctx.db, id, version)
    await tell(ctx, 'draft.rebased', { id, solution, author, version })
  }
  return { draft: await getDraft(ctx, parts, id), conflicts }
}

function mergeFiles(
  { base, mine, theirs }: Sides<Files>,
  choices: readonly Choice[],
): { files: Files; conflicts: DraftConflict[] } {
  const files = new Map<string, Buffer>()
  const conflicts: DraftConflict[] = []
  for (const file of new Set([...mine.keys(), ...theirs.keys()])) {
    const sides = { base: base.get(file), mine: mine.get(file), theirs: theirs.get(file) }
    const choose: Choose = (at) =>
      choices.find((choice) => choice.file === file && isSame(choice.at, at))?.take
    const merged = mergeFile(file, sides, choose)
    if (merged.content) files.set(file, merged.content)
    conflicts.push(...merged.conflicts)
  }
  return { files, conflicts }
}

function mergeFile(file: string, sides: Sides<Buffer | undefined>, choose: Choose) {
  const { base, mine, theirs } = sides
  const isText = [base, mine, theirs].every((each) => each === undefined || isUtf8(each))
  const encoding = isText ? 'utf8' : 'base64'
  const texts = {
    base: base?.toString(encoding),
    mine: mine?.toString(encoding),
    theirs: theirs?.toString(encoding),
  }
  const isYaml = isText && file.endsWith('.yaml') && base && mine && theirs
  const { result, conflicts } = isYaml
    ? mergeYaml(texts as Sides<string>, choose)
    : mergeWhole(texts, choose)
  return {
    content: result === undefined ? undefined : Buffer.from(result, encoding),
    conflicts: conflicts.map((each) => ({
      ...{ file, at: [...each.at], base: each.base ?? null },
      ...{ mine: each.mine ?? null, theirs: each.theirs ?? null },
    })),
  }
}
