import { createHash } from 'node:crypto'
import { GLOBAL } from '../../definitions/layout.ts'
import { type LoadedSolution, loadSolution } from '../../definitions/load.ts'
import { snapshotOf } from '../../definitions/snapshot.ts'
import type { SourceFile } from '../../definitions/source.ts'
import type { Context } from '../../platform/context.ts'
import { VERSION } from '../../platform/version.ts'
import type { SolutionParts } from './change-set.ts'
import { applySolution, type Write } from './service.ts'
import { findBuiltIn, saveBuiltIn } from './store/built-in.ts'

/**
 * Updates a solution that is part of the server, if it is outdated. A node of
 * the previous release, restarted during an upgrade, must not downgrade it.
 */
export async function applyBuiltIn(
  write: Write,
  parts: SolutionParts,
  files: SourceFile[],
): Promise<void> {
  const print = fingerprint(files)
  if (await write(async ({ db }) => (await findBuiltIn(db)) === print)) return
  const { loaded } = loadSolution(files, { isBuiltIn: true })
  const { code = '', version = '' } = loaded?.solution.body ?? {}
  const applied = await write(async (ctx) => (await snapshotOf(ctx)).find('solution', GLOBAL, code))
  if (applied && isNewer(applied.body.version, version)) return
  const taken = await write((ctx) => findTaken(ctx, loaded))
  const free = files.filter(({ path }) => !taken.has(path))
  await applySolution(write, parts, { files: free, allowLoss: false, isBuiltIn: true })
  await write(({ db }) => saveBuiltIn(db, print))
}

/** Files of new built-in apps whose codes are already used by another solution, which keeps them. */
async function findTaken(ctx: Context, loaded: LoadedSolution | undefined): Promise<Set<string>> {
  const snapshot = await snapshotOf(ctx)
  const taken = (loaded?.definitions ?? []).filter(({ kind, namespace, code, solution }) => {
    const there = kind === 'app' ? snapshot.findApp(namespace, code) : undefined
    return there !== undefined && there.solution !== solution
  })
  for (const { file } of taken)
    ctx.log.warn({ file }, 'a built-in app is left out: its code is taken')
  return new Set(taken.map(({ file }) => file))
}

/** A fingerprint of everything applied: this release would do nothing with the same files again. */
function fingerprint(files: readonly SourceFile[]): string {
  const hash = createHash('sha256').update(VERSION)
  for (const { path, content } of files)
    hash.update(`\0${path}\0${content.length}\0`).update(content)
  return hash.digest('hex')
}

/** Versions have three numbers: 1.10.0 is newer than 1.9.0. */
const isNewer = (one: string, other: string): boolean =>
  one.localeCompare(other, 'en', { numeric: true }) > 0
