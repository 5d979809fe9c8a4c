import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { startRegistry } from '../../../test/registration.ts'
import { newId } from '../../lib/ids.ts'

const { admin, as, make, request } = await startApp({
  now: () => new Date('2026-02-04T09:30:00Z'),
})
const { folder, item, register, office, apply, folders } = await startRegistry(as(admin))
const { id: incoming } = await folder({ template: 'IN-{$__index}', minLength: 4 })
const document = await item()
await register(document, incoming, { date: '2026-02-04T00:00:00Z' })

async function ask(path: string, { body = '{}', token = admin.token } = {}) {
  const headers = { authorization: `Bearer ${token}` }
  const response = await request(`/pub/v1/registration/${path}`, { method: 'POST', headers, body })
  return { status: response.status, ...((await response.json()) as { result?: unknown }) }
}

const shown = {
  id: expect.any(String),
  nomenclatureId: incoming,
  directoryId: office,
  docflow: 'input',
  number: 'IN-0001',
  index: 1,
  date: '2026-02-04T00:00:00Z',
  registrarId: admin.id,
  status: 'registered',
  createdAt: '2026-02-04T09:30:00Z',
  createdBy: admin.id,
  updatedAt: '2026-02-04T09:30:00Z',
  updatedBy: admin.id,
  deletedAt: null,
}

test.each(['{}', '', '[]'])('the body %j lists the registrations of an item', async (body) => {
  const answer = await ask(`contracts/agreements/${document}`, { body })

  expect(answer).toEqual({ status: 200, success: true, error: '', result: [shown] })
})

test('the newest comes first, and cancelled ones are there with their time', async () => {
  const { id } = await folder({ template: 'X-{$__index}' })
  const twice = await item()
  const first = await register(twice, incoming)
  await register(twice, id)
  await as(admin).registration.cancel({ params: { id: first.id } })

  const { result } = await ask(`contracts/agreements/${twice}`)

  expect(result).toMatchObject([
    { number: 'X-1', status: 'registered', deletedAt: null },
    { number: 'IN-0002', status: 'canceled', deletedAt: '2026-02-04T09:30:00Z' },
  ])
})

test('an item that was never registered has none', async () => {
  expect(await ask(`contracts/agreements/${await item()}`)).toMatchObject({
    status: 200,
    result: [],
  })
})

test.each([
  ['an item that is not there', `contracts/agreements/${newId()}`, 404],
  ['an app that is not there', `contracts/nothing/${document}`, 404],
  ['a workspace that is not there', `nothing/agreements/${document}`, 404],
  ['an id that is none', 'contracts/agreements/9', 400],
])('%s is refused', async (_, path, status) => {
  const answer = await ask(path)

  expect(answer).toMatchObject({ status, success: false, error: expect.any(String) })
  if (status === 404) expect(answer).toMatchObject({ error: expect.stringContaining('not found') })
})

test('who may not see items is refused, whether there is one or not', async () => {
  const { token } = await make.user()

  expect(await ask(`contracts/agreements/${document}`, { token })).toMatchObject({ status: 404 })
  expect(await ask(`contracts/agreements/${newId()}`, { token })).toMatchObject({ status: 404 })
})

test('where registration is off nothing is shown', async () => {
  await apply(`{ enabled: false, folders: [${folders}] }`)
  const off = await ask(`contracts/agreements/${document}`)
  await apply(`{ folders: [${folders}] }`)

  expect(off).toMatchObject({ status: 200, result: [] })
  expect(await ask(`contracts/agreements/${document}`)).toMatchObject({ result: [shown] })
})
