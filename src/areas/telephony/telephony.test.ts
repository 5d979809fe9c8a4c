import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { solution, startSolutions } from '../../../test/solution.ts'
import { definitionId } from '../../lib/codes.ts'

const { as, admin, make, apply, request } = await startSolutions()
await apply(
  solution('phones', {
    'modules/calls.yaml': 'name: Calls\ntelephony: {}\n',
    'modules/desk.yaml': 'name: Desk\ntelephony: {}\n',
    'modules/quiet.yaml': 'name: Quiet\nenabled: false\ntelephony: {}\n',
    'modules/silent.yaml': 'name: Silent\ntelephony: { enabled: false }\n',
    'modules/maps.yaml': 'name: Maps\n',
  }),
)
const [ann, bob] = [await make.user(), await make.user()]
const client = as(admin).telephony
const idOf = (code: string) => definitionId('module', 'global', code)
const params = { code: `ext_${idOf('calls')}` }

type Binding = { extension: string; userId: string }
const bind = (...bindings: Binding[]) => client.replaceBindings({ params, input: { bindings } })
const bound = async () => (await client.getBindings({ params })).bindings
const eventsOf = async (code: string) =>
  (await as(admin).audit.list({ input: { object: `module:${idOf(code)}` } })).entries

async function put(body?: unknown, by = admin, code = params.code) {
  const response = await request(`/pub/v1/integration/${code}/voip/bindings`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${by.token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as { error: string } }
}

test('bindings are replaced and read as the contract shows it', async () => {
  const bindings = [
    { extension: '101', userId: ann.id },
    { extension: '102', userId: bob.id },
  ]

  expect(await put({ bindings })).toEqual({
    status: 200,
    body: { success: true, error: '', bindings },
  })
  const response = await request(`/pub/v1/integration/${params.code}/voip/bindings`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(await response.json()).toEqual({ success: true, error: '', bindings })
})

test('a module is found by its code as well, and its bindings are its own', async () => {
  await bind({ extension: '101', userId: ann.id })

  expect((await client.getBindings({ params: { code: 'calls' } })).bindings).toHaveLength(1)
  expect((await client.getBindings({ params: { code: 'desk' } })).bindings).toEqual([])
})

test('the set becomes exactly the sent one: zeros stay, and nothing sent is nothing bound', async () => {
  await bind({ extension: '001', userId: ann.id }, { extension: ' 1 ', userId: ann.id })
  expect((await bound()).map(({ extension }) => extension)).toEqual(['001', '1'])

  await bind({ extension: '7', userId: bob.id })
  expect(await bound()).toEqual([{ extension: '7', userId: bob.id }])

  expect((await put()).status).toBe(200)
  expect(await bound()).toEqual([])
})

test('one number with two users is told with both, and nothing of the set is applied', async () => {
  await bind({ extension: '5', userId: ann.id })

  const call = bind(
    { extension: '6', userId: ann.id },
    { extension: '101', userId: ann.id },
    { extension: '101', userId: bob.id },
    { extension: '6', userId: ann.id },
  )

  await expect(call).rejects.toMatchObject({
    status: 400,
    details: [
      {
        path: 'bindings.2.extension',
        message: `the extension 101 is bound to two users, ${ann.id} and ${bob.id}`,
      },
      { path: 'bindings.3.extension', message: expect.stringContaining('twice for the user') },
    ],
  })
  expect(await bound()).toEqual([{ extension: '5', userId: ann.id }])
})

test('an unknown user stops the whole set', async () => {
  await bind({ extension: '5', userId: ann.id })
  const userId = randomUUID()

  const call = bind({ extension: '6', userId: ann.id }, { extension: '7', userId })

  await expect(call).rejects.toThrow(`field "bindings.1.userId": user not found: ${userId}`)
  expect(await bound()).toEqual([{ extension: '5', userId: ann.id }])
})

test.each([
  [
    'an empty extension',
    { bindings: [{ extension: ' ', userId: ann.id }] },
    'bindings.0.extension',
  ],
  [
    'a number for an extension',
    { bindings: [{ extension: 101, userId: ann.id }] },
    'bindings.0.extension',
  ],
  [
    'an extension with a line break',
    { bindings: [{ extension: '1\n2', userId: ann.id }] },
    'bindings.0.extension',
  ],
  ['no user', { bindings: [{ extension: '1' }] }, 'bindings.0.userId'],
  ['a user that is no id', { bindings: [{ extension: '1', userId: 'ann' }] }, 'bindings.0.userId'],
  ['an object for the list', { bindings: {} }, 'bindings'],
])('%s is refused by name', async (_, body, path) => {
  const answer = await put(body)

  expect(answer.status).toBe(400)
  expect(answer.body.error).toContain(`field "${path}"`)
})

test.each([
  ['quiet', 'telephony module is disabled'],
  ['silent', 'telephony module is disabled'],
  ['maps', '"Maps" is not a telephony module'],
  ['nothing', 'module not found: nothing'],
  [`ext_${randomUUID()}`, 'module not found'],
])('the module %s has no bindings', async (code, text) => {
  const read = client.getBindings({ params: { code } })

  await expect(read).rejects.toMatchObject({ status: 400, message: expect.stringContaining(text) })
  expect(await put({ bindings: [] }, admin, code)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining(text) },
  })
})

test('only administrators read and change bindings', async () => {
  expect((await put({ bindings: [] }, ann)).status).toBe(403)
  await expect(as(ann).telephony.getBindings({ params })).rejects.toMatchObject({ status: 403 })
})

test('a change is one event with the difference, and none is no event', async () => {
  const code = 'desk'
  const replace = (...bindings: Binding[]) =>
    client.replaceBindings({ params: { code }, input: { bindings } })
  const [one, two, three] = ['1', '2', '3'].map((extension) => ({ extension, userId: ann.id }))
  if (!one || !two || !three) throw new Error('three bindings')

  await replace(one, two)
  await replace(one, two)
  await replace(two, three)

  expect((await eventsOf(code)).map(({ type, data }) => ({ type, data }))).toEqual([
    { type: 'telephony.bindings_changed', data: { removed: [one], added: [three] } },
    { type: 'telephony.bindings_changed', data: { removed: [], added: [one, two] } },
  ])
})

test('sets that come at once leave one of them, whole', async () => {
  const sets = Array.from({ length: 6 }, (_, set) =>
    Array.from({ length: 50 }, (_, at) => ({ extension: `${set}-${at}`, userId: ann.id })),
  )

  await Promise.all(sets.map((set) => bind(...set)))

  const left = await bound()
  expect(sets).toContainEqual(left)
})

test('who is deleted has no extension any more', async () => {
  const gone = await make.user()
  await bind({ extension: '1', userId: ann.id }, { extension: '2', userId: gone.id })

  await as(admin).users.remove({ params: { id: gone.id } })

  expect(await bound()).toEqual([{ extension: '1', userId: ann.id }])
  expect((await eventsOf('calls'))[0]).toMatchObject({
    type: 'telephony.bindings_changed',
    data: { removed: [{ extension: '2', userId: gone.id }], added: [] },
  })
})

test('the modules that can be used are listed with how much is bound', async () => {
  await bind({ extension: '1', userId: ann.id }, { extension: '2', userId: bob.id })
  await client.replaceBindings({ params: { code: 'desk' }, input: { bindings: [] } })

  const { modules } = await client.modules()

  expect(modules).toEqual([
    { code: 'calls', name: 'Calls', bindings: 2 },
    { code: 'desk', name: 'Desk', bindings: 0 },
  ])
})
