import { identify } from '../../../definitions/identify.ts'
import type { Context } from '../../../platform/context.ts'
import type { SolutionParts } from '../../solutions/change-set.ts'
import type { Usage } from '../../solutions/rename/usages.ts'
import { type Files, toFile } from '../files.ts'
import type { RenameUsage } from '../operations.ts'
import { type FileRules, fileRules, requireChange } from '../policy.ts'
import { findProblems, lockOwn, openDraft, saveContent } from '../service.ts'
import { renameDefinition } from './definition.ts'
import { renameInModule } from './module-part.ts'
import { renamePart } from './part.ts'
import type { Renamed, RenameRequest } from './read.ts'

/** Renames a code everywhere in the draft. */
export async function renameInDraft(ctx: Context, parts: SolutionParts, asked: RenameRequest) {
  const row = await lockOwn(ctx, asked.id, asked.revision)
  const before = await openDraft(ctx, row)
  const rules = await fileRules(ctx, row.solution)
  requireChange(rules, asked.file)
  const renaming = { before, asked, solution: row.solution }
  const isOfModule = identify(asked.file)?.kind === 'module'
  const found = await (asked.at.length === 0
    ? renameDefinition(ctx, renaming)
    : isOfModule
      ? renameInModule(ctx, renaming)
      : renamePart(ctx, parts, renaming))
  for (const path of [...found.paths.keys(), ...found.paths.values()]) requireChange(rules, path)
  const after = { base: before.base, files: renamedFiles(before.files, found, rules) }
  const changed = asked.dryRun ? [] : await saveContent(ctx, row, { before, after })
  const { usages } = found
  return {
    revision: row.revision + (changed.length > 0 ? 1 : 0),
    usages: usages.filter(({ file }) => rules.sees(file)).map((each) => toUsage(each, rules)),
    hidden: usages.filter(({ file }) => !rules.sees(file)).length,
    personal: found.personal,
    files: changed.flatMap((path) => toFile(after, path) ?? []),
    removed: changed.filter((path) => !after.files.has(path)),
    problems: await findProblems(ctx, parts, { solution: row.solution, content: after }),
  }
}

function renamedFiles(before: Files, { texts, paths }: Renamed, rules: FileRules): Files {
  const files = new Map(before)
  for (const [path, text] of texts) if (rules.changes(path)) files.set(path, Buffer.from(text))
  for (const [from, to] of paths) {
    files.set(to, files.get(from) ?? Buffer.alloc(0))
    files.delete(from)
  }
  return files
}

const toUsage = (usage: Usage, { changes }: FileRules): RenameUsage => {
  const { after, ...place } = usage
  if (after === null) return { ...place, after, why: 'people' }
  return changes(usage.file)
    ? { ...place, after }
    : { ...place, after: null, why: 'administrators' }
}
