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

export async function saveFiles(
  db: Db,
  solution: string,
  files: readonly SourceFile[],
): Promise<void> {
  let batch: SourceFile[] = []
  let size = 0
  const send = async () => {
    if (batch.length === 0) return
    const paths = batch.map(({ path }) => path)
    const contents = batch.map(({ content }) => content)
    await db.run(sql`
      insert into kontor.solution_files (solution, path, content)
      select ${solution}, f.path, f.content
      from unnest(${paths}::text[], ${contents}::bytea[]) as f(path, content)
      on conflict (solution, path) do update set content = excluded.content`)
    batch = []
    size = 0
  }
  for (const file of files) {
    if (size + file.content.length > BATCH) await send()
    batch.push(file)
    size += file.content.length
  }
  await send()
}

export const deleteFiles = (db: Db, solution: string, paths: string[]) =>
  db.run(sql`
    delete from kontor.solution_files where solution = ${solution}
      and path = any(${paths}::text[])`)
