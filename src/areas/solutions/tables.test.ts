import { expect, test } from 'vitest'
import {
  appSolution,
  insertItems,
  solution,
  startSolutions,
  TITLE,
} from '../../../test/solution.ts'

const { apply, changeOf, columnsOf, plan, sql } = await startSolutions()

const indexes = async (schema: string, table: string): Promise<string[]> => {
  const { rows } = await sql.query(
    'select indexdef from pg_indexes where schemaname = $1 and tablename = $2 order by indexname',
    [schema, table],
  )
  return rows.map(({ indexdef }) => indexdef)
}

test('an app gets a table with its fields and the system fields', async () => {
  await apply(appSolution('create_app', 'deals', TITLE))

  const found = await columnsOf('ws_create_app', 'deals')

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
      name: 'Deals',
      names: { 'fields.title': 'Subject' },
      action: 'update',
      path: 'workspaces/retitle/apps/deals.yaml',
      words: ['field "title": name "Title" → "Subject"'],
      differences: [
        {
          text: 'field "title": name "Title" → "Subject"',
          what: 'field "title": name',
          at: ['fields', 'title', 'name'],
          before: 'Title',
          after: 'Subject',
        },
      ],
      isDestructive: false,
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
    data: ['"title" has no value in 2 items, which will need one when they are next changed'],
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
      text: '"title" cannot be unique: 2 items have duplicate values',
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

test('an app may be called like anything PostgreSQL makes for another', async () => {
  const files = solution('names', {
    'workspaces/names/apps/a.yaml': TITLE,
    'workspaces/names/apps/a_pkey.yaml': TITLE,
    'workspaces/names/apps/a___index_seq.yaml': TITLE,
    'workspaces/names/apps/select.yaml': `name: S\nfields:\n  table: { name: C, type: STRING, unique: true, searchable: true }\n  order: { name: O, type: STRING, indexed: true }\n`,
    [`workspaces/names/apps/${'x'.repeat(50)}.yaml`]: `name: L\nfields:\n  ${'y'.repeat(50)}: { name: Y, type: STRING, indexed: true, searchable: true }\n`,
  })

  await apply(files)

  expect(await columnsOf('ws_names', 'select')).toMatchObject({
    table: 'text',
    order: 'text',
  })
  expect((await apply(files)).changes.every(({ action }) => action === 'unchanged')).toBe(true)
})
