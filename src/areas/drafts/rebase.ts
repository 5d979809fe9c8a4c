import { conflict } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import type { SolutionParts } from '../solutions/change-set.ts'
import { getVersionFiles, latestVersion } from '../solutions/versions.ts'
import { changesOf, toMap } from './files.ts'
import { mergeFiles } from './merge.ts'
import type { Choice, Draft, DraftConflict } from './operations.ts'
import { fileRules } from './policy.ts'
import { getDraft, lockOwn, openDraft, saveChanges, tell } from './service.ts'
import { withOwnStatusIds } from './status-ids.ts'
import * as store from './store.ts'

export type Rebased = { draft: Draft; version: number; conflicts: DraftConflict[] }

type Rebasing = {
  id: string
  revision?: number | undefined
  version?: number | undefined
  choices: Choice[]
}

/** Rebases a draft onto the newest version. With conflicts nothing changes. */
export async function rebaseDraft(
  ctx: Context,
  parts: SolutionParts,
  { id, revision, version: seen, choices }: Rebasing,
): Promise<Rebased> {
  const row = await lockOwn(ctx, id, revision)
  const { solution, author } = row
  const version = await latestVersion(ctx, solution)
  if (choices.length > 0 && seen !== undefined && seen !== version) {
    throw conflict(`version ${version} was published meanwhile: look at its conflicts`)
  }
  if (version === row.base_version) {
    return { draft: await getDraft(ctx, parts, id), version, conflicts: [] }
  }
  const { base, files: mine } = await openDraft(ctx, row)
  const theirs = toMap(await getVersionFiles(ctx, solution, version))
  const { files: merged, conflicts } = mergeFiles({ base, mine, theirs }, choices)
  if (conflicts.length === 0) {
    const save = changesOf({ base: theirs, files: withOwnStatusIds(merged, theirs) })
    const kept = new Set(save.map(({ path }) => path))
    const before = await store.listChanges(ctx.db, id)
    const drop = before.map(({ path }) => path).filter((path) => !kept.has(path))
    await saveChanges(ctx, { id, author }, { save, drop })
    await store.moveBase(ctx.db, id, version)
    await tell(ctx, 'draft.rebased', { id, solution, author, version })
  }
  const { sees } = await fileRules(ctx, solution)
  const hidden = { base: null, mine: null, theirs: null, names: {} }
  return {
    draft: await getDraft(ctx, parts, id),
    version,
    conflicts: conflicts.map((each) => (sees(each.file) ? each : { ...each, ...hidden })),
  }
}
