import type { SourceFile } from '../../../definitions/source.ts'
import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import { inBatches } from './files.ts'

/** The checksum of every file by its path. */
export type FileSums = Record<string, string>

export type SolutionVersion = {
  number: number
  published_at: Date
  published_by: string
  comment: string
}
export type WholeVersion = SolutionVersion & { changes: unknown; files: FileSums }

export async function saveBodies(
  db: Db,
  files: readonly (SourceFile & { checksum: string })[],
): Promise<void> {
  await inBatches(files, async (batch) => {
    const checksums = batch.map(({ checksum }) => checksum)
    const contents = batch.map(({ content }) => content)
    await db.run(sql`
      insert into kontor.solution_bodies (checksum, content)
      select distinct on (b.checksum) b.checksum, b.content
      from unnest(${checksums}::text[], ${contents}::bytea[]) as b(checksum, content)
      on conflict do nothing`)
  })
}

export type VersionToSave = {
  solution: string
  comment: string
  changes: unknown
  files: FileSums
}

/** The number it gets. Called under the lock of the definitions. */
export async function insertVersion(
  db: Db,
  { solution, comment, changes, files }: VersionToSave,
  { now, by }: { now: Date; by: string },
): Promise<number> {
  const row = await db.first(sql<{ number: number }>`
    insert into kontor.solution_versions
      (solution, number, published_at, published_by, comment, changes, files)
    select ${solution}, coalesce(max(number), 0) + 1, ${now}, ${by}, ${comment},
      ${JSON.stringify(changes)}, ${JSON.stringify(files)}
    from kontor.solution_versions where solution = ${solution}
    returning number`)
  return row?.number ?? 0
}

/** Solutions without a version are left out. */
export async function findLatestNumbers(
  db: Db,
  solutions: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.all(sql<{ solution: string; number: number }>`
    select solution, max(number) as number from kontor.solution_versions
    where solution = any(${solutions}::text[]) group by solution`)
  return new Map(rows.map(({ solution, number }) => [solution, number]))
}

/** When the solutions were published last, and by whom. */
export async function findLatest(
  db: Db,
  solutions: readonly string[],
): Promise<Map<string, SolutionVersion>> {
  const rows = await db.all(sql<SolutionVersion & { solution: string }>`
    select distinct on (solution) solution, number, published_at, published_by, comment
    from kontor.solution_versions where solution = any(${solutions}::text[])
    order by solution, number desc`)
  return new Map(rows.map(({ solution, ...version }) => [solution, version]))
}

export const listSolutionVersions = (
  db: Db,
  solution: string,
  { before, size }: { before: number | undefined; size: number },
): Promise<SolutionVersion[]> =>
  db.all(sql<SolutionVersion>`
    select number, published_at, published_by, comment from kontor.solution_versions
    where solution = ${solution} and number < ${before ?? 2_147_483_647}
    order by number desc limit ${size}`)

export const findSolutionVersion = (
  db: Db,
  solution: string,
  number: number,
): Promise<WholeVersion | undefined> =>
  db.first(sql<WholeVersion>`
    select number, published_at, published_by, comment, changes, files
    from kontor.solution_versions where solution = ${solution} and number = ${number}`)

/** Empty for the version 0, before the first one. */
export const listVersionFiles = (db: Db, solution: string, number: number): Promise<SourceFile[]> =>
  db.all(sql<SourceFile>`
    select f.key as path, b.content from kontor.solution_versions v
    cross join lateral jsonb_each_text(v.files) f
    join kontor.solution_bodies b on b.checksum = f.value
    where v.solution = ${solution} and v.number = ${number} order by f.key`)
