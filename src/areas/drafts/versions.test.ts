import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { solution } from '../../../test/solution.ts'
import { kinds } from '../../definitions/kinds.ts'
import { definitionId } from '../../lib/codes.ts'
import { connectClient } from '../../platform/db/db.ts'
import type { Edit } from './operations.ts'

const started = await startApp()
const { as, admin, make } = started
const client = as(admin)
const sql = await connectClient(started.connection)
afterAll(() => sql.end())

const app = (code: string) => `workspaces/${code}/apps/orders.yaml`
const ORDERS = `# What we sell.
name: Orders # short
fields:
  title: { name: Title, type: STRING }
  sum: { name: Sum, type: FLOAT }
statuses:
  - code: main
    name: Main
    statuses:
      - { id: 1, code: open, name: Open }
      - { id: 2, code: done, name: Done }
`
const apply = async (code: string, files: Record<string, string> = {}, comment = '') => {
  const all = solution(code, { [app(code)]: ORDERS, ...files })
  return (await client.solutions.apply({ input: { files: all, comment } })).version
}
const textOf = async (code: string, path = app(code)) => {
  const { files } = await client.solutions.export({ params: { code } })
  const file = files.find((each) => each.path === path)
  return file && 'content' in file ? file.content : undefined
}
const startDraft = async (code: string, edits: Edit[]) => {
  const { draft } = await client.drafts.create({ input: { solution: code } })
  const params = { id: draft.id }
  const { revision } = await client.drafts.edit({ params, input: { edits } })
  return { params, revision }
}

test('every apply that changes something is a version, with its author, comment and difference', async () => {
  const first = await apply('history', {}, 'First')
  const same = await apply('history', {}, 'Nothing new')
  const second = await apply(
    'history',
    { [app('history')]: ORDERS.replace('Sum', 'Total') },
    'Renamed',
  )

  const params = { code: 'history' }
  const { versions } = await client.solutions.listVersions({ params, input: {} })
  const { version } = await client.solutions.getVersion({ params: { ...params, number: 2 } })
  const { file } = await client.solutions.getVersionFile({
    params: { ...params, number: 1 },
    input: { path: app('history') },
  })

  expect([first, same, second]).toEqual([1, null, 2])
  expect(
    versions.map(({ number, comment, publishedBy }) => [number, comment, publishedBy]),
  ).toEqual([
    [2, 'Renamed', admin.id],
    [1, 'First', admin.id],
  ])
  expect(version.changes).toMatchObject([
    { code: 'orders', action: 'update', words: [expect.stringContaining('"Sum" → "Total"')] },
  ])
  expect(version.files).toContainEqual({ path: app('history'), state: 'changed' })
  expect(version.files).toContainEqual({ path: 'solution.yaml', state: 'same' })
  expect(file.text).toBe(ORDERS)
  const { solutions } = await client.solutions.list()
  expect(solutions.find(({ code }) => code === 'history')).toMatchObject({
    ...{ appliedAt: versions[0]?.publishedAt, appliedBy: admin.id },
  })
  const unknown = client.solutions.getVersion({ params: { ...params, number: 9 } })
  await expect(unknown).rejects.toMatchObject({ status: 404 })
})

test('rolling back brings back the text, and items stay', async () => {
  await apply('back')
  const place = { namespace: 'back', code: 'orders' }
  const context = { title: 'Kept' }
  const { item } = await client.apps.createItem({ params: place, input: { context } })
  await apply('back', { [app('back')]: `${ORDERS}description: New\n`, 'README.md': 'Hello' })
  const params = { code: 'back', number: 1 }

  const { draft } = await client.solutions.draftVersion({ params })
  const { plan } = await client.drafts.plan({ params: { id: draft.id } })
  const { version } = await client.drafts.publish({
    params: { id: draft.id },
    input: { revision: draft.revision, comment: 'Back' },
  })

  expect(draft.files.filter(({ state }) => state !== 'same')).toMatchObject([
    { path: 'README.md', state: 'removed' },
    { path: app('back'), state: 'changed' },
  ])
  expect(plan?.changes.filter(({ action }) => action !== 'unchanged')).toMatchObject([
    { code: 'orders', action: 'update' },
  ])
  expect(version).toBe(3)
  expect(await textOf('back')).toBe(ORDERS)
  const id = String(item.__id)
  const found = await client.apps.getItem({ params: { ...place, id }, input: {} })
  expect(found.item.title).toBe('Kept')
})

test('a draft over an older version is merged key by key', async () => {
  await apply('merge')
  const file = app('merge')
  const { params, revision } = await startDraft('merge', [
    { file, op: 'set', at: ['fields', 'note'], value: { name: 'Note', type: 'STRING' } },
    { file, op: 'set', at: ['statuses', 0, 'statuses', 0, 'name'], value: 'Opened' },
    { file: 'README.md', op: 'write', text: 'Mine' },
  ])
  const theirs = ORDERS.replace('name: Sum', 'name: Total')
    .replace('name: Done', 'name: Finished')
    .replace('# short', '# the name')
  await apply('merge', { [file]: theirs, 'NOTES.md': 'Theirs' })

  const early = client.drafts.publish({ params, input: { revision } })
  await expect(early).rejects.toMatchObject({ status: 409 })
  const { draft, conflicts } = await client.drafts.rebase({ params, input: {} })
  await client.drafts.publish({ params, input: { revision: draft.revision } })

  expect(conflicts).toEqual([])
  expect(draft).toMatchObject({ baseVersion: 2, isBehind: false, problems: [] })
  expect(await textOf('merge')).toBe(
    theirs
      .replace('name: Open ', 'name: Opened ')
      .replace('FLOAT }\n', 'FLOAT }\n  note: { name: Note, type: STRING }\n'),
  )
  expect(await textOf('merge', 'NOTES.md')).toBe('Theirs')
  expect(await textOf('merge', 'README.md')).toBe('Mine')
})

test('a key that both changed waits for a choice', async () => {
  await apply('clash', { 'README.md': 'Base' })
  const file = app('clash')
  const { params } = await startDraft('clash', [
    { file, op: 'set', at: ['fields', 'sum', 'name'], value: 'Mine' },
    { file, op: 'remove', at: ['fields', 'title'] },
    { file: 'README.md', op: 'write', text: 'Mine' },
  ])
  const theirs = ORDERS.replace('name: Sum', 'name: Theirs').replace('name: Title', 'name: Topic')
  await apply('clash', { [file]: theirs, 'README.md': 'Theirs' })

  const asked = await client.drafts.rebase({ params, input: {} })
  const take = (at: (string | number)[], side: 'mine' | 'theirs', path = file) => ({
    ...{ file: path, at, take: side },
  })
  const choices = [
    take(['fields', 'sum', 'name'], 'mine'),
    take(['fields', 'title'], 'theirs'),
    take([], 'mine', 'README.md'),
  ]
  const stale = client.drafts.rebase({ params, input: { choices, version: 1 } })
  await expect(stale).rejects.toMatchObject({ status: 409 })
  const decided = await client.drafts.rebase({
    params,
    input: { choices, version: asked.version },
  })

  expect(asked.draft).toMatchObject({ baseVersion: 1, isBehind: true })
  expect(asked.conflicts).toMatchObject([
    { file: 'README.md', at: [], base: 'Base', mine: 'Mine', theirs: 'Theirs' },
    { file, at: ['fields', 'title'], mine: null, theirs: { name: 'Topic', type: 'STRING' } },
    { file, at: ['fields', 'sum', 'name'], base: 'Sum', mine: 'Mine', theirs: 'Theirs' },
  ])
  expect(decided).toMatchObject({ conflicts: [], draft: { baseVersion: 2, changes: 2 } })
  const merged = await client.drafts.getFile({ params, input: { path: file } })
  expect(merged.file.text).toBe(theirs.replace('name: Theirs', 'name: Mine'))
})

test('two orders of the same things wait for a choice', async () => {
  const statuses = (...codes: string[]) =>
    codes.map((code, at) => `      - { id: ${at + 1}, code: ${code}, name: ${code} }\n`).join('')
  const text = (list: string) => `${ORDERS.slice(0, ORDERS.indexOf('      - {'))}${list}`
  const file = app('orders')
  await apply('orders', { [file]: text(statuses('a', 'b', 'c')) })
  const at = ['statuses', 0, 'statuses']
  const { params } = await startDraft('orders', [
    { file, op: 'move', at: [...at, 2], to: 0 },
    { file, op: 'move', at: ['fields', 'sum'], to: 0 },
  ])
  const [a, b, c] = statuses('a', 'b', 'c').split(/(?<=\n)/)
  await apply('orders', { [file]: text(`${b}${a}${c}`) })

  const asked = await client.drafts.rebase({ params, input: {} })
  const [found] = asked.conflicts
  const choices = [{ file, at: found?.at ?? [], take: 'mine' as const }]
  const { conflicts } = await client.drafts.rebase({ params, input: { choices } })

  const order = { mine: ['c', 'a', 'b'], theirs: ['b', 'a', 'c'], isOrder: true }
  expect(asked.conflicts).toMatchObject([
    { file, at: ['statuses', 'main', 'statuses'], base: ['a', 'b', 'c'], ...order },
  ])
  expect(conflicts).toEqual([])
  const { file: merged } = await client.drafts.getFile({ params, input: { path: file } })
  expect(merged.value).toMatchObject({
    statuses: [{ statuses: [{ code: 'c' }, { code: 'a' }, { code: 'b' }] }],
  })
  expect(merged.text).toMatch(/sum.*title/s)
})

test('a draft over a removed solution conflicts in what it changed', async () => {
  await apply('gone')
  const file = app('gone')
  const { params, revision } = await startDraft('gone', [
    { file, op: 'set', at: ['name'], value: 'Still here' },
  ])
  await client.solutions.remove({ params: { code: 'gone' }, input: {} })

  const publish = client.drafts.publish({ params, input: { revision } })

  await expect(publish).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('rebase the draft'),
  })
  const { conflicts } = await client.drafts.rebase({ params, input: {} })
  expect(conflicts).toMatchObject([{ file, at: [], theirs: null }])
  const choices = [{ file, at: [], take: 'mine' as const }]
  const { draft } = await client.drafts.rebase({ params, input: { choices } })
  expect(draft.problems.map(({ message }) => message)).toContain(
    'the solution has no solution.yaml',
  )
})

test('what two people add to lists is kept, and new statuses get numbers of their own', async () => {
  const [file, page] = [app('lists'), 'workspaces/lists/pages/home.yaml']
  const more = {
    'workspaces/lists/widgets/a.yaml': 'name: A\ntype: text\nsettings: { text: Hello }\n',
    'workspaces/lists/widgets/b.yaml': 'name: B\ntype: text\nsettings: { text: Hello }\n',
    'workspaces/lists/widgets/c.yaml': 'name: C\ntype: text\nsettings: { text: Hello }\n',
  }
  const widgets = (...codes: string[]) =>
    `name: Home\nwidgets:\n${codes.map((code) => `  - { widget: ${code}, width: 6 }\n`).join('')}`
  await apply('lists', { ...more, [page]: widgets('a') })
  const status = (code: string) => ({ id: 3, code, name: code })
  const { params } = await startDraft('lists', [
    { file, op: 'insert', at: ['statuses', 0, 'statuses', 1], value: status('mine') },
    { file: page, op: 'write', text: widgets('b', 'a') },
  ])
  const theirs = `${ORDERS}      - { id: 3, code: theirs, name: Theirs }\n`
  await apply('lists', { ...more, [file]: theirs, [page]: widgets('a', 'c') })

  const { draft, conflicts } = await client.drafts.rebase({ params, input: {} })
  await client.drafts.publish({ params, input: { revision: draft.revision } })

  expect(conflicts).toEqual([])
  expect(draft.problems).toEqual([])
  expect(await textOf('lists', page)).toBe(widgets('b', 'a', 'c'))
  const ids = Array.from((await textOf('lists'))?.matchAll(/id: (\d)/g) ?? [], ([, id]) => id)
  expect(ids).toEqual(['1', '4', '2', '3'])
  expect(await textOf('lists')).toMatch(/id: 3\W+code: theirs/)
})

test('what was changed by other means is shown', async () => {
  await apply('drift')
  const params = { code: 'drift' }
  const before = await client.solutions.drift({ params })
  await sql.query(
    `update kontor.definitions set body = replace(body::text, 'Orders', 'Bills')::json,
     revision = nextval('kontor.definition_revisions') where id = $1`,
    [definitionId('app', 'drift', 'orders')],
  )
  started.app.platform.signals.tell('definitions')

  const after = await client.solutions.drift({ params })

  expect(before).toMatchObject({ version: 1, changes: [], effects: [] })
  expect(after.changes).toMatchObject([
    { code: 'orders', action: 'update', path: app('drift'), words: ['name "Orders" → "Bills"'] },
  ])
  const ann = await make.user()
  await expect(as(ann).solutions.drift({ params })).rejects.toMatchObject({ status: 403 })
})

test.each(Object.keys(kinds))('the kind %s has a JSON Schema', async (kind) => {
  const { schema } = await client.solutions.getSchema({ params: { kind } })

  expect(schema).toMatchObject({ type: 'object', properties: expect.anything() })
})

test('an unknown kind has none', async () => {
  const call = client.solutions.getSchema({ params: { kind: 'toString' } })
  await expect(call).rejects.toMatchObject({ status: 404 })
})
