import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll } from 'vitest'
import type { Plan } from '../src/areas/solutions/operations.ts'
import type { SourceFile } from '../src/definitions/source.ts'
import { connectClient } from '../src/platform/db/db.ts'
import { startApp } from './app.ts'

type Files = { path: string; content: string }[]

/** A server with an administrator who plans and applies, and access to the tables. */
export async function startSolutions(environment: Record<string, string> = {}, now?: () => Date) {
  const started = await startApp({ environment, ...(now && { now }) })
  const client = started.as(started.admin).solutions
  const sql = await connectClient(started.connection)
  afterAll(() => sql.end())
  return {
    ...started,
    client,
    sql,
    apply: async (files: Files, allowLoss = false): Promise<Plan> =>
      (await client.apply({ input: { files, allowLoss } })).plan,
    plan: async (files: Files): Promise<Plan> => (await client.plan({ input: { files } })).plan,
    /** The change of one app in a plan. */
    changeOf: ({ changes }: Plan, code: string) =>
      changes.find((change) => change.code === code && change.kind === 'app'),
    columnsOf: async (schema: string, table: string): Promise<Record<string, string>> => {
      const { rows } = await sql.query(
        `select column_name as name, data_type as type from information_schema.columns
         where table_schema = $1 and table_name = $2`,
        [schema, table],
      )
      return Object.fromEntries(rows.map(({ name, type }) => [name, type]))
    },
  }
}

/** An app with one field. */
export const TITLE = 'name: Deals\nfields:\n  title: { name: Title, type: STRING }\n'

/** The files of a small solution, in the form of the API; each can be replaced. */
export const solution = (code: string, files: Record<string, string> = {}) =>
  Object.entries({
    'solution.yaml': `code: ${code}\nname: ${code}\nversion: 1.0.0\n`,
    [`workspaces/${code}/workspace.yaml`]: `name: ${code}\n`,
    ...files,
  }).map(([path, content]) => ({ path, content }))

/** One app in a workspace named like the solution. */
export const appSolution = (code: string, app: string, yaml: string) =>
  solution(code, { [`workspaces/${code}/apps/${app}.yaml`]: yaml })

/** The same in the form of a folder. */
export const toSource = (files: Files): SourceFile[] =>
  files.map(({ path, content }) => ({ path, content: Buffer.from(content) }))

/** Inserts items into the table of an app; values by field. */
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
