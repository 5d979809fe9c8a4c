import type { LoadedDefinition } from '../../../definitions/load.ts'
import { wholeSnapshot } from '../../../definitions/snapshot.ts'
import { readValue } from '../../../definitions/yaml/tree.ts'
import { parsePath } from '../../../lib/app-path.ts'
import { conflict } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import type { SolutionParts } from '../../solutions/change-set.ts'
import { readTarget, type Target } from '../../solutions/rename/target.ts'
import { findUsages, type Usage } from '../../solutions/rename/usages.ts'
import { type Renamed, type Renaming, readForRename } from './read.ts'

/** A field, a status and the like. */
export async function renamePart(
  ctx: Context,
  parts: SolutionParts,
  renaming: Renaming,
): Promise<Renamed> {
  const { before, asked } = renaming
  const { definitions, definition, others, textOf } = await readForRename(ctx, renaming)
  const text = before.base.get(asked.file)?.toString('utf8') ?? ''
  const target = readTarget({ ...asked, definition, published: readValue(text)?.value })
  await requireFree(ctx, target)
  const found = findUsages({ definitions, others, textOf, file: asked.file, target })
  const documents = await inDocuments(ctx, definitions, target)
  return {
    texts: found.texts,
    usages: [...found.usages, ...documents],
    paths: new Map(),
    personal: await parts.personalViews.count(ctx, target.renaming),
  }
}

/** The column of a field that was removed is still there. */
async function requireFree(ctx: Context, { renaming }: Target): Promise<void> {
  const [kind, path = ''] = renaming.owner.split(':')
  if (kind !== 'app' || renaming.what !== 'field') return
  const { namespace, code } = parsePath(path)
  const app = (await wholeSnapshot(ctx)).findApp(namespace, code)
  if (app?.removedFields.some((field) => field.code === renaming.to)) {
    throw conflict(`the removed field "${renaming.to}" still has values: choose another code`)
  }
}

/** Document templates are edited in other programs, so references in them are only listed. */
async function inDocuments(
  ctx: Context,
  definitions: readonly LoadedDefinition[],
  { renaming }: Target,
): Promise<Usage[]> {
  const usages: Usage[] = []
  if (renaming.what !== 'field' || /^(report|contract):/.test(renaming.owner)) return usages
  for (const { attachments, attached } of definitions.filter(({ kind }) => kind === 'document')) {
    const names = attachments.file ? await namesIn(ctx, attachments.file) : []
    const used = names.filter((name) => name.split('.')[0] === renaming.from)
    usages.push(
      ...[...new Set(used)].map((name) => ({
        ...{ file: attached.file ?? '', at: [], before: `{${name}}`, after: null },
      })),
    )
  }
  return usages
}

async function namesIn({ documents }: Context, content: Buffer): Promise<string[]> {
  try {
    return (await documents.check(content)).variables.map(({ name }) => name.replace(/^\$/, ''))
  } catch {
    return []
  }
}
