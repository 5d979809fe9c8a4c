import { GLOBAL } from '../../definitions/layout.ts'
import { loadSolution } from '../../definitions/load.ts'
import { snapshotOf } from '../../definitions/snapshot.ts'
import type { SourceFile } from '../../definitions/source.ts'
import { applySolution, type Write } from './service.ts'
import type { Parts } from './work.ts'

/**
 * Brings a solution that comes with the server up to date; where it is, nothing changes. A node of
 * the release before, started again during an upgrade, must not undo what the new one brought.
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
