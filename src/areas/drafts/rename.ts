import { loadSolution } from '../../definitions/load.ts'
import { wholeSnapshot } from '../../definitions/snapshot.ts'
import { readValue } from '../../definitions/yaml/tree.ts'
import { parsePath } from '../../lib/app-path.ts'
import { conflict, notFound } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { readTarget, type Target } from '../solutions/rename/target.ts'
import { findUsages, type Usage } from '../solutions/rename/usages.ts'
import type { Parts } from '../solutions/work.ts'
import { type Content, toFile, toSources } from './files.ts'
import type { RenameUsage } from './operations.ts'
import { type FileRules, fileRules, requireChange } from './policy.ts'
import { findProblems, lockOwn, openDraft, saveContent } from './service.ts'

type Asked = {
  id: string
  revision?: number | undefined
  file: string
  at: (string | number)[]
  to: string
  dryRun: boolean
}

/** Gives something another code, and says so wherever the draft names it. */
export async function renameInDraft(ctx: Context, parts: Parts, asked: Asked) {
  const row = await lockOwn(ctx, asked.id, asked.revision)
  const before = await openDraft(ctx, row)
  const rules = await fileRules(ctx, row.solution)
  requireChange(rules, asked.file)
  const { target, usages, texts } = await rename(ctx, { before, asked, solution: row.solution })
  const mended = [...texts].filter(([path]) => rules.changes(path))
  const files = new Map(before.files)
  for (const [path, text] of mended) files.set(path, Buffer.from(text))
  const after = { base: before.base, files }
  const changed = asked.dryRun ? [] : await saveContent(ctx, row, { before, after })
  return {
    revision: row.revision + (changed.length > 0 ? 1 : 0),
    usages: usages.filter(({ file }) => rules.sees(file)).map((each) => toUsage(each, rules)),
    hidden: usages.filter(({ file }) => !rules.sees(file)).length,
    personal: await parts.personalViews.count(ctx, target.renaming),
    files: changed.flatMap((path) => toFile(after, path) ?? []),
    removed: [],
    problems: await findProblems(ctx, parts, { solution: row.solution, content: after }),
  }
}

const toUsage = (usage: Usage, { changes }: FileRules): RenameUsage => {
  const { after, ...place } = usage
  if (after === null) return { ...place, after, why: 'people' }
  return changes(usage.file)
    ? { ...place, after }
    : { ...place, after: null, why: 'administrators' }
}

type Renaming = { before: Content; asked: Asked; solution: string }

async function rename(ctx: Context, { before, asked, solution }: Renaming) {
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
  const text = before.base.get(asked.file)?.toString('utf8') ?? ''
  const target = readTarget({ ...asked, definition, published: readValue(text)?.value })
  await requireFree(ctx, target)
  const others = current
    .everything()
    .filter((each) => each.solution !== solution && each.deletedAt === null)
  const textOf = (file: string) => before.files.get(file)?.toString('utf8') ?? ''
  const found = findUsages({ definitions, others, textOf, file: asked.file, target })
  const documents = await inDocuments(ctx, definitions, target)
  return { target, texts: found.texts, usages: [...found.usages, ...documents] }
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

/** Templates of documents are made by people, in other programs. */
async function inDocuments(
  ctx: Context,
  definitions: ReturnType<typeof loadSolution>['readable']['definitions'],
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
