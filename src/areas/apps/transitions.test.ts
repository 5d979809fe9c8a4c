import { expect, test } from 'vitest'
import { appSolution } from '../../../test/solution.ts'
import { startTransitions } from '../../../test/transitions.ts'

const started = await startTransitions()
const { as, admin, create, editor, get, load, params, place, statusOf, visitor, wanda } = started
type User = typeof admin

const set = (by: User, id: string, status: string) =>
  as(by).apps.setStatus({ params: { ...params, id }, input: { status } })
const refusal = async (by: User, id: string, status: string) => {
  const error = await set(by, id, status).then(
    () => ({ code: 'none', message: '', details: [] }),
    (thrown) => thrown as { code: string; message: string; details: unknown[] },
  )
  return { code: error.code, message: error.message, details: error.details ?? [] }
}
const movesOf = async (by: User, id: string) => (await get(id, by)).transitions

const DRAFT = 1
const APPROVAL = 2
const REVISION = 3
const ACTIVE = 4
const ARCHIVED = 5

test('what others may do is forbidden, and the answer names them and what is open instead', async () => {
  const id = await create({}, visitor)

  expect(await refusal(visitor, id, 'approval')).toMatchObject({
    code: 'forbidden',
    message:
      '"Draft" becomes "In approval" only by group "Editors"; no other status is open to you',
  })
  await set(editor, id, 'approval')
  expect(await statusOf(id)).toBe(APPROVAL)
})

test('what nobody may do is a conflict', async () => {
  const id = await create({}, editor)

  expect(await refusal(editor, id, 'revision')).toMatchObject({
    code: 'conflict',
    message: '"Draft" cannot become "In revision"; open to you: "In approval", "Active"',
  })
})

test('the message of the app is said to who may not', async () => {
  const id = await create()
  await place(id, APPROVAL)

  expect(await refusal(editor, id, 'active')).toMatchObject({
    code: 'forbidden',
    message: 'Only the approval decides; no other status is open to you',
  })
})

test('fields that must have a value are named, and may be filled in meanwhile', async () => {
  const id = await create()
  await place(id, REVISION)

  expect(await refusal(visitor, id, 'draft')).toMatchObject({
    code: 'invalid',
    message: 'A draft has an amount: fill in "Amount"; open to you: "In approval"',
    details: [{ path: 'amount', message: 'a value is required' }],
  })
  const changed = await as(visitor).apps.changeMany({
    params,
    input: { ids: [id], change: { context: { amount: 0 }, status: 'draft' } },
  })
  expect(changed).toMatchObject({ changed: 1, errors: [] })
  expect(await statusOf(id)).toBe(DRAFT)
})

test('values that a move needs come with it, and are stored only if it is made', async () => {
  const id = await create()
  await place(id, REVISION)
  const move = (status: string, context: Record<string, unknown>) =>
    as(visitor).apps.setStatus({ params: { ...params, id }, input: { status, context } })

  await expect(move('draft', { amount: null, title: 'lost' })).rejects.toMatchObject({
    code: 'invalid',
    details: [{ path: 'amount', message: 'a value is required' }],
  })
  await expect(move('draft', { amount: 'many' })).rejects.toMatchObject({
    code: 'invalid',
    details: [{ path: 'amount' }],
  })
  await expect(move('active', { title: 'lost' })).rejects.toMatchObject({ code: 'conflict' })
  const before = (await get(id)).item
  const { item } = await move('draft', { amount: 5, title: 'kept' })

  expect([before.title, before.amount]).toEqual([null, null])
  expect(item).toMatchObject({ title: 'kept', amount: 5, __status: { status: DRAFT } })
})

test('of several rules for the same two one is enough, and the closest one says what is missing', async () => {
  const id = await create({ tags: [] })

  const refused = await refusal(wanda, id, 'archived')
  const toOthers = await refusal(visitor, id, 'archived')
  await as(wanda).apps.updateItem({
    params: { ...params, id },
    input: { context: { amount: 1, tags: ['a'] } },
  })
  await set(wanda, id, 'archived')

  expect(refused).toMatchObject({
    code: 'invalid',
    details: [{ path: 'amount' }, { path: 'tags' }],
  })
  expect(toOthers.message).toMatch('only by user "wanda"')
  expect(await statusOf(id)).toBe(ARCHIVED)
})

test('who has a task about an item may what performers may', async () => {
  const id = await create()
  await started.make.change(
    `update "ws_law"."papers" set "__tasks_performers" = array['${visitor.id}'::uuid] where "__id" = '${id}'`,
  )

  await set(visitor, id, 'archived')

  expect(await statusOf(id)).toBe(ARCHIVED)
})

test('the author may what authors may, from every status of the group', async () => {
  const [own, other] = [await create({}, visitor), await create({}, editor)]
  for (const id of [own, other]) await place(id, ARCHIVED)

  await set(visitor, own, 'draft')

  expect(await statusOf(own)).toBe(DRAFT)
  expect(await refusal(visitor, other, 'draft')).toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('only by its author'),
  })
})

test('administrators obey, and may what names them', async () => {
  const id = await create()

  expect(await refusal(admin, id, 'approval')).toMatchObject({ code: 'forbidden' })
  await set(admin, id, 'shredded')
  expect(await statusOf(id)).toBe(6)
})

test('to stay where it is needs nobody', async () => {
  const id = await create({}, visitor)

  const { item } = await set(visitor, id, 'draft')

  expect(item.__status).toMatchObject({ status: DRAFT })
})

test('an item tells its reader where it may go, and why not elsewhere', async () => {
  const id = await create({}, editor)

  const { item, transitions } = await as(editor).apps.getItem({
    params: { ...params, id },
    input: { fields: { __name: true } },
  })

  expect(transitions).toEqual([
    { to: 'approval', allowed: true },
    { to: 'active', allowed: true },
    {
      to: 'archived',
      allowed: false,
      reason: 'people',
      by: [
        { kind: 'user', name: 'wanda' },
        { kind: 'performer', name: '' },
      ],
    },
    {
      to: 'shredded',
      allowed: false,
      reason: 'people',
      by: [{ kind: 'group', name: 'administrators' }],
    },
  ])
  expect(item).not.toHaveProperty('tags')
  expect(await movesOf(wanda, id)).toContainEqual({
    to: 'archived',
    allowed: false,
    reason: 'fields',
    fields: ['amount', 'tags'],
  })
  await place(id, APPROVAL)
  expect(await movesOf(editor, id)).toContainEqual({
    to: 'active',
    allowed: false,
    reason: 'process',
    by: [{ kind: 'process', name: '' }],
    message: 'Only the approval decides.',
  })
})

test('who may not change an item has no moves', async () => {
  const reader = await started.make.user()
  await as(admin).solutions.apply({
    input: {
      files: appSolution(
        'shelf',
        'books',
        `name: Books
statuses:
  - { code: all, name: All, statuses: [{ id: 1, code: in, name: In }, { id: 2, code: out, name: Out }] }
transitions:
  - { from: in, to: out }
  - { from: out, to: in }
rights:
  group:all_users: [read]
`,
      ),
    },
  })
  const books = { namespace: 'shelf', code: 'books' }
  const made = await as(admin).apps.createItem({ params: books, input: { context: {} } })

  const { transitions } = await as(reader).apps.getItem({
    params: { ...books, id: made.item.__id },
  })

  expect(made.transitions).toEqual([{ to: 'out', allowed: true }])
  expect(transitions).toEqual([{ to: 'out', allowed: false, reason: 'right' }])
})

test('where statuses are free, nothing is said about them', async () => {
  const notes = { namespace: 'law', code: 'notes' }

  const made = await as(admin).apps.createItem({ params: notes, input: { context: {} } })
  const settings = await as(admin).apps.statusSettings({ params: notes })

  expect(made).not.toHaveProperty('transitions')
  expect(settings).not.toHaveProperty('transitions')
})

test('the settings tell every rule with what it means for the caller', async () => {
  const toEditor = await as(editor).apps.statusSettings({ params })
  const toVisitor = await as(visitor).apps.statusSettings({ params })

  const draftTo = (to: string) => ({ from: 'draft', to, roles: [], requires: [] })
  expect(toEditor.transitions).toContainEqual({ ...draftTo('approval'), allowed: true })
  expect(toVisitor.transitions).toContainEqual({ ...draftTo('approval'), allowed: false })
  expect(toVisitor.transitions).toContainEqual({
    ...draftTo('archived'),
    allowed: false,
    roles: ['performer'],
  })
  expect(toVisitor.transitions).toContainEqual({
    from: 'revision',
    to: 'draft',
    allowed: true,
    roles: [],
    requires: ['amount'],
    message: 'A draft has an amount.',
  })
  expect(toVisitor.transitions?.filter(({ to }) => to === 'shredded')).toHaveLength(5)
})

test('an import takes the rows that are allowed and tells of the others why', async () => {
  const ids = [await create({ amount: 5 }), await create(), await create()]
  for (const id of ids) await place(id, REVISION)
  const [has, gets, lacks] = ids

  const status = await load(
    visitor,
    `__id,amount,__status\n${has},7,draft\n${gets},3,draft\n${lacks},,draft\n`,
  )
  const untouched = await load(visitor, `__id,title,__status\n${lacks},x,draft\n${lacks},y,\n`)

  expect(status).toMatchObject({ status: 'complete', updated: 2, failed: 1 })
  expect(status.errors).toEqual([
    { row: 4, column: '__status', message: expect.stringContaining('fill in "Amount"') },
  ])
  expect(untouched).toMatchObject({ updated: 1, failed: 1 })
  expect(await Promise.all(ids.map(statusOf))).toEqual([DRAFT, DRAFT, REVISION])
})

test('what a new item has by itself counts in an import', async () => {
  const status = await load(
    wanda,
    'title,amount,tags,__status\nfull,1,a,archived\npoor,1,,archived\nplain,,,\n',
  )

  expect(status).toMatchObject({ created: 2, failed: 1, errors: [{ row: 3 }] })
})

test('two who move an item at once do so one after the other', async () => {
  const id = await create({}, editor)

  const both = await Promise.allSettled([set(editor, id, 'approval'), set(editor, id, 'active')])

  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect([APPROVAL, ACTIVE]).toContain(await statusOf(id))
})
