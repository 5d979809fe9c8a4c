import { GLOBAL } from '../../definitions/layout.ts'
import { loadSolution } from '../../definitions/load.ts'
import { snapshotOf } from '../../definitions/snapshot.ts'
import type { SourceFile } from '../../definitions/source.ts'
import { applySolution, type Write } from './service.ts'
import type { Parts } from './work.ts'

/**
 * Updates a solution that is part of the server, if it is outdated. A node of
 * the previous release, restarted during an upgrade, must not downgrade it.
 */
export async function applyBuiltIn(write: Write, parts: Parts, files: SourceFile[]): Promise<void> {
  const { loaded } = loadSolution(files, { isBuiltIn: true })
  const { code = '', version = '' } = loaded?.solution.body ?? {}
  const applied = await write(async (ctx) => (await snapshotOf(ctx)).find('solution', GLOBAL, code))
  if (applied && isNewer(applied.body.version, version)) return
  await applySolution(write, parts, { files, allowLoss: false, isBuiltIn: true })
}

/** Versions have three numbers: 1.10.0 is newer than 1.9.0. */
const isNewer = (one: string, other: string): boolean =>
  one.localeCompare(other, 'en', { numeric: true }) > 0
