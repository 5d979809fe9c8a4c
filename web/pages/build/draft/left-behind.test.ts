import { expect, test } from 'vitest'
import type { Batch } from './queue.ts'
import type { Unsaved } from './store.ts'
import { fileOf, opened, path, set, stand } from './store-stand.ts'
import type { Edit } from './types.ts'

/** What pages leave behind that are closed before everything is saved. */

const insert = (value: string): Edit => ({ file: path, op: 'insert', at: ['tags', 0], value })
const batch = (key: string, edit: Edit, more: Partial<Batch> = {}): Batch => ({
  ...{ key, at: 0, acts: [{ edits: [edit], step: 1 }] },
  ...more,
})
const of = (...queue: Batch[]): Unsaved => ({ queue, refused: [] })
const tagsOf = (file: { value?: unknown } | undefined) =>
  (file?.value as { tags: string[] } | undefined)?.tags

/** A draft with a list, and a page that inserted something and got no answer. */
async function unanswered(isDone: boolean) {
  const all = await opened()
  all.server.files = { [path]: fileOf({ tags: ['old'] }) }
  await all.store.refresh()
  all.server.fails = [isDone ? 'lost' : new TypeError('Failed to fetch')]
  all.store.edit([insert('one')])
  await all.store.flush()
  return all
}

test('of several closed pages each is saved once, whatever was answered', async () => {
  const { server, reopen, calls } = await unanswered(true)
  const two = batch('of two', insert('two'), { revision: 2 })
  server.fails = ['lost']
  await calls.save({ ...two, revision: 2 }).catch(() => {})
  const three = of(batch('of three', insert('three')))

  const next = reopen(of(two), three)
  await next.load()
  next.edit([insert('four')])
  await next.flush()

  expect(tagsOf(server.files[path])).toEqual(['four', 'three', 'two', 'one', 'old'])
  await next.open(path)
  expect(tagsOf(next.get().files[path])).toEqual(tagsOf(server.files[path]))
  expect(next.get().saving).toBe('saved')
})

test('what may be done is not sent anew after its key is forgotten', async () => {
  const { server, reopen, pass, forgetKeys } = await unanswered(true)
  pass(60)
  forgetKeys()

  const next = reopen()
  await next.load()
  await next.flush()

  expect(tagsOf(server.files[path])).toEqual(['one', 'old'])
  const [aside] = next.get().refused
  expect([next.get().saving, aside?.acts]).toEqual(['saved', [{ edits: [insert('one')] }]])
})

test('what was certainly not done is sent over what is there now, however old it is', async () => {
  const { server, reopen, pass, forgetKeys } = await unanswered(false)
  pass(60)
  forgetKeys()
  const unsent = of(batch('unsent', insert('two')))

  const next = reopen(unsent)
  await next.load()
  await next.flush()

  expect(tagsOf(server.files[path])).toEqual(['two', 'one', 'old'])
  expect(next.get().refused).toEqual([])
})

test('a change that another page overtook is sent with the same key', async () => {
  const { server, store, asked } = await unanswered(false)
  server.revision = 7

  await store.flush()

  expect(asked).toEqual(['key 1', 'key 1', 'key 1'])
  expect(tagsOf(server.files[path])).toEqual(['one', 'old'])
})

test('what was set aside stays so until its author decides', async () => {
  const { store, server, reopen, sent } = await opened()
  server.refuses = () => true
  store.edit([set('Leave')])
  await store.flush()
  server.refuses = () => false

  const next = reopen()
  await next.load()
  await next.open(path)
  next.edit([set('Days off', 'description')])
  await next.flush()

  expect(sent).toEqual([[set('Days off', 'description')]])
  const [refused] = next.get().refused
  expect([refused?.acts, refused?.error.message]).toEqual([[{ edits: [set('Leave')] }], 'no'])
  if (refused) next.tryAgain(refused)
  await next.flush()
  expect(sent.at(-1)).toEqual([set('Leave')])
})

test('an older change is sent before those of the page that finds it', async () => {
  const { server, store } = stand([of(batch('left', set('Old')))])

  store.edit([set('New')])
  await store.load()
  await store.flush()

  expect(server.files[path]?.value).toEqual({ name: 'New' })
})

test('an answer that is given again does not hide what is newer', async () => {
  const { server, reopen, calls } = await unanswered(true)
  const edits = [set('Theirs')]
  await calls.save({ key: 'theirs', at: 0, revision: 2, acts: [{ edits }] })

  const next = reopen()
  await next.load()
  await next.open(path)
  await next.flush()

  expect(next.get().info?.revision).toBe(server.revision)
  expect(next.get().files[path]?.value).toEqual({ tags: ['one', 'old'], name: 'Theirs' })
})

test('what somebody else left behind is not sent', async () => {
  const { reopenAs, server } = await unanswered(false)

  const next = reopenAs('somebody else')
  await next.load()
  await next.flush()

  expect([next.get().saving, tagsOf(server.files[path])]).toEqual(['saved', ['old']])
})

test('an act that was joined is done again as a whole', async () => {
  const { store } = await opened()
  store.edit([set('X', 'x'), set('Y', 'y')])
  store.edit([set('Yes', 'y')])

  store.undo()
  store.redo()

  expect(store.get().files[path]?.value).toEqual({ name: 'Holidays', x: 'X', y: 'Yes' })
})
