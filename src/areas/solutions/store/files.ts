import type { SourceFile } from '../../../definitions/source.ts'
import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export const listFiles = (db: Db, solution: string): Promise<SourceFile[]> =>
  db.all(sql<SourceFile>`
    select path, content from kontor.solution_files where solution = ${solution} order by path`)

export async function findFile(
  db: Db,
  solution: string,
  path: string,
): Promise<SourceFile | undefined> {
  return db.first(sql<SourceFile>`
    select path, content from kontor.solution_files where solution = ${solution}
      and path = ${path}`)
}

export async function listChecksums(db: Db, solution: string): Promise<Map<string, string>> {
  const rows = await db.all(sql<{ path: string; checksum: string }>`
    select path, encode(sha256(content), 'hex') as checksum
    from kontor.solution_files where solution = ${solution}`)
  return new Map(rows.map(({ path, checksum }) => [path, checksum]))
}

/** Bytes sent in one statement; a larger file goes alone. */
const BATCH = 4 * 1024 ** 2

export const saveFiles = (db: Db, solution: string, files: readonly SourceFile[]): Promise<void> =>
  inBatches(files, async (batch) => {
    const paths = batch.map(({ path }) => path)
    const contents = batch.map(({ content }) => content)
    await db.run(sql`
      insert into kontor.solution_files (solution, path, content)
      select ${solution}, f.path, f.content
      from unnest(${paths}::text[], ${contents}::bytea[]) as f(path, content)
      on conflict (solution, path) do update set content = excluded.content`)
  })

export async function inBatches<File extends { content: Buffer }>(
  files: readonly File[],
  send: (batch: File[]) => Promise<void>,
): Promise<void> {
  let batch: File[] = []
  let size = 0
  for (const file of files) {
    if (batch.length > 0 && size + file.content.length > BATCH) {
      await send(batch)
      batch = []
      size = 0
    }
    batch.push(file)
    size += file.content.length
  }
  if (batch.length > 0) await send(batch)
}

export const deleteFiles = (db: Db, solution: string, paths: string[]) =>
  db.run(sql`
    delete from kontor.solution_files where solution = ${solution}
      and path = any(${paths}::text[])`)
