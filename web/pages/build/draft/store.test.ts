import { expect, test } from 'vitest'
import { ClientError } from '../../../../src/client/client.ts'
import type { Unsaved } from './store.ts'
import { fileOf, gone, opened, path, refusal, set, stand, write } from './store-stand.ts'
import type { Edit } from './types.ts'

/** Whatever can go on without an answer has done so. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

const left = (edit: Edit): Unsaved => ({
  queue: [{ key: `left ${JSON.stringify(edit)}`, at: 0, acts: [{ edits: [edit], step: 1 }] }],
  refused: [],
})

test('an edit is seen at once, kept in the browser, and saved after a rest', async () => {
  const { store, sent, name, kept, isScheduled } = await opened()

  store.edit([set('L')])
  store.edit([set('Leave')])

  expect([name(), store.get().saving, isScheduled()]).toEqual(['Leave', 'unsaved', true])
  expect(kept()).toEqual([set('Leave')])
  await store.flush()
  expect([sent, kept(), store.get().saving]).toEqual([[[set('Leave')]], [], 'saved'])
})

test('an act without edits is none: nothing is sent, and nothing can be undone', async () => {
  const { store, sent } = await opened()

  store.edit([])
  await store.flush()

  expect([sent, store.get().saving, store.get().canUndo]).toEqual([[], 'saved', false])
})

test('what is typed while a save is under way is saved after it, on top of it', async () => {
  const { store, server, name } = await opened()

  store.edit([set('One')])
  const first = store.flush()
  store.edit([set('Two')])
  await first

  expect([name(), store.get().saving, store.get().info?.revision]).toEqual(['Two', 'saved', 3])
  expect(server.files[path]?.value).toEqual({ name: 'Two' })
})

test('without a connection edits stay, and go when it is back', async () => {
  const { store, server, kept, name, isScheduled } = await opened()
  server.fails = [gone()]

  store.edit([set('Leave')])
  await store.flush()

  expect([store.get().saving, kept(), isScheduled()]).toEqual(['offline', [set('Leave')], true])
  await store.flush()
  expect([store.get().saving, kept(), name()]).toEqual(['saved', [], 'Leave'])
})

test('edits of a page that was left are sent when the draft is opened again', async () => {
  const { store, sent, name, isScheduled } = await opened([left(set('Leave'))])

  expect([name(), isScheduled()]).toEqual(['Leave', true])
  await store.flush()
  expect(sent).toEqual([[set('Leave')]])
})

test('an answer that got lost does not save the edits twice', async () => {
  const { store, server, sent } = await opened()
  const insert: Edit = { file: path, op: 'insert', at: ['tags', 0], value: 'new' }
  server.files = { [path]: fileOf({ name: 'Holidays', tags: ['old'] }) }
  await store.refresh()
  server.fails = ['lost']

  store.edit([insert])
  await store.flush()
  await store.flush()

  expect(sent).toHaveLength(1)
  expect(store.get().files[path]?.value).toEqual({ name: 'Holidays', tags: ['new', 'old'] })
  expect(store.get().saving).toBe('saved')
})

test('changes of another tab stay, and own edits come on top of them', async () => {
  const { store, server } = await opened()
  server.files = { [path]: fileOf({ name: 'Holidays', description: 'theirs' }) }
  server.revision = 7

  store.edit([set('Leave')])
  await store.flush()

  expect(server.files[path]?.value).toEqual({ name: 'Leave', description: 'theirs' })
  expect(store.get().info?.revision).toBe(8)
})

test('what the server refuses is set aside, and the rest is saved', async () => {
  const { store, server, kept, name } = await opened()
  const other: Edit = { file: 'groups/new.yaml', op: 'create', value: { name: 'New' } }
  server.refuses = ({ file }) => file === other.file

  store.edit([set('Leave')])
  store.edit([other])
  store.edit([{ ...other, op: 'set', at: ['name'], value: 'Newer' }])
  store.edit([set('Days off', 'description')])
  await store.flush()

  expect(server.files[path]?.value).toEqual({ name: 'Leave', description: 'Days off' })
  const [refused] = store.get().refused
  expect([refused?.acts.length, refused?.error.message]).toEqual([2, 'no'])
  expect([store.get().saving, kept().length]).toEqual(['saved', 2])
  expect(store.get().files[other.file]).toBeUndefined()
  store.undo()
  store.undo()
  expect([name(), store.get().canUndo]).toEqual(['Holidays', false])
})

test('what was set aside is tried again or dropped', async () => {
  const { store, server, kept, name } = await opened()
  server.refuses = () => true
  store.edit([set('Leave')])
  await store.flush()
  expect(name()).toBe('Holidays')

  const [refused] = store.get().refused
  server.refuses = () => false
  if (refused) store.tryAgain(refused)
  await store.flush()
  expect([name(), server.revision, store.get().refused]).toEqual(['Leave', 2, []])

  server.refuses = () => true
  store.edit([set('Other')])
  await store.flush()
  for (const each of store.get().refused) store.drop(each)
  expect([name(), kept(), store.get().refused]).toEqual(['Leave', [], []])
})

test('a page that was closed without an answer does not save its edits twice', async () => {
  const { store, server, reopen, kept } = await opened()
  server.files = { [path]: fileOf({ tags: ['old'] }) }
  server.fails = ['lost']
  store.edit([{ file: path, op: 'insert', at: ['tags', 0], value: 'new' }])
  await store.flush()

  const next = reopen()
  await next.load()
  await next.open(path)
  next.edit([set('Leave')])
  await next.flush()

  expect(server.files[path]?.value).toEqual({ tags: ['new', 'old'], name: 'Leave' })
  expect([next.get().saving, kept()]).toEqual(['saved', []])
})

test('what an earlier session has saved is not saved again', async () => {
  const { store, server, kept } = await opened()
  const text = '{"error":"used","reason":"key_used"}'
  server.fails = [new ClientError({ status: 422, headers: new Headers(), text })]

  store.edit([set('Leave')])
  server.files = { [path]: fileOf({ name: 'Leave' }) }
  server.revision = 2
  await store.flush()

  expect([server.revision, store.get().saving, kept()]).toEqual([2, 'saved', []])
})

test('acts are undone and done again, a word at a time', async () => {
  const { store, name } = await opened()
  store.edit([set('L')])
  store.edit([set('Leave')])
  await store.flush()
  store.edit([set('Leave requests')])

  store.undo()
  expect(name()).toBe('Leave')
  store.undo()
  expect([name(), store.get().canUndo, store.get().canRedo]).toEqual(['Holidays', false, true])
  store.redo()
  expect(name()).toBe('Leave')
  store.edit([set('Other')])
  expect(store.get().canRedo).toBe(false)
})

test('a draft that cannot be read says why', async () => {
  const { store, server } = stand()
  server.files = {}

  await store.open(path)

  expect((store.get().error as ClientError).status).toBe(404)
})

test('an answer that comes late takes nothing back', async () => {
  const { store, server, hold } = await opened()
  const release = hold()

  const loading = store.load()
  const refreshing = store.refresh()
  store.edit([write('{"nam')])
  const saving = store.flush()
  await settled()
  release()
  await Promise.all([loading, refreshing, saving])

  expect([store.get().info?.revision, store.get().files[path]?.text]).toEqual([2, '{"nam'])
  expect(server.files[path]?.text).toBe('{"nam')
})

test('a file that was overtaken by a save is asked for again', async () => {
  const { store, hold } = stand()
  await store.load()
  const release = hold()

  const opening = store.open(path)
  await settled()
  store.edit([set('Days off', 'description')])
  await store.flush()
  release()
  await opening

  expect(store.get().files[path]?.value).toEqual({ name: 'Holidays', description: 'Days off' })
})

test('a text that is saved over another revision stays', async () => {
  const { store, server } = await opened()
  server.revision = 7

  store.edit([write('{"nam')])
  await store.flush()

  expect([server.files[path]?.text, store.get().files[path]?.text]).toEqual(['{"nam', '{"nam'])
  expect(store.get().saving).toBe('saved')
})

test('an order that is saved over another revision stays', async () => {
  const { store, server } = await opened()
  server.files = { [path]: fileOf({ fields: { one: 1, two: 2 } }) }
  await store.refresh()
  server.revision = 7

  store.edit([{ file: path, op: 'move', at: ['fields', 'two'], to: 0 }])
  await store.flush()

  expect(server.files[path]?.text).toBe('{"fields":{"two":2,"one":1}}')
})

test('a connection that is lost while catching up loses nothing', async () => {
  const { store, server, kept } = await opened()
  server.revision = 7
  server.unread = [gone()]

  store.edit([set('Leave')])
  await store.flush()

  expect([store.get().saving, kept()]).toEqual(['offline', [set('Leave')]])
  store.edit([set('Days off', 'description')])
  await store.flush()
  expect(server.files[path]?.value).toEqual({ name: 'Leave', description: 'Days off' })
})

test('a list of files that could not be read after a save is asked for again', async () => {
  const { store, server, isScheduled } = await opened()
  server.unread = [gone()]

  store.edit([set('Leave')])
  await store.flush()

  expect([store.get().saving, isScheduled()]).toEqual(['offline', true])
  await store.flush()
  expect(store.get().saving).toBe('saved')
})

test('a server that is asked too often gets the edits later', async () => {
  const { store, server, isScheduled } = await opened()
  server.fails = [refusal(429)]

  store.edit([set('Leave')])
  await store.flush()

  expect([store.get().saving, isScheduled()]).toEqual(['offline', true])
})

test('files that are opened at once are all there', async () => {
  const { store, server } = stand()
  server.files = { ...server.files, other: fileOf({ name: 'Other' }) }
  await store.load()

  await Promise.all([store.open(path), store.open('other')])

  expect(Object.keys(store.get().files).toSorted()).toEqual(['other', path])
})

test('a file that could not be read without a connection appears when it is back', async () => {
  const { store, server, runTimer, name } = stand()
  await store.load()
  const { files } = server
  server.files = {}
  server.unread = [gone()]
  await store.open(path)

  server.files = files
  runTimer()
  await settled()

  expect(name()).toBe('Holidays')
})

test('a text is old until the changes of the designer are in it', async () => {
  const { store } = await opened()

  store.edit([set('Leave')])
  expect(store.get().files[path]?.isTextOld).toBe(true)
  store.edit([{ file: path, op: 'delete' }])
  store.undo()
  await store.flush()

  expect(store.get().files[path]).toMatchObject({ text: '{"name":"Leave"}' })
  expect(store.get().files[path]?.isTextOld).toBeUndefined()
})
