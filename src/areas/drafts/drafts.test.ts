import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { solution } from '../../../test/solution.ts'
import type { Edit } from './operations.ts'

const { as, admin, make } = await startApp()
const client = as(admin)

const ORDERS = `# What we sell.
name:   Orders   # spaces stay
fields:
  title: { name: Title, type: STRING }   # flow
  # In the currency of the country.
  sum:
    name: Sum
    type: FLOAT
`
const APP = 'workspaces/shop/apps/orders.yaml'
const shop = (code: string, files: Record<string, string> = {}) =>
  solution(code, { [`workspaces/${code}/apps/orders.yaml`]: ORDERS, ...files })
await client.solutions.apply({ input: { files: shop('shop') } })

const startDraft = async (code = 'shop', by = client) =>
  (await by.drafts.create({ input: { solution: code } })).draft

test('a draft is edited by key path, and the rest of the text stays', async () => {
  const draft = await startDraft()
  const params = { id: draft.id }

  const saved = await client.drafts.edit({
    params,
    input: {
      revision: draft.revision,
      edits: [
        { file: APP, op: 'set', at: ['fields', 'sum', 'required'], value: true },
        { file: APP, op: 'set', at: ['name'], value: 'All orders' },
      ],
    },
  })
  const { file } = await client.drafts.getFile({ params, input: { path: APP } })
  const again = await client.drafts.get({ params })

  expect(saved).toMatchObject({ revision: 2, removed: [], problems: [] })
  expect(file.text).toBe(
    ORDERS.replace('  Orders', ' All orders'.slice(1)).replace(
      'FLOAT\n',
      'FLOAT\n    required: true\n',
    ),
  )
  expect(saved.files).toEqual([file])
  expect(again.draft).toMatchObject({ revision: 2, changes: 1, baseVersion: 1, isBehind: false })
  expect(again.draft.files).toContainEqual({
    ...{ path: APP, kind: 'app', namespace: 'shop', code: 'orders' },
    ...{ name: 'All orders', state: 'changed', isReadOnly: false },
  })
  await client.drafts.remove({ params })
  await expect(client.drafts.get({ params })).rejects.toMatchObject({ status: 404 })
})

const WRONG: [string, Record<string, unknown>[], number, string][] = [
  ['a file that is not there', [{ file: 'x.yaml', op: 'set', at: ['a'], value: 1 }], 404, 'x.yaml'],
  ['a file that is', [{ file: APP, op: 'create', value: {} }], 409, 'already there'],
  ['no content', [{ file: 'a.md', op: 'write' }], 400, 'either text or base64'],
  ['a path outside', [{ file: '../a.md', op: 'write', text: '' }], 400, 'leave the solution'],
  ['a hook of git', [{ file: '.git/hooks/x', op: 'write', text: '' }], 400, 'begin with a dot'],
  ['a package', [{ file: APP, op: 'rename', to: 'a/Node_modules/x' }], 400, 'folders of packages'],
  [
    'a key path in a diagram',
    [
      { file: 'a.bpmn', op: 'write', text: '<x/>' },
      { file: 'a.bpmn', op: 'set', at: ['a'], value: 1 },
    ],
    400,
    'edits.1: a.bpmn is not YAML',
  ],
  ['an unknown key', [{ file: APP, op: 'delete', more: 1 }], 400, 'more'],
  [
    'a missing value',
    [{ file: APP, op: 'remove', at: ['fields', 'nothing'] }],
    400,
    'no fields.nothing',
  ],
]

test.each(WRONG)('edits with %s are refused, and none is kept', async (_, edits, status, text) => {
  const draft = await startDraft()
  const first = { file: APP, op: 'set', at: ['name'], value: 'Changed' }
  const given = edits.length > 1 ? edits : [first, ...edits]

  const call = client.drafts.edit({ params: { id: draft.id }, input: { edits: given as never } })

  await expect(call).rejects.toMatchObject({ status, message: expect.stringContaining(text) })
  const { draft: after } = await client.drafts.get({ params: { id: draft.id } })
  expect(after).toMatchObject({ revision: draft.revision, changes: 0 })
})

test('a save with problems is kept; each problem has its file and key path', async () => {
  const { id } = await startDraft()
  const params = { id }
  const edits: Edit[] = [
    { file: APP, op: 'set', at: ['fields', 'sum', 'type'], value: 'NOTHING' },
    {
      file: APP,
      op: 'set',
      at: ['fields', 'buyer'],
      value: { name: 'Buyer', type: 'SYS_COLLECTION', app: 'shop/people' },
    },
    { file: APP, op: 'set', at: ['fields', 'empty'], value: { type: 'STRING' } },
    { file: APP, op: 'set', at: ['forms'], value: { create: ['title', 'titel'] } },
  ]

  const { problems, revision } = await client.drafts.edit({ params, input: { edits } })
  const plan = await client.drafts.plan({ params })
  const publish = client.drafts.publish({ params, input: { revision } })

  expect(problems.map(({ file, at, severity }) => ({ file, at, severity }))).toEqual(
    [
      ['fields', 'sum', 'type'],
      ['fields', 'empty', 'name'],
    ].map((at) => ({
      ...{ file: APP, at, severity: 'error' },
    })),
  )
  expect(plan).toEqual({ plan: null, problems })
  await expect(publish).rejects.toMatchObject({ status: 400 })
  const fixed = await client.drafts.edit({
    params,
    input: {
      edits: [
        { file: APP, op: 'set', at: ['fields', 'sum', 'type'], value: 'FLOAT' },
        { file: APP, op: 'remove', at: ['fields', 'empty'] },
      ],
    },
  })
  expect(fixed.problems.map(({ at }) => at)).toEqual([
    ['fields', 'buyer', 'app'],
    ['forms', 'create', 1],
  ])
  await client.drafts.remove({ params })
})

test('two who save at once: the second is told the revision', async () => {
  const draft = await startDraft()
  const params = { id: draft.id }
  const edit = (value: string) => ({
    revision: draft.revision,
    edits: [{ file: APP, op: 'set' as const, at: ['name'], value }],
  })
  await client.drafts.edit({ params, input: edit('One') })

  const late = client.drafts.edit({ params, input: edit('Two') })

  await expect(late).rejects.toMatchObject({
    status: 409,
    details: [{ path: 'revision', message: String(draft.revision + 1) }],
  })
  await client.drafts.remove({ params })
})

test('a draft is published as a version, and goes on without changes', async () => {
  await client.solutions.apply({ input: { files: shop('once'), comment: 'First' } })
  const draft = await startDraft('once')
  const params = { id: draft.id }
  const file = 'workspaces/once/apps/orders.yaml'
  const { revision } = await client.drafts.edit({
    params,
    input: {
      edits: [{ file, op: 'set', at: ['fields', 'note'], value: { name: 'Note', type: 'STRING' } }],
    },
  })

  const { plan } = await client.drafts.plan({ params })
  const { version } = await client.drafts.publish({
    params,
    input: { comment: 'A note', revision },
  })
  const { draft: after } = await client.drafts.get({ params })
  const exported = await client.solutions.export({ params: { code: 'once' } })

  expect(plan?.changes.find(({ code }) => code === 'orders')).toMatchObject({
    action: 'update',
    words: ['field "note" added (STRING)'],
    data: ['column for "note" added'],
  })
  expect(version).toBe(2)
  expect(after).toMatchObject({ baseVersion: 2, changes: 0, isBehind: false })
  expect(exported.files).toContainEqual({
    path: file,
    content: `${ORDERS}  note:\n    name: Note\n    type: STRING\n`,
  })
  const again = client.drafts.publish({ params, input: { revision: after.revision } })
  await expect(again).rejects.toMatchObject({ status: 409, message: 'the draft has no changes' })
})

test('of two publishes at once one wins', async () => {
  await client.solutions.apply({ input: { files: shop('twice') } })
  const bob = await make.user({ isAdministrator: true })
  const file = 'workspaces/twice/apps/orders.yaml'
  const prepared = await Promise.all(
    [client, as(bob)].map(async (each, at) => {
      const { id } = await startDraft('twice', each)
      const edits = [{ file, op: 'set' as const, at: ['name'], value: `Orders ${at}` }]
      const { revision } = await each.drafts.edit({ params: { id }, input: { edits } })
      return () => each.drafts.publish({ params: { id }, input: { revision } })
    }),
  )

  const results = await Promise.allSettled(prepared.map((publish) => publish()))

  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const lost = results.find(({ status }) => status === 'rejected')
  expect(lost).toMatchObject({
    reason: { status: 409, message: expect.stringContaining('rebase') },
  })
})

test('a new solution starts as a draft', async () => {
  const { draft } = await client.drafts.create({ input: { solution: 'holidays', name: 'Ho: li' } })
  const params = { id: draft.id }
  const { revision } = await client.drafts.edit({
    params,
    input: {
      edits: [
        { file: 'workspaces/holidays/workspace.yaml', op: 'create', value: { name: 'Holidays' } },
        {
          file: 'workspaces/holidays/apps/requests.yaml',
          op: 'create',
          value: { name: 'Requests' },
        },
      ],
    },
  })

  await client.drafts.publish({ params, input: { revision } })

  const { solutions } = await client.solutions.list()
  expect(solutions.find(({ code }) => code === 'holidays')).toMatchObject({ name: 'Ho: li' })
  const other = await client.drafts.edit({
    params,
    input: { edits: [{ file: 'solution.yaml', op: 'set', at: ['code'], value: 'shop' }] },
  })
  expect(other.problems[0]).toMatchObject({ at: ['code'], severity: 'error' })
  const publish = client.drafts.publish({ params, input: { revision: other.revision } })
  await expect(publish).rejects.toMatchObject({ status: 400 })
})

test('a solution that comes from git only is not published from a draft', async () => {
  const files = shop('repo', {
    'solution.yaml': 'code: repo\nname: R\nversion: 1.0.0\nsource: git\n',
  })
  await client.solutions.apply({ input: { files } })
  const draft = await startDraft('repo')
  const params = { id: draft.id }
  const edits = [{ file: 'solution.yaml', op: 'remove' as const, at: ['source'] }]
  const { revision } = await client.drafts.edit({ params, input: { edits } })

  const publish = client.drafts.publish({ params, input: { revision } })

  expect(draft.isFromGit).toBe(true)
  await expect(publish).rejects.toMatchObject({
    status: 403,
    message: expect.stringContaining('git'),
  })
})

test('many values are set in one file, and the one that is wrong is named', async () => {
  const draft = await startDraft()
  const params = { id: draft.id }
  const file = 'workspaces/shop/apps/many.yaml'
  const codes = Array.from({ length: 300 }, (_, at) => `f${at}`)
  const fields = Object.fromEntries(codes.map((code) => [code, { name: code, type: 'STRING' }]))
  const set = codes.map(
    (code): Edit => ({ file, op: 'set', at: ['fields', code, 'name'], value: `My ${code}` }),
  )
  const value = { name: 'Many', fields }
  await client.drafts.edit({ params, input: { edits: [{ file, op: 'create', value }, ...set] } })
  const wrong: Edit = { file, op: 'set', at: ['name', 'x', 'y'], value: 1 }

  await expect(
    client.drafts.edit({ params, input: { edits: [...set.slice(0, 5), wrong] } }),
  ).rejects.toMatchObject({ message: expect.stringContaining('edits.5') })
  const { file: made } = await client.drafts.getFile({ params, input: { path: file } })
  expect(made.value).toMatchObject({ fields: { f0: { name: 'My f0' }, f299: { name: 'My f299' } } })
  await client.drafts.remove({ params })
})

test('edits that would read too much, and files too large to check at every save, are refused', async () => {
  const draft = await startDraft()
  const params = { id: draft.id }
  const edit = (edits: Edit[]) => client.drafts.edit({ params, input: { edits } })
  const note = `name: Notes\n# ${'x'.repeat(500_000)}\n`
  const file = 'workspaces/shop/apps/notes.yaml'
  await edit([{ file, op: 'create', text: note }])

  const again: Edit = { file, op: 'renameKey', at: ['name'], to: 'name' }
  await expect(edit(Array(9).fill(again))).rejects.toMatchObject({ status: 413 })
  const large: Edit[] = [
    { file, op: 'write', text: note.repeat(3) },
    { file, op: 'set', at: ['description'], value: 'x'.repeat(50_000) },
  ]
  for (const each of large) await expect(edit([each])).rejects.toMatchObject({ status: 413 })
  expect((await client.drafts.get({ params })).draft.revision).toBe(2)
  await client.drafts.remove({ params })
})
