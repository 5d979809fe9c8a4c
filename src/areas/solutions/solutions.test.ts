import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { appSolution, insertItems, type solution } from '../../../test/solution.ts'
import { readEvents, START } from '../../platform/events.ts'

const { as, admin, make, app, anonymous } = await startApp()
const client = as(admin).solutions
const { pool, db } = app.platform

type Files = ReturnType<typeof solution>

const apply = async (files: Files, allowLoss = false) =>
  (await client.apply({ input: { files, allowLoss } })).plan
const plan = async (files: Files) => (await client.plan({ input: { files } })).plan

const changeOf = ({ changes }: Awaited<ReturnType<typeof plan>>, code: string) =>
  changes.find((change) => change.code === code && change.kind === 'app')

const columns = async (schema: string, table: string) => {
  const { rows } = await pool.query(
    'select column_name as name, data_type as type from information_schema.columns where table_schema = $1 and table_name = $2',
    [schema, table],
  )
  return Object.fromEntries(rows.map(({ name, type }) => [name, type]))
}

const indexes = async (schema: string, table: string): Promise<string[]> => {
  const { rows } = await pool.query(
    'select indexdef from pg_indexes where schemaname = $1 and tablename = $2 order by indexname',
    [schema, table],
  )
  return rows.map(({ indexdef }) => indexdef)
}

const eventsOf = async (solutionCode: string) => {
  const { events } = await readEvents(db, START, 10_000)
  return events.filter(
    ({ object, namespace }) => object === `solution:${solutionCode}` || namespace === solutionCode,
  )
}

const TITLE = 'name: Deals\nfields:\n  title: { name: Title, type: STRING }\n'

test('an app gets a table with its fields and the system fields', async () => {
  await apply(appSolution('create_app', 'deals', TITLE))

  const found = await columns('ws_create_app', 'deals')

  expect(found).toMatchObject({
    title: 'text',
    __id: 'uuid',
    __createdAt: 'timestamp with time zone',
    __index: 'bigint',
    __status: 'smallint',
    __subscribers: 'ARRAY',
    __tasks: 'jsonb',
  })
  await insertItems(pool, 'ws_create_app.deals', [{ title: 'a' }, { title: 'b' }])
  const { rows } = await pool.query('select "__index" from ws_create_app.deals order by 1')
  expect(rows).toEqual([{ __index: 1 }, { __index: 2 }])
})

test('a plan says what it would do and does nothing', async () => {
  const { changes, files } = await plan(appSolution('only_plan', 'deals', TITLE))

  expect(changes.map(({ kind, code, action }) => `${action} ${kind} ${code}`)).toEqual([
    'create solution only_plan',
    'create workspace only_plan',
    'create app deals',
  ])
  expect(files).toHaveLength(3)
  expect(await columns('ws_only_plan', 'deals')).toEqual({})
})
