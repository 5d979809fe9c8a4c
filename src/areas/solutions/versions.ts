import type { SourceFile } from '../../definitions/source.ts'
import { notFound } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import * as store from './store/versions.ts'

export type SolutionVersion = store.SolutionVersion

/** The number of the newest version of each solution that has one. */
export const latestVersions = (
  ctx: Context,
  solutions: readonly string[],
): Promise<Map<string, number>> => store.findLatestNumbers(ctx.db, solutions)

/** 0 if there is none. */
export const latestVersion = async (ctx: Context, solution: string): Promise<number> =>
  (await latestVersions(ctx, [solution])).get(solution) ?? 0

/** The files of a version as they were applied; none for 0. */
export const getVersionFiles = (
  ctx: Context,
  solution: string,
  number: number,
): Promise<SourceFile[]> => store.listVersionFiles(ctx.db, solution, number)

/** The newest first. */
export const listSolutionVersions = (
  ctx: Context,
  solution: string,
  page: { before: number | undefined; size: number },
): Promise<SolutionVersion[]> => store.listSolutionVersions(ctx.db, solution, page)

export async function getSolutionVersion(
  ctx: Context,
  solution: string,
  number: number,
): Promise<store.WholeVersion> {
  const found = await store.findSolutionVersion(ctx.db, solution, number)
  if (!found) throw notFound(`version ${number} of the solution`, solution)
  return found
}
