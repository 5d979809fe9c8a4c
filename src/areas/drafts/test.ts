import { type LoadedDefinition, loadSolution } from '../../definitions/load.ts'
import { pathOf } from '../../lib/app-path.ts'
import { notFound } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { testLoaded } from '../processes/testing/service.ts'
import { toSources } from './files.ts'
import { fileRules } from './policy.ts'
import { findVisible, openDraft } from './service.ts'

type DraftTest = Parameters<typeof testLoaded>[2] & { id: string; process: string }

/** Runs a process of a draft, for users who may see its file. */
export async function testInDraft(ctx: Context, { id, process: path, ...asked }: DraftTest) {
  const row = await findVisible(ctx, id)
  const { sees } = await fileRules(ctx, row.solution)
  const { files } = await openDraft(ctx, row)
  const { definitions } = loadSolution(toSources(files)).readable
  const found = definitions.find(
    (each) => each.kind === 'process' && pathOf(each) === path && sees(each.file),
  )
  if (!found) throw notFound('process', path)
  return testLoaded(ctx, { process: found as LoadedDefinition<'process'>, definitions }, asked)
}
