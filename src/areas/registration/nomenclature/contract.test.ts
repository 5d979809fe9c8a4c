import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'

let time = Date.parse('2026-02-01T08:00:00Z')
const { admin, request } = await startApp({ now: () => new Date(time) })

async function send(method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${admin.token}` }
  const url = `/pub/v1/nomenclature${path}`
  const response = await request(url, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as { item?: unknown; result?: unknown }
  return { status: response.status, ...answer }
}

type Item = { id: string; serialId: string }
const itemOf = (answer: object) => (answer as unknown as { item: Item }).item

const marks = {
  createdAt: '2026-02-01T08:00:00Z',
  createdBy: admin.id,
  updatedAt: '2026-02-01T08:00:00Z',
  updatedBy: admin.id,
  deletedAt: null,
}
const fine = { status: 200, success: true, error: '' }

const office = itemOf(await send('POST', '/directory', { name: 'Head office' })).id
const department = itemOf(
  await send('POST', '/directory', { name: 'Legal department', parentId: office }),
).id
const settings = {
  templateEnabled: true,
  template: 'IN-{$__index}',
  minLength: 4,
  reserveEnabled: false,
  editAfterRegistration: false,
  through: false,
  resetInPeriod: true,
  resetSettings: {
    resetPeriod: 'year',
    resetPeriodCount: 1,
    nextResetAt: '2027-01-01T00:00:00Z',
  },
}
const given = {
  directoryId: department,
  docflow: 'input',
  name: 'Incoming contracts',
  registrationSettings: settings,
}
const made = await send('POST', '', given)
const folder = itemOf(made)

test('a directory is made as the contract says', async () => {
  const answer = await send('POST', '/directory', { name: 'Finance', parentId: office })

  const id = expect.any(String)
  expect(answer).toEqual({ ...fine, item: { id, name: 'Finance', parentId: office, ...marks } })
})

test.each([undefined, null, '', '00000000-0000-0000-0000-000000000000'])(
  'a directory whose parent is %s is an office',
  async (parentId) => {
    const answer = await send('POST', '/directory', { name: 'Branch', parentId })

    expect(answer).toMatchObject({ ...fine, item: { parentId: null } })
  },
)

test('a folder is made with its counter', () => {
  expect(made).toEqual({
    ...fine,
    item: {
      ...{ id: expect.any(String), serialId: expect.any(String) },
      ...given,
      registrationSettings: {
        ...settings,
        throughSerialId: '00000000-0000-0000-0000-000000000000',
        useReleased: false,
      },
      ...marks,
    },
  })
})

test('settings that are absent have their defaults', async () => {
  const { item } = await send('POST', '', { directoryId: office, docflow: 'output', name: 'Plain' })

  expect(item).toMatchObject({
    registrationSettings: {
      templateEnabled: false,
      template: '{$__index}',
      minLength: 0,
      reserveEnabled: false,
      editAfterRegistration: false,
      through: false,
      resetInPeriod: false,
      resetSettings: null,
    },
  })
})

test('directories are listed by name, those of an office too', async () => {
  const { result } = await send('GET', '/directory')
  const inside = await send('GET', `/directory?parentId=${office}`)
  const queried = await send(
    'GET',
    `/directory?query=${JSON.stringify({ parentId: office, size: 1 })}`,
  )

  const names = (result as { name: string }[]).map(({ name }) => name)
  expect(names).toEqual(names.toSorted())
  expect(names).toContain('Head office')
  expect(inside.result).toMatchObject([{ name: 'Finance' }, { name: 'Legal department' }])
  expect(queried).toMatchObject({ ...fine, result: [{ name: 'Finance' }] })
})

test('folders are listed, of a directory and of a direction', async () => {
  const inside = await send('GET', `?directoryId=${department}`)
  const outgoing = await send('GET', '?docflow=output')

  expect(inside).toMatchObject({ ...fine, result: [{ id: folder.id, ...given }] })
  expect(outgoing.result).toMatchObject([{ name: 'Plain', docflow: 'output' }])
  expect((await send('GET', '?from=100')).result).toEqual([])
})

test('a directory is changed, and what is absent stays', async () => {
  time += 86_400_000
  const answer = await send('PUT', `/directory/${department}`, { name: 'Legal and compliance' })
  time -= 86_400_000

  expect(answer).toEqual({
    ...fine,
    item: {
      id: department,
      name: 'Legal and compliance',
      parentId: office,
      ...marks,
      updatedAt: '2026-02-02T08:00:00Z',
    },
  })
})

test('a folder is changed, and its settings key by key', async () => {
  const name = 'Incoming contracts and addenda'

  const answer = await send('PUT', `/${folder.id}`, {
    name,
    registrationSettings: { minLength: 5 },
  })

  expect(answer).toMatchObject({
    ...fine,
    item: {
      ...given,
      name,
      serialId: folder.serialId,
      registrationSettings: { ...settings, minLength: 5 },
    },
  })
})

test('a folder that is sent back as it came changes nothing', async () => {
  const { result } = await send('GET', `?directoryId=${department}`)
  const [whole] = result as [object]

  const { item } = await send('PUT', `/${folder.id}`, whole)

  expect(item).toEqual(whole)
})
