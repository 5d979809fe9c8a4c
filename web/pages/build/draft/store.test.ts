import { expect, test } from 'vitest'
import { ClientError } from '../../../../src/client/client.ts'
import { applyEdits, type LocalFile } from './edits.ts'
import { createDraftStore, type DraftCalls } from './store.ts'
import type { DraftFile, DraftInfo, Edit } from './types.ts'

const path = 'workspaces/hr/apps/holidays.yaml'
const set = (value: string, key = 'name'): Edit => ({ file: path, op: 'set', at: [key], value })
const refusal = (status: number) =>
  new ClientError({ status, headers: new Headers(), text: '{"error":"no"}' })

/** A server with one file, and a clock that goes on when it is told to. */
function stand(first: readonly Edit[] = []) {
  const server = {
    revision: 1,
    files: { [path]: fileOf({ name: 'Holidays' }) } as Record<string, DraftFile>,
    fails: [] as unknown[],
    unread: [] as unknown[],
  }
  let held: Promise<void> | undefined
  /** What is asked for from now on is answered late. */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    return () => {
      held = undefined
      resolve()
    }
  }
  const sent: (readonly Edit[])[] = []
  let keptNow = first
  let timer: (() => void) | undefined
  const calls: DraftCalls = {
    get: async () => {
      const failure = server.unread.shift()
      if (failure) throw failure
      const info = infoOf(server.revision)
      await held
      return info
    },
    getFile: async (asked) => {
      const file = server.files[asked] ?? Promise.reject(server.unread.shift() ?? refusal(404))
      await held
      return file
    },
    save: async (revision, edits) => {
      const failure = server.fails.shift()
      // An answer can get lost after the work is done.
      if (failure !== 'lost' && failure) throw failure
      if (revision !== server.revision) throw refusal(409)
      sent.push(edits)
      server.files = asRead(applyEdits(server.files, edits))
      server.revision++
      if (failure === 'lost') throw gone()
      return {
        revision: server.revision,
        files: Object.values(server.files),
        removed: [],
        problems: [],
      }
    },
  }
  const store = createDraftStore({
    calls,
    kept: {
      read: () => keptNow,
      write: (edits) => {
        keptNow = edits
      },
    },
    later: (run) => {
      timer = run
      return () => {
        timer = undefined
      }
    },
  })
  const name = () => (store.get().files[path]?.value as { name?: string } | undefined)?.name
  const isScheduled = () => timer !== undefined
  const runTimer = () => timer?.()
  return { store, server, sent, name, kept: () => keptNow, isScheduled, runTimer, hold }
}

const fileOf = (value: unknown): DraftFile => ({
  ...{ path, state: 'same', text: JSON.stringify(value), value },
})

/** The text of a value, and the value of a text. */
const asRead = (files: Record<string, LocalFile>): Record<string, DraftFile> =>
  Object.fromEntries(
    Object.entries(files).map(([at, file]) => {
      const value = file.isValueOld ? parsed(file.text ?? '') : file.value
      const text = file.isValueOld && !file.isTextOld ? file.text : JSON.stringify(value)
      return [
        at,
        {
          path: at,
          state: file.state,
          ...(text && { text }),
          ...(value !== undefined && { value }),
        },
      ]
    }),
  )

const parsed = (text: string): { name: string } | undefined => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
const write = (text: string): Edit => ({ file: path, op: 'write', text })
const gone = () => new TypeError('Failed to fetch')
/** Whatever can go on without an answer has done so. */
const settled = () => new Promise((resolve) => setImmediate(resolve))
const infoOf = (revision: number): DraftInfo => ({
  ...{
    id: 'd',
    solution: 'hr',
    author: 'a',
    baseVersion: 1,
    isBehind: false,
    isFromGit: false,
    revision,
  },
  ...{ changes: 0, createdAt: '', updatedAt: '', problems: [] },
  files: [{ path, kind: 'app', state: 'same', isReadOnly: false }],
})

async function opened(first: readonly Edit[] = []) {
  const all = stand(first)
  await all.store.load()
  await all.store.open(path)
  return all
}

test('an edit is seen at once, kept in the browser, and saved after a rest', async () => {
  const { store, sent, name, kept, isScheduled } = await opened()

  store.edit([set('L')])
  store.edit([set('Leave')])

  expect([name(), store.get().saving, isScheduled()]).toEqual(['Leave', 'unsaved', true])
  expect(kept()).toEqual([set('Leave')])
  await store.flush()
  expect([sent, kept(), store.get().saving]).toEqual([[[set('Leave')]], [], 'saved'])
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
  const { store, sent, name, isScheduled } = await opened([set('Leave')])

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

test('what the server refuses stays until it is put right or given up', async () => {
  const { store, server, kept, name } = await opened()
  server.fails = [refusal(400)]

  store.edit([set('Leave')])
  await store.flush()

  expect([store.get().saving, store.get().refusal?.message, name()]).toEqual([
    'refused',
    'no',
    'Leave',
  ])
  expect(kept()).toEqual([set('Leave')])
  await store.dropUnsaved()
  expect([store.get().saving, kept(), name()]).toEqual(['saved', [], 'Holidays'])
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
