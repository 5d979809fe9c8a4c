import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { newId } from '../../../lib/ids.ts'
import { readEvents, START } from '../../../platform/events.ts'

const { admin, as, make, app } = await startApp({ now: () => new Date('2026-05-13T10:00:00Z') })
const client = as(admin).nomenclature
const directory = async (name: string, parentId?: string) =>
  (await client.createDirectory({ input: { name, parentId } })).item.id
const office = await directory('Office')
type Settings = NonNullable<
  Parameters<typeof client.createFolder>[0]['input']['registrationSettings']
>
const create = async (registrationSettings: Settings, name = 'Folder') =>
  (
    await client.createFolder({
      input: { directoryId: office, docflow: 'internal', name, registrationSettings },
    })
  ).item

test('only administrators set it up, everybody sees it', async () => {
  const ann = as(await make.user()).nomenclature
  const { id } = await create({})
  const input = { directoryId: office, docflow: 'input' as const, name: 'Hers' }
  const calls = [
    () => ann.createDirectory({ input: { name: 'Hers' } }),
    () => ann.updateDirectory({ params: { id: office }, input: { name: 'Hers' } }),
    () => ann.createFolder({ input }),
    () => ann.updateFolder({ params: { id }, input: { name: 'Hers' } }),
  ]

  for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 403 })
  expect((await ann.listDirectories({})).result.length).toBeGreaterThan(0)
  expect((await ann.listFolders({})).result.length).toBeGreaterThan(0)
})

test('a directory cannot contain itself, however deep', async () => {
  const outer = await directory('Outer')
  const middle = await directory('Middle', outer)
  const inner = await directory('Inner', middle)

  for (const parentId of [outer, middle, inner]) {
    const call = client.updateDirectory({ params: { id: outer }, input: { parentId } })
    await expect(call).rejects.toMatchObject({ status: 400 })
  }
})

test('of two that put directories into each other one is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, two] = [await directory('One'), await directory('Two')]
    const put = (id: string, parentId: string) =>
      client.updateDirectory({ params: { id }, input: { parentId } })

    const settled = await Promise.allSettled([put(one, two), put(two, one)])

    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }
})

test.each([
  ['a name of spaces', { name: '  ' }],
  ['a name with NUL', { name: 'a\u0000b' }],
  ['a name that is too long', { name: 'n'.repeat(501) }],
  ['a parent that is not there', { name: 'x', parentId: newId() }],
])('%s is refused', async (_, input) => {
  await expect(client.createDirectory({ input })).rejects.toMatchObject({ status: 400 })
})

test.each<[string, Settings, string]>([
  ['a template without the counter', { template: 'IN' }, 'every number would be the same'],
  ['an unclosed variable', { template: '{$__index}-{$a' }, 'not closed'],
  ['a variable in a variable', { template: '{$__index}{$ {$a}}' }, 'not closed'],
  [
    'a variable that is no code',
    { template: "{$__index}{$a'; drop table x--}" },
    'is not a variable',
  ],
  ['a part that dates do not have', { template: '{$__index}{$__date.hour}' }, 'expected year'],
  ['a template with NUL', { template: '{$__index}\u0000' }, 'NUL'],
  ['a template that is too long', { template: `{$__index}${'x'.repeat(500)}` }, '500'],
  ['a length below zero', { minLength: -1 }, 'minLength'],
  ['a shared counter without its id', { through: true }, 'throughSerialId'],
  ['a shared counter that is not there', { through: true, throughSerialId: newId() }, 'not found'],
  ['a reset without its period', { resetInPeriod: true }, 'resetPeriod'],
  ['an unknown period', { resetSettings: { resetPeriod: 'hour' as 'day' } }, 'resetPeriod'],
  ['a reset every zero years', { resetSettings: { resetPeriodCount: 0 } }, 'resetPeriodCount'],
  ['a reset long ago', { resetSettings: { nextResetAt: '1812-01-01T00:00:00Z' } }, '2000'],
])('%s is refused', async (_, settings, message) => {
  const call = create(settings)

  await expect(call).rejects.toMatchObject({ status: 400 })
  await expect(call).rejects.toThrow(message)
})

test.each(['sideways', '', 'INPUT'])('the direction "%s" is refused', async (docflow) => {
  const input = { directoryId: office, docflow: docflow as 'input', name: 'x' }

  await expect(client.createFolder({ input })).rejects.toMatchObject({ status: 400 })
})

test('a folder is in a directory that is there', async () => {
  const input = { directoryId: newId(), docflow: 'input' as const, name: 'x' }

  await expect(client.createFolder({ input })).rejects.toThrow('directory not found')
})

test('a folder does not share its own counter', async () => {
  const { id, serialId } = await create({})
  const input = { registrationSettings: { through: true, throughSerialId: serialId } }

  await expect(client.updateFolder({ params: { id }, input })).rejects.toThrow('own counter')
})

test.each([
  ['year', 1, '2027-01-01T00:00:00Z'],
  ['month', 3, '2026-08-01T00:00:00Z'],
  ['week', 1, '2026-05-18T00:00:00Z'],
  ['day', 1, '2026-05-14T00:00:00Z'],
] as const)('the first reset of every %s × %i is %s', async (resetPeriod, count, expected) => {
  const { registrationSettings } = await create({
    resetInPeriod: true,
    resetSettings: { resetPeriod, resetPeriodCount: count, nextResetAt: '0001-01-01T00:00:00Z' },
  })

  expect(registrationSettings.resetSettings?.nextResetAt).toBe(expected)
})

test('a reset that has passed is shown as the next one', async () => {
  const { registrationSettings } = await create({
    resetInPeriod: true,
    resetSettings: { resetPeriod: 'month', nextResetAt: '2025-11-05T00:00:00Z' },
  })

  expect(registrationSettings.resetSettings?.nextResetAt).toBe('2026-06-05T00:00:00Z')
})

test('every change has exactly one event, and none where nothing changes', async () => {
  const id = await directory('Events')
  await client.updateDirectory({ params: { id }, input: { name: 'Told' } })
  await client.updateDirectory({ params: { id }, input: { name: 'Told' } })
  const folder = await create({ template: 'A{$__index}' })
  const input = { registrationSettings: { minLength: 3, useReleased: true } }
  await client.updateFolder({ params: { id: folder.id }, input })
  await client.updateFolder({ params: { id: folder.id }, input })

  const { events } = await readEvents(app.platform.db, START, 1000)

  const typesOf = (each: string) =>
    events.filter(({ object }) => object.endsWith(each)).map(({ type }) => type)
  expect(typesOf(id)).toEqual(['nomenclature.directory.created', 'nomenclature.directory.updated'])
  expect(typesOf(folder.id)).toEqual(['nomenclature.folder.created', 'nomenclature.folder.updated'])
  expect(events.findLast(({ object }) => object.endsWith(folder.id))?.data).toEqual({
    changes: {
      min_length: { before: 0, after: 3 },
      use_released: { before: false, after: true },
    },
  })
})
