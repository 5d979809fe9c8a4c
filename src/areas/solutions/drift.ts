import { loadSolution } from '../../definitions/load.ts'
import { writtenSnapshot } from '../../definitions/snapshot.ts'
import type { Context } from '../../platform/context.ts'
import type { Grant } from '../access/operations.ts'
import { calledOf } from './called.ts'
import type { SolutionParts } from './change-set.ts'
import type { Change } from './operations.ts'
import { listByHand } from './rights.ts'
import { planSolution } from './service.ts'
import { getVersionFiles, latestVersion } from './versions.ts'
import { compareBodies } from './words.ts'

type Different = Omit<Change, 'isDestructive' | 'data' | 'blockers'>

/** How the definitions differ from the last version of the solution, and what applying it would do. */
export async function findDrift(
  ctx: Context,
  parts: SolutionParts,
  solution: string,
): Promise<{ version: number; changes: Different[]; effects: string[]; grants: Grant[] }> {
  const version = await latestVersion(ctx, solution)
  const files = await getVersionFiles(ctx, solution, version)
  const { loaded } = loadSolution(files, { isBuiltIn: true })
  // The solution was removed, or cannot be read by this release.
  if (!loaded) return { version, changes: [], effects: [], grants: [] }
  const current = await writtenSnapshot(ctx)
  const present = current
    .everything()
    .filter((each) => each.solution === solution && !each.deletedAt)
  const known = new Map(loaded.definitions.map((each) => [each.id, each]))
  const ids = new Set(present.map(({ id }) => id))
  const gone = loaded.definitions.filter(({ id }) => !ids.has(id))
  const changes = [
    ...present.flatMap((after) => {
      const before = known.get(after.id)
      const differences = before ? compareBodies(before.written, after.written) : []
      const action = before ? ('update' as const) : ('create' as const)
      return before && differences.length === 0
        ? []
        : [toDifferent({ before, after }, action, differences)]
    }),
    ...gone.map((before) => toDifferent({ before }, 'delete', [])),
  ]
  const { effects } = await planSolution(ctx, parts, files)
  return { version, changes, effects, grants: await listByHand(ctx, present) }
}

type Defined = { kind: string; namespace: string; code: string; file: string; written: unknown }
type Sides = { before?: Defined | undefined; after?: Defined }

function toDifferent(
  sides: Sides,
  action: Change['action'],
  differences: Change['differences'],
): Different {
  const { kind = '', namespace = '', code = '', file = '' } = sides.after ?? sides.before ?? {}
  return {
    ...{ kind, namespace, code, action, path: file, differences },
    ...calledOf(sides, [], differences),
    words: differences.map(({ text }) => text),
  }
}
