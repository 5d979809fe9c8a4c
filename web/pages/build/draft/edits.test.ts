import { expect, test } from 'vitest'
import { applyEdits, type Files, inverseOf, joinEdits } from './edits.ts'
import type { Edit } from './types.ts'

const file = 'workspaces/hr/apps/holidays.yaml'
const value = {
  name: 'Holidays',
  fields: { from: { name: 'From' }, until: { name: 'Until' }, why: { name: 'Why' } },
  statuses: [{ code: 'all', statuses: ['new', 'approved', 'refused'] }],
}
const files: Files = { [file]: { path: file, state: 'same', text: 'name: Holidays\n', value } }

const cases: [what: string, edit: Edit, at: (string | number)[], expected: unknown][] = [
  ['sets a value', { file, op: 'set', at: ['name'], value: 'Leave' }, ['name'], 'Leave'],
  [
    'makes the way to a value',
    { file, op: 'set', at: ['forms', 'edit', 0], value: 'why' },
    ['forms'],
    { edit: ['why'] },
  ],
  [
    'removes a key',
    { file, op: 'remove', at: ['fields', 'until'] },
    ['fields'],
    { from: { name: 'From' }, why: { name: 'Why' } },
  ],
  [
    'removes from a list',
    { file, op: 'remove', at: ['statuses', 0, 'statuses', 1] },
    ['statuses', 0, 'statuses'],
    ['new', 'refused'],
  ],
  [
    'inserts into a list',
    { file, op: 'insert', at: ['statuses', 0, 'statuses', 1], value: 'asked' },
    ['statuses', 0, 'statuses'],
    ['new', 'asked', 'approved', 'refused'],
  ],
  [
    'moves in a list',
    { file, op: 'move', at: ['statuses', 0, 'statuses', 0], to: 2 },
    ['statuses', 0, 'statuses'],
    ['approved', 'refused', 'new'],
  ],
  [
    'gives a key another name',
    { file, op: 'renameKey', at: ['fields', 'why'], to: 'reason' },
    ['fields', 'reason'],
    { name: 'Why' },
  ],
]

const at = (of: Files, path: (string | number)[]) =>
  path.reduce<unknown>((above, key) => (above as Record<string, unknown>)[key], of[file]?.value)

test.each(cases)('%s, and takes it back', (_, edit, path, expected) => {
  const after = applyEdits(files, [edit])

  expect(at(after, path)).toEqual(expected)
  expect(applyEdits(after, inverseOf(files, edit))[file]?.value).toEqual(value)
  expect(files[file]?.value).toBe(value)
})

const keysOf = (of: Files) => Object.keys(at(of, ['fields']) as object)

test('the keys of a map have an order, which a move changes and taking back restores', () => {
  const move: Edit = { file, op: 'move', at: ['fields', 'why'], to: 0 }
  const remove: Edit = { file, op: 'remove', at: ['fields', 'from'] }

  const moved = applyEdits(files, [move])
  const removed = applyEdits(files, [remove])

  expect(keysOf(moved)).toEqual(['why', 'from', 'until'])
  expect(keysOf(applyEdits(moved, inverseOf(files, move)))).toEqual(keysOf(files))
  expect(keysOf(applyEdits(removed, inverseOf(files, remove)))).toEqual(keysOf(files))
})

test('whole files are made, written, renamed and deleted, and all of it is taken back', () => {
  const edits: Edit[] = [
    { file, op: 'write', text: 'name: Leave\n' },
    { file, op: 'rename', to: 'other.yaml' },
    { file, op: 'delete' },
  ]
  for (const edit of edits) {
    const back = applyEdits(applyEdits(files, [edit]), inverseOf(files, edit))
    expect(back[file]?.text).toBe('name: Holidays\n')
  }
  const create: Edit = { file: 'new.yaml', op: 'create', value: { name: 'New' } }
  const made = applyEdits(files, [create])
  expect(made['new.yaml']).toMatchObject({ state: 'added', value: { name: 'New' } })
  expect(applyEdits(made, inverseOf(files, create))).toEqual(files)
})

test('letters of one word are one edit; other keys and other edits are not', () => {
  const typed = (text: string, key = 'name'): Edit => ({ file, op: 'set', at: [key], value: text })

  expect(joinEdits([typed('L')], [typed('Le')])).toEqual([typed('Le')])
  expect(joinEdits([typed('L')], [typed('D', 'description')])).toHaveLength(2)
  expect(joinEdits([typed('L')], [{ file, op: 'remove', at: ['name'] }])).toHaveLength(2)
})
