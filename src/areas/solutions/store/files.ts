import type { SourceFile } from '../../../definitions/source.ts'
import { type Db, statement } from '../../../platform/db/db.ts'

const selectFiles = statement<SourceFile>(
  'select path, content from kontor.solution_files where solution = $1 order by path',
)

export const listFiles = (db: Db, solution: string): Promise<SourceFile[]> =>
  db.query(selectFiles, [solution])

const selectFile = statement<SourceFile>(
  'select path, content from kontor.solution_files where solution = $1 and path = $2',
)

export async function findFile(
  db: Db,
  solution: string,
  path: string,
): Promise<SourceFile | undefined> {
  const [file] = await db.query(selectFile, [solution, path])
  return file
}

const selectChecksums = statement<{ path: string; checksum: string }>(`
  select path, encode(sha256(content), 'hex') as checksum
  from kontor.solution_files where solution = $1`)

export async function listChecksums(db: Db, solution: string): Promise<Map<string, string>> {
  const rows = await db.query(selectChecksums, [solution])
  return new Map(rows.map(({ path, checksum }) => [path, checksum]))
}

const upsertFiles = statement(`
  insert into kontor.solution_files (solution, path, content)
  select $1, f.path, f.content from unnest($2::text[], $3::bytea[]) as f(path, content)
  on conflict (solution, path) do update set content = excluded.content`)

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
    const values = [solution, batch.map(({ path }) => path), batch.map(({ content }) => content)]
    await db.query(upsertFiles, values)
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

const removeFiles = statement(
  'delete from kontor.solution_files where solution = $1 and path = any($2::text[])',
)

export const deleteFiles = (db: Db, solution: string, paths: string[]) =>
  db.query(removeFiles, [solution, paths])
