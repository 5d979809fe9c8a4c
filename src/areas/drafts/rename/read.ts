import { loadSolution } from '../../../definitions/load.ts'
import { wholeSnapshot } from '../../../definitions/snapshot.ts'
import { conflict, notFound } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import type { Usage } from '../../solutions/rename/usages.ts'
import { type Content, toSources } from '../files.ts'

export type RenameRequest = {
  id: string
  revision?: number | undefined
  file: string
  at: (string | number)[]
  to: string
  dryRun: boolean
}

export type Renaming = { before: Content; asked: RenameRequest; solution: string }

/** The changed texts and the renamed files. */
export type Renamed = {
  usages: Usage[]
  texts: ReadonlyMap<string, string>
  paths: ReadonlyMap<string, string>
  personal: number
}

/** The target of the rename, and all definitions that may refer to it. */
export async function readForRename(ctx: Context, { before, asked, solution }: Renaming) {
  const { definitions, unread } = loadSolution(toSources(before.files)).readable
  const [broken] = unread
  if (broken) {
    throw conflict(
      `the ${broken.kind} ${broken.namespace}/${broken.code} cannot be read: mend it first`,
    )
  }
  const definition = definitions.find(({ file }) => file === asked.file)
  if (!definition) throw notFound('file', asked.file)
  const current = await wholeSnapshot(ctx)
  const others = current
    .everything()
    .filter((each) => each.solution !== solution && each.deletedAt === null)
  const textOf = (file: string) => before.files.get(file)?.toString('utf8') ?? ''
  return { current, definitions, definition, others, textOf }
}
