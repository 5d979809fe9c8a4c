import { fileURLToPath } from 'node:url'
import { solutionParts } from '../app/solutions.ts'
import { applyBuiltIn } from '../areas/solutions/built-in.ts'
import { readFolder } from '../definitions/folder.ts'
import type { Demo } from '../demo/load.ts'
import { findState } from '../demo/store.ts'
import { SYSTEM } from '../platform/caller.ts'
import type { Config } from '../platform/config.ts'
import { type Platform, write } from '../platform/context.ts'

const FOLDER = fileURLToPath(new URL('../../solutions', import.meta.url))

/** Applies the built-in solutions. */
export async function bringBuiltIn(platform: Platform): Promise<void> {
  const origin = { user: SYSTEM, requestId: 'start', log: platform.log }
  const files = await readFolder(`${FOLDER}/_system`)
  await applyBuiltIn((work) => write(platform, origin, work), solutionParts, files)
}

/** A failure is logged and does not prevent the start; the next start tries again. */
export async function showDemo(
  platform: Platform,
  config: Config,
  isFirstStart: boolean,
): Promise<Demo | undefined> {
  if (!(await isDemoWanted(platform, config, isFirstStart))) return undefined
  try {
    const { loadDemo } = await import('../demo/load.ts')
    return await loadDemo(platform, { folder: FOLDER, parts: solutionParts })
  } catch (error) {
    platform.log.error({ err: error }, 'the demo was not loaded; the next start will try again')
    return undefined
  }
}

async function isDemoWanted(
  platform: Platform,
  { KONTOR_DEMO, DATABASE_URL }: Config,
  isFirstStart: boolean,
): Promise<boolean> {
  if (KONTOR_DEMO !== undefined) return KONTOR_DEMO === 'on'
  if (DATABASE_URL !== undefined) return false
  return isFirstStart || (await findState(platform.db)) === 'loading'
}
