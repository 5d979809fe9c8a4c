import { expect, test } from 'vitest'
import { appSolution, startSolutions } from '../../../test/solution.ts'
import { newId } from '../../lib/ids.ts'

const { admin, apply, as, make, plan } = await startSolutions()
const [ann, bob, eve] = [await make.user(), await make.user(), await make.user()]

const FIELDS = `name: Staff
fields:
  title: { name: Title, type: STRING }
  grade: { name: Grade, type: INTEGER, default: 1 }
  salary: { name: Salary, type: MONEY, currency: EUR, default: { cents: 100, currency: EUR } }
rights: { "group:all_users": [read, create, update, import, export] }
`
/** Ann sees no salary and only reads grades; Bob reads both; Eve may do everything. */
const RIGHTS = `fieldRights:
  grade: { "group:all_users": [read], "user:${eve.login}": [update] }
  salary: { "user:${bob.login}": [read], "user:${eve.login}": [read, update] }
`
const place = { namespace: 'hr', code: 'staff' }
await apply(appSolution('hr', 'staff', FIELDS + RIGHTS))

type Person = Parameters<typeof as>[0]
const MONEY = { cents: 500_000, currency: 'EUR' }

const create = async (by: Person, context: object) =>
  (await as(by).apps.createItem({ params: place, input: { context: { ...context } } })).item
const update = async (by: Person, id: string, context: object) =>
  (await as(by).apps.updateItem({ params: { ...place, id }, input: { context: { ...context } } }))
    .item
const get = async (by: Person, id: string) =>
  (await as(by).apps.getItem({ params: { ...place, id }, input: {} })).item
const member = () => create(admin, { title: 'A', grade: 3, salary: MONEY })

test('what is hidden from somebody is not in an item, and is for others', async () => {
  const { __id: id } = await member()

  expect(await get(ann, id)).not.toHaveProperty('salary')
  expect(await get(ann, id)).toMatchObject({ title: 'A', grade: 3 })
  expect(await get(bob, id)).toMatchObject({ salary: MONEY })
  expect(await get(admin, id)).toMatchObject({ salary: MONEY })
})

test('who does not see a field creates items with its default, and changes nothing of it', async () => {
  const made = await create(ann, { title: 'B', salary: MONEY })
  const changed = await update(ann, made.__id, { title: 'C', salary: MONEY })

  expect(made).not.toHaveProperty('salary')
  expect(changed).toMatchObject({ title: 'C' })
  expect(changed).not.toHaveProperty('salary')
  expect(await get(admin, made.__id)).toMatchObject({
    title: 'C',
    salary: { cents: 100, currency: 'EUR' },
  })
})

test('a field that is only read takes back what it has and nothing else', async () => {
  const { __id: id } = await member()
  const before = await get(bob, id)

  const same = await update(bob, id, { ...before, title: 'D' })
  const other = () => update(bob, id, { ...before, salary: { cents: 1, currency: 'EUR' } })
  const emptied = () => update(bob, id, { grade: null })

  expect(same).toMatchObject({ title: 'D', grade: 3, salary: MONEY })
  await expect(other()).rejects.toMatchObject({
    status: 400,
    details: [{ path: 'salary', message: 'you may read it, but not change it' }],
  })
  await expect(emptied()).rejects.toMatchObject({ details: [{ path: 'grade' }] })
})

test('a field that is only read has its default in what one creates', async () => {
  const made = await create(ann, { title: 'E', grade: 1 })
  const other = create(ann, { title: 'E', grade: 2 })

  expect(made).toMatchObject({ grade: 1 })
  await expect(other).rejects.toMatchObject({ details: [{ path: 'grade' }] })
})

test('the most generous of several rights holds', async () => {
  const { __id: id } = await member()

  expect(await update(eve, id, { grade: 5, salary: MONEY })).toMatchObject({ grade: 5 })
})

test('items in a batch, by key and many at once keep the rule', async () => {
  const { __id: id } = await member()
  const item = { ...place, context: { title: 'F', grade: 7 } }
  const { apps } = as(ann)

  const batch = () => apps.createItems({ input: { items: [item] } })
  const { items: upserted } = await apps.upsertItems({
    params: place,
    input: { key: '__externalId', items: [{ context: { __externalId: newId(), grade: 7 } }] },
  })
  const many = await apps.changeMany({
    params: place,
    input: { ids: [id], change: { context: { grade: 7 } } },
  })

  const message = 'you may read it, but not change it'
  await expect(batch()).rejects.toMatchObject({
    details: [{ path: 'items.0.context.grade', message }],
  })
  expect(upserted).toEqual([{ status: 'error', error: `field "grade": ${message}` }])
  expect(many.errors).toEqual([{ id, error: `field "grade": ${message}` }])
})

test('a batch is answered without what is hidden', async () => {
  const items = [{ ...place, context: { title: 'G', salary: MONEY } }]

  const { items: made } = await as(ann).apps.createItems({ input: { items } })

  expect(made).toMatchObject([{ title: 'G' }])
  expect(made[0]).not.toHaveProperty('salary')
})

test('somebody whose rights change sees so at once', async () => {
  const { __id: id } = await member()
  const person = await make.user()
  const grant = { kind: 'field', object: 'hr/staff/salary', right: 'read', subject: person.id }
  const before = await get(person, id)

  await as(admin).access.grant({ input: { ...grant, subjectKind: 'user' } })

  expect(before).not.toHaveProperty('salary')
  expect(await get(person, id)).toMatchObject({ salary: MONEY })
})

test('why somebody sees a field, or not, is explained by its rule', async () => {
  const explain = async (user: { id: string }, right: string, field: string) => {
    const input = { user: user.id, right, kind: 'field', object: `hr/staff/${field}` }
    const { allowed, reasons } = await as(admin).access.explain({ input })
    return [allowed, reasons[0]?.text]
  }

  expect(await explain(ann, 'read', 'salary')).toEqual([
    false,
    `no grant of "read" on field hr/staff/salary or above reaches ${ann.login}`,
  ])
  expect(await explain(bob, 'read', 'salary')).toEqual([
    true,
    `"read" on field hr/staff/salary is granted to user ${bob.login}`,
  ])
  expect(await explain(eve, 'read', 'grade')).toEqual([
    true,
    `"read" on field hr/staff/grade is granted to group "All users", of which ${eve.login} is a member`,
  ])
  expect(await explain(ann, 'update', 'title')).toMatchObject([
    true,
    expect.stringContaining('"update" on app hr/staff is granted'),
  ])
})

test('forms are told which fields are only read', async () => {
  const fields = async (by: Person) =>
    (await as(by).scheme.getApp({ params: place })).application.fields
      .filter(({ code }) => !code.startsWith('__'))
      .map(({ code, readonly }) => [code, readonly === true])

  expect(await fields(ann)).toEqual([
    ['title', false],
    ['grade', true],
  ])
  expect(await fields(eve)).toEqual([
    ['title', false],
    ['grade', false],
    ['salary', false],
  ])
})

test.each([
  ['a field that is not there', 'pay: { "group:all_users": [read] }', 'unknown field "pay"'],
  ['a role', 'grade: { "role:author": [read] }', 'not for role:author'],
  ['nobody', 'grade: { "user:no-such-person": [read] }', 'there is no user:no-such-person'],
])('rights on fields for %s are refused with their place', async (_, text, message) => {
  const files = appSolution('wrong', 'staff', `${FIELDS}fieldRights:\n  ${text}\n`)

  await expect(plan(files)).rejects.toMatchObject({
    details: [
      {
        path: expect.stringMatching(/^workspaces\/wrong\/apps\/staff.yaml:8:/),
        message: expect.stringContaining(message),
      },
    ],
  })
})

test('a name cannot be made of a field that is hidden from some', async () => {
  const template = 'nameTemplate: "{$title} {$grade}"\n'
  const hidden = 'fieldRights:\n  grade: { "group:administrators": [read] }\n'
  const shown = 'fieldRights:\n  grade: { "group:all_users": [read] }\n'
  const files = (rights: string) => appSolution('named', 'staff', FIELDS + template + rights)

  await expect(plan(files(hidden))).rejects.toMatchObject({
    details: [{ message: expect.stringContaining('"grade" is hidden from some') }],
  })
  await plan(files(shown))
})

test('files cannot be hidden: whoever reads the item reads them', async () => {
  const yaml = `name: Staff
fields: { photo: { name: Photo, type: IMAGE } }
fieldRights: { photo: { "group:administrators": [read] } }
`

  await expect(plan(appSolution('photos', 'staff', yaml))).rejects.toMatchObject({
    details: [{ message: expect.stringContaining('open to whoever reads the item') }],
  })
})
