import { hasOwnCode, identify } from '../../../definitions/identify.ts'
import { kindOf } from '../../../definitions/kinds.ts'
import type { Identity } from '../../../definitions/layout.ts'
import type { Snapshot } from '../../../definitions/snapshot.ts'
import { pathOf } from '../../../lib/app-path.ts'
import { Code } from '../../../lib/codes.ts'
import { conflict, invalid } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { movedPaths } from '../../solutions/rename/identity.ts'
import { findReferences } from '../../solutions/rename/references.ts'
import { requireCode } from '../../solutions/rename/target.ts'
import type { Files } from '../files.ts'
import { type Renamed, type Renaming, readForRename } from './read.ts'

/** Renames a definition: its files, and all references to it. */
export async function renameDefinition(ctx: Context, renaming: Renaming): Promise<Renamed> {
  const { asked, before } = renaming
  const { file } = asked
  const { current, definitions, definition, others, textOf } = await readForRename(ctx, renaming)
  const { kind, namespace, code } = definition
  const from = { kind, namespace, code }
  if (!hasOwnCode(kind)) throw invalid(`a ${kind} has no code of its own`)
  requireCode(Code, asked.to, [], code)
  requireUnpublished(current, from)
  const paths = movedPaths(before.files.keys(), asked)
  const to = identify(paths.get(file) ?? '') ?? from
  requireFree(current, to, { paths, files: before.files })
  const found = findReferences({ definitions, others, textOf, move: { from, to } })
  const files = [...paths].map(([old, next]) => ({ file: old, at: [], before: old, after: next }))
  return { usages: [...files, ...found.usages], texts: found.texts, paths, personal: 0 }
}

/** Published definitions cannot be renamed: items, instances, links and programs use the code. */
function requireUnpublished(current: Snapshot, identity: Identity): void {
  const { kind, namespace, code } = identity
  const found = current.find(kind, namespace, code)
  if (!found || found.deletedAt || kindOf(kind).hasFreeCode) return
  throw conflict(
    `the ${kind} ${pathOf(identity)} is published, and its code is its address for data, links and programs: change its name instead`,
  )
}

type Paths = { paths: ReadonlyMap<string, string>; files: Files }

/** A removed definition still has its data under its code. */
function requireFree(current: Snapshot, to: Identity, { paths, files }: Paths): void {
  const found = current.find(to.kind, to.namespace, to.code)
  const isStored = found !== undefined && (!found.deletedAt || !kindOf(to.kind).hasFreeCode)
  const isTaken = [...paths.values()].some((path) => files.has(path))
  if (isStored || isTaken) throw conflict(`the code "${to.code}" is taken`)
}
