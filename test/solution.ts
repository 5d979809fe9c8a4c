import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { SourceFile } from '../src/definitions/source.ts'

/** The files of a small solution as the API takes them; each of them may be given or left out. */
export const solution = (code: string, files: Record<string, string> = {}) =>
  Object.entries({
    'solution.yaml': `code: ${code}\nname: ${code}\nversion: 1.0.0\n`,
    [`workspaces/${code}/workspace.yaml`]: `name: ${code}\n`,
    ...files,
  }).map(([path, content]) => ({ path, content }))

/** One app in a workspace named like the solution. */
export const appSolution = (code: string, app: string, yaml: string) =>
  solution(code, { [`workspaces/${code}/apps/${app}.yaml`]: yaml })

/** The same as a folder would give them. */
export const toSource = (files: { path: string; content: string }[]): SourceFile[] =>
  files.map(({ path, content }) => ({ path, content: Buffer.from(content) }))

/** Puts items into the table of an app as the app area would; values by field. */
export async function insertItems(
  client: pg.Client,
  table: string,
  items: Record<string, unknown>[],
): Promise<string[]> {
  const ids = items.map(() => randomUUID())
  for (const [at, item] of items.entries()) {
    const values = { __id: ids[at], __createdBy: ids[at], __updatedBy: ids[at], ...item }
    const names = Object.keys(values).map((name) => `"${name}"`)
    const marks = names.map((_, index) => `$${index + 1}`)
    await client.query(
      `insert into ${table} ("__createdAt", "__updatedAt", ${names}) values (now(), now(), ${marks})`,
      Object.values(values),
    )
  }
  return ids
}
