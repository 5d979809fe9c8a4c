import { fileURLToPath } from 'node:url'
import { solutionParts } from '../app.ts'
import { applyBuiltIn } from '../areas/solutions/built-in.ts'
import { readFolder } from '../definitions/folder.ts'
import { SYSTEM } from '../platform/caller.ts'
import { type Platform, write } from '../platform/context.ts'

const FOLDER = fileURLToPath(new URL('../../solutions', import.meta.url))

/** The workspaces that every system has. */
export async function bringBuiltIn(platform: Platform): Promise<void> {
  const origin = { user: SYSTEM, requestId: 'start', log: platform.log }
  const files = await readFolder(`${FOLDER}/_system`)
  await applyBuiltIn((work) => write(platform, origin, work), solutionParts, files)
}
