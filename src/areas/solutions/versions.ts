import type { SourceFile } from '../../definitions/source.ts'
import type { Context } from '../../platform/context.ts'
import { findLatestNumbers, listVersionFiles } from './store/versions.ts'

/** The number of the newest version of each solution that has one. */
export const latestVersions = (
  ctx: Context,
  solutions: readonly string[],
): Promise<Map<string, number>> => findLatestNumbers(ctx.db, solutions)

/** 0 if there is none. */
export const latestVersion = async (ctx: Context, solution: string): Promise<number> =>
  (await latestVersions(ctx, [solution])).get(solution) ?? 0

/** The files of a version as they were applied; none for 0. */
export const getVersionFiles = (
  ctx: Context,
  solution: string,
  number: number,
): Promise<SourceFile[]> => listVersionFiles(ctx.db, solution, number)
