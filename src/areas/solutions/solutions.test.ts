import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { appSolution, insertItems, solution, toSource } from '../../../test/solution.ts'
import { solutionParts } from '../../app.ts'
import { connectClient } from '../../platform/db/db.ts'
import { readEvents, START } from '../../platform/events.ts'
import { applySolution } from './service.ts'

const { as, admin, make, app, anonymous, connection } = await startApp()
const client = as(admin).solutions
const { db } = app.platform
const sql = await connectClient(connection)
afterAll(() => sql.end())

type Files = ReturnType<typeof solution>

const apply = async (files: Files, allowLoss = false) =>
  (await client.apply({ input: { files, allowLoss } })).plan
const plan = async (files: Files) => (await client.plan({ input: { files } })).plan

const changeOf = ({ changes }: Awaited<ReturnType<typeof plan>>, code: string) =>
  changes.find((change) => change.code === code && change.kind === 'app')

const columns = async (schema: string, table: string) => {
  const { rows } = await sql.query(
    'select column_name as name, data_type as type from information_schema.columns where table_schema = $1 and table_name = $2',
    [schema, table],
  )
  return Object.fromEntries(rows.map(({ name, type }) => [name, type]))
}

const indexes = async (schema: string, table: string): Promise<string[]> => {
  const { rows } = await sql.query(
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
  await insertItems(sql, 'ws_create_app.deals', [{ title: 'a' }, { title: 'b' }])
  const { rows } = await sql.query('select "__index" from ws_create_app.deals order by 1')
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

test('a field is added to an app that has items', async () => {
  await apply(appSolution('add_field', 'deals', TITLE))
  await insertItems(sql, 'ws_add_field.deals', [{ title: 'a' }])
  const files = appSolution('add_field', 'deals', `${TITLE}  note: { name: Note, type: STRING }\n`)

  const planned = changeOf(await plan(files), 'deals')
  await apply(files)

  expect(planned).toMatchObject({
    action: 'update',
    words: ['field "note" added (STRING)'],
    data: ['column for "note" added'],
    blockers: [],
  })
  const { rows } = await sql.query('select title, note from ws_add_field.deals')
  expect(rows).toEqual([{ title: 'a', note: null }])
})

test('a new title changes the definition and not the table', async () => {
  await apply(appSolution('retitle', 'deals', TITLE))

  const { changes } = await apply(
    appSolution('retitle', 'deals', TITLE.replace('Title', 'Subject')),
  )

  expect(changes.filter(({ action }) => action !== 'unchanged')).toEqual([
    {
      kind: 'app',
      namespace: 'retitle',
      code: 'deals',
      action: 'update',
      words: ['field "title": name "Title" → "Subject"'],
      data: [],
      blockers: [],
    },
  ])
})

test('a field made required says how many items lack a value', async () => {
  await apply(appSolution('required', 'deals', TITLE))
  await insertItems(sql, 'ws_required.deals', [{ title: 'a' }, {}, {}, { __deletedAt: new Date() }])

  const { changes } = await apply(
    appSolution('required', 'deals', TITLE.replace('STRING', 'STRING, required: true')),
  )

  expect(changes.at(-1)).toMatchObject({
    words: ['field "title": now required'],
    data: ['"title" has no value in 2 items, which need one at their next change'],
    blockers: [],
  })
})

test('a field with values is removed only when that is wanted, and comes back with them', async () => {
  const both = appSolution(
    'remove_field',
    'deals',
    `${TITLE}  note: { name: Note, type: STRING }\n`,
  )
  const one = appSolution('remove_field', 'deals', TITLE)
  await apply(both)
  const [id = ''] = await insertItems(sql, 'ws_remove_field.deals', [{ title: 'a', note: 'kept' }])

  const blocked = changeOf(await plan(one), 'deals')
  const refused = apply(one)

  expect(blocked?.blockers).toEqual([
    { text: '"note" still has 1 value', rows: [{ id, value: 'kept' }], canLose: true },
  ])
  await expect(refused).rejects.toMatchObject({
    status: 409,
    details: [{ path: 'app:remove_field/deals', message: `"note" still has 1 value: ${id} kept` }],
  })

  await apply(one, true)
  const back = changeOf(await apply(both), 'deals')

  expect(back?.data).toEqual(['column of "note" comes back with 1 value'])
  const { rows } = await sql.query('select note from ws_remove_field.deals')
  expect(rows).toEqual([{ note: 'kept' }])
})

test('a field without values is removed without a question', async () => {
  const both = appSolution(
    'remove_empty',
    'deals',
    `${TITLE}  note: { name: Note, type: STRING }\n`,
  )
  await apply(both)
  await insertItems(sql, 'ws_remove_empty.deals', [{ title: 'a' }])

  const { changes } = await apply(appSolution('remove_empty', 'deals', TITLE))

  expect(changes.at(-1)).toMatchObject({ words: ['field "note" removed (STRING)'], blockers: [] })
})

test('a field becomes unique only when no two items share a value', async () => {
  const unique = appSolution('unique', 'deals', TITLE.replace('STRING', 'STRING, unique: true'))
  await apply(appSolution('unique', 'deals', TITLE))
  const ids = await insertItems(sql, 'ws_unique.deals', [
    { title: 'same' },
    { title: 'same' },
    { title: 'other' },
    {},
    {},
  ])

  const blocked = changeOf(await plan(unique), 'deals')
  await expect(apply(unique, true)).rejects.toMatchObject({ status: 409 })
  await sql.query('update ws_unique.deals set "__deletedAt" = now() where "__id" = $1', [ids[0]])
  await apply(unique)

  expect(blocked?.blockers).toEqual([
    {
      text: '"title" cannot be unique: 2 items share a value with another',
      rows: expect.arrayContaining(ids.slice(0, 2).map((id) => ({ id, value: 'same' }))),
      canLose: false,
    },
  ])
  const again = insertItems(sql, 'ws_unique.deals', [{ title: 'same' }])
  await expect(again).rejects.toThrow('duplicate key')
})

test('indexes follow the flags of a field', async () => {
  const flags = (text: string) =>
    appSolution('flags', 'deals', TITLE.replace('STRING', `STRING, ${text}`))
  await apply(flags('indexed: true, searchable: true'))
  const both = await indexes('ws_flags', 'deals')

  await apply(flags('searchable: true'))
  const one = await indexes('ws_flags', 'deals')

  expect(both.filter((text) => text.includes('title'))).toHaveLength(2)
  expect(one.filter((text) => text.includes('title'))).toEqual([
    expect.stringContaining('gin_trgm_ops'),
  ])
})

test('applying the same again writes nothing and tells nobody', async () => {
  const files = appSolution('twice', 'deals', TITLE)
  await apply(files)
  const before = await eventsOf('twice')

  const { changes, files: changed } = await apply(files)

  expect(changes.map(({ action }) => action)).toEqual(['unchanged', 'unchanged', 'unchanged'])
  expect(changed).toEqual([])
  expect(await eventsOf('twice')).toHaveLength(before.length)
})

test('each changed definition has one event, and the solution one more', async () => {
  await apply(appSolution('events', 'deals', TITLE))
  const first = await eventsOf('events')
  await apply(appSolution('events', 'deals', TITLE.replace('Deals', 'Sales')))

  const second = (await eventsOf('events')).slice(first.length)

  expect(first.map(({ type, object }) => `${type} ${object}`).sort()).toEqual([
    'definition.applied app:events/deals',
    'definition.applied solution:events',
    'definition.applied workspace:events',
    'solution.applied solution:events',
  ])
  expect(second.map(({ type, object, data }) => [type, object, data])).toEqual([
    [
      'definition.applied',
      'app:events/deals',
      { kind: 'app', action: 'update', version: 2, changes: ['name "Deals" → "Sales"'] },
    ],
    ['solution.applied', 'solution:events', { created: 0, updated: 1, deleted: 0 }],
  ])
})

test('an app with items is removed only when that is wanted, and comes back with them', async () => {
  const files = appSolution('remove_app', 'deals', TITLE)
  await apply(files)
  await insertItems(sql, 'ws_remove_app.deals', [{ title: 'a' }])
  const without = solution('remove_app')

  await expect(apply(without)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('the app still has 1 item'),
  })
  await apply(without, true)
  const back = changeOf(await apply(files), 'deals')

  expect(back).toMatchObject({
    action: 'create',
    data: ['its table is still there, with 1 item'],
  })
})

test('a status that items are in cannot be removed', async () => {
  const statuses = (codes: [number, string][]) =>
    appSolution(
      'statuses',
      'deals',
      `${TITLE}statuses:\n- code: main\n  name: Main\n  statuses:\n${codes.map(([id, code]) => `  - { id: ${id}, code: ${code}, name: ${code} }\n`).join('')}`,
    )
  await apply(
    statuses([
      [1, 'new'],
      [2, 'won'],
    ]),
  )
  await insertItems(sql, 'ws_statuses.deals', [{ __status: 2 }])

  const refused = apply(statuses([[1, 'new']]), true)

  await expect(refused).rejects.toThrow(
    'the removed status "won" still has 1 item: move them first',
  )
})

test('items of an app that gets statuses get the first one', async () => {
  await apply(appSolution('first_status', 'deals', TITLE))
  await insertItems(sql, 'ws_first_status.deals', [{ title: 'a' }])

  await apply(
    appSolution(
      'first_status',
      'deals',
      `${TITLE}statuses:\n- code: main\n  name: Main\n  statuses:\n  - { id: 7, code: new, name: New }\n`,
    ),
  )

  const { rows } = await sql.query('select "__status" as status from ws_first_status.deals')
  expect(rows).toEqual([{ status: 7 }])
})

test('a definition of another solution is not taken over', async () => {
  await apply(appSolution('owner', 'deals', TITLE))
  const files = solution('thief', {
    'workspaces/owner/workspace.yaml': 'name: Mine\n',
  })

  const refused = apply(files, true)

  await expect(refused).rejects.toThrow('workspace:owner: it belongs to the solution "owner"')
})

test('problems come with file, line and column', async () => {
  const refused = plan(appSolution('problems', 'deals', `${TITLE}  x: { name: X, type: STRNG }\n`))

  await expect(refused).rejects.toMatchObject({
    status: 400,
    details: [
      {
        path: 'workspaces/problems/apps/deals.yaml:4:23',
        message: 'unknown type "STRNG", did you mean "STRING"?',
      },
    ],
  })
})

test('a solution that others need stays', async () => {
  await apply(appSolution('needed', 'deals', TITLE))
  await apply(
    solution('needing', {
      'workspaces/needing/pages/main.yaml': 'name: Main\ntype: APPLICATION\napp: needed/deals\n',
    }),
  )

  const refused = client.remove({ params: { code: 'needed' }, input: { allowLoss: 'true' } })

  await expect(refused).rejects.toThrow(
    'app:needed/deals: page needing/main of the solution "needing" refers to it',
  )
})

test('a removed solution leaves its items behind for when it comes back', async () => {
  const files = appSolution('removed', 'deals', TITLE)
  await apply(files)
  await insertItems(sql, 'ws_removed.deals', [{ title: 'a' }])
  const params = { code: 'removed' }

  await expect(client.remove({ params })).rejects.toMatchObject({ status: 409 })
  await client.remove({ params, input: { allowLoss: 'true' } })

  await expect(client.export({ params })).rejects.toMatchObject({ status: 404 })
  expect((await client.list()).solutions.map(({ code }) => code)).not.toContain('removed')
  await apply(files)
  const { rows } = await sql.query('select title from ws_removed.deals')
  expect(rows).toEqual([{ title: 'a' }])
})

test('rights become grants and go with the definition', async () => {
  const ann = await make.user()
  const rights = (text: string) => appSolution('rights', 'deals', `${TITLE}rights:\n  ${text}\n`)
  const grants = async () => {
    const input = { kind: 'app', object: 'rights/deals' }
    const { grants: found } = await as(admin).access.listGrants({ input })
    return found.map(({ right, subject }) => ({ right, subject }))
  }

  await apply(rights(`"user:${ann.login}": [read, update]`))
  const first = await grants()
  await apply(rights(`"user:${ann.login}": [read]`))
  const second = await grants()
  await apply(appSolution('rights', 'deals', TITLE))

  expect(first).toEqual([
    { right: 'read', subject: ann.id },
    { right: 'update', subject: ann.id },
  ])
  expect(second).toEqual([{ right: 'read', subject: ann.id }])
  expect(await grants()).toEqual([])
})

test('a grant made by hand outlives the definition that gives the same', async () => {
  const ann = await make.user()
  await apply(appSolution('by_hand', 'deals', TITLE))
  const grant = { kind: 'app', object: 'by_hand/deals', right: 'read', subject: ann.id }
  await as(admin).access.grant({ input: { ...grant, subjectKind: 'user' } })

  await apply(appSolution('by_hand', 'deals', `${TITLE}rights:\n  "user:${ann.login}": [read]\n`))
  await apply(appSolution('by_hand', 'deals', TITLE))

  const input = { kind: 'app', object: 'by_hand/deals' }
  expect((await as(admin).access.listGrants({ input })).grants).toHaveLength(1)
})

test('rights for nobody are refused and nothing is applied', async () => {
  const refused = apply(
    appSolution('nobody', 'deals', `${TITLE}rights:\n  "user:no-such-person": [read]\n`),
  )

  await expect(refused).rejects.toThrow(
    'rights of app nobody/deals: there is no user:no-such-person',
  )
  expect(await columns('ws_nobody', 'deals')).toEqual({})
})

const diagram = (id: string) => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="demo">
  <process id="${id}" isExecutable="true">
    <startEvent id="start"/>
    <endEvent id="end"/>
    <sequenceFlow id="flow" sourceRef="start" targetRef="end"/>
  </process>
</definitions>`

const processSolution = (code: string, yaml: string, bpmn: string) =>
  solution(code, {
    [`workspaces/${code}/processes/approve.yaml`]: yaml,
    [`workspaces/${code}/processes/approve.bpmn`]: bpmn,
  })

test('a process gets a new version when its diagram or its settings change', async () => {
  const process = (yaml: string, bpmn: string) => processSolution('versions', yaml, diagram(bpmn))
  const versions = async () => {
    const { rows } = await sql.query(
      `select v.number, v.graph->>'id' as id from kontor.process_versions v
       join kontor.definitions d on d.id = v.template_id
       where d.namespace = 'versions' order by v.number`,
    )
    return rows
  }

  await apply(process('name: Approve\n', 'one'))
  await apply(process('name: Approve\ndescription: More\n', 'one'))
  await apply(process('name: Approve\ndescription: More\n', 'two'))
  const { changes } = await apply(
    process('name: Approve\nvariables:\n  x: { name: X, type: STRING }\n', 'two'),
  )

  expect(changes.at(-1)?.data).toEqual(['version 3 published'])
  expect(await versions()).toEqual([
    { number: 1, id: 'one' },
    { number: 2, id: 'two' },
    { number: 3, id: 'two' },
  ])
})

test('a diagram that cannot be carried out is refused with its line', async () => {
  const broken = diagram('x').replace(
    '<sequenceFlow id="flow" sourceRef="start" targetRef="end"/>',
    '',
  )

  const refused = apply(processSolution('broken', 'name: Approve\n', broken))

  await expect(refused).rejects.toMatchObject({
    status: 400,
    details: expect.arrayContaining([
      {
        path: 'workspaces/broken/processes/approve.bpmn:5:1',
        message: 'end: nothing leads to this element',
      },
    ]),
  })
})

test('only administrators see and change solutions', async () => {
  const ann = await make.user()
  const input = { files: solution('denied') }

  await expect(as(ann).solutions.plan({ input })).rejects.toMatchObject({ status: 403 })
  await expect(as(ann).solutions.apply({ input })).rejects.toMatchObject({ status: 403 })
  await expect(as(ann).solutions.list()).rejects.toMatchObject({ status: 403 })
  await expect(anonymous.solutions.list()).rejects.toMatchObject({ status: 401 })
})

test('a path cannot leave the solution', async () => {
  for (const path of ['../x.yaml', '/etc/x.yaml', 'a/../../x.yaml', 'a\\b.yaml', 'a//b.yaml']) {
    const files = [...solution('paths'), { path, content: 'name: X\n' }]
    await expect(plan(files)).rejects.toMatchObject({ status: 400 })
  }
})

test('an app may be called like anything PostgreSQL makes for another', async () => {
  const files = solution('names', {
    'workspaces/names/apps/a.yaml': TITLE,
    'workspaces/names/apps/a_pkey.yaml': TITLE,
    'workspaces/names/apps/a___index_seq.yaml': TITLE,
    'workspaces/names/apps/select.yaml': `name: S\nfields:\n  constructor: { name: C, type: STRING, unique: true, searchable: true }\n  order: { name: O, type: STRING, indexed: true }\n`,
    [`workspaces/names/apps/${'x'.repeat(50)}.yaml`]: `name: L\nfields:\n  ${'y'.repeat(50)}: { name: Y, type: STRING, indexed: true, searchable: true }\n`,
  })

  await apply(files)

  expect(await columns('ws_names', 'select')).toMatchObject({ constructor: 'text', order: 'text' })
  expect((await apply(files)).changes.every(({ action }) => action === 'unchanged')).toBe(true)
})

test('the solution of the system is not for others to change', async () => {
  const files = toSource(appSolution('_own', '_deals', TITLE))
  await applySolution(make.asSystem, solutionParts, { files, allowLoss: false, isBuiltIn: true })
  const other = solution('x').map((file) => ({
    ...file,
    content: file.content.replace('code: x', 'code: _own'),
  }))

  await expect(apply(other, true)).rejects.toMatchObject({ status: 400 })
  await expect(client.remove({ params: { code: '_own' } })).rejects.toMatchObject({ status: 403 })
  expect(await columns('ws__own', '_deals')).toMatchObject({ title: 'text' })
})
