import { expect, test } from 'vitest'
import { askingPages, forgetEdits, keptEdits } from './kept-edits.ts'
import type { Unsaved } from './store.ts'
import { set } from './store-stand.ts'

/** As a browser has it: its keys are those of the object. */
function storageOf(kept: Record<string, unknown> = {}, most = Number.POSITIVE_INFINITY): Storage {
  const storage = Object.create({
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > most) throw new Error('full')
      storage[key] = value
    },
    removeItem: (key: string) => {
      delete storage[key]
    },
  })
  for (const [key, value] of Object.entries(kept)) storage[key] = JSON.stringify(value)
  return storage
}

const unsaved = (key: string): Unsaved => ({
  queue: [{ key, at: 1, acts: [{ edits: [set(key)] }] }],
  refused: [],
})
const page = (storage: Storage) => keptEdits('d', { storage, pages: askingPages() })
async function adopted(by: ReturnType<typeof page>) {
  const found: Unsaved[] = []
  await by.adopt((left) => found.push(left))
  return found
}

test('a page takes what closed pages left, also without locks, and not what open ones have', async () => {
  const storage = storageOf({ 'kontor:draft:d:closed': unsaved('left'), 'kontor:draft:e:x': [] })
  const open = page(storage)
  open.write(unsaved('open'))
  const next = page(storage)

  expect(await adopted(next)).toEqual([unsaved('left')])
  expect(await adopted(next)).toEqual([])
  expect(Object.keys(storage)).toEqual([
    'kontor:draft:e:x',
    expect.stringMatching(/^kontor:draft:d:/),
  ])
})

test('what was left behind goes after the page that takes it has it', async () => {
  const left = 'kontor:draft:d:closed'
  const storage = storageOf({ [left]: unsaved('left') })
  const next = page(storage)
  const keys: string[][] = []

  await next.adopt((found) => {
    next.write(found)
    keys.push(Object.keys(storage))
  })

  expect(keys).toEqual([[left, expect.any(String)]])
  expect(Object.keys(storage)).toHaveLength(1)
})

test('what was kept of a draft is forgotten with it, and that of others is not', () => {
  const storage = storageOf({ 'kontor:draft:d:x': unsaved('a'), 'kontor:draft:e:x': unsaved('b') })

  forgetEdits('d', storage)

  expect(Object.keys(storage)).toEqual(['kontor:draft:e:x'])
})

test('what does not fit is not replaced by what was there before', () => {
  const storage = storageOf({}, 200)
  const own = page(storage)

  own.write(unsaved('short'))
  own.write(unsaved('long'.repeat(100)))

  expect(Object.keys(storage)).toEqual([])
})
