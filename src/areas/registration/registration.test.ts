import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { startRegistry } from '../../../test/registration.ts'
import { newId } from '../../lib/ids.ts'
import { readEvents, START } from '../../platform/events.ts'
import { ensureRegistered } from './service.ts'

const { admin, as, make, app } = await startApp()
const client = as(admin)
const { folder, item, register, list, place, apply, folders } = await startRegistry(client)
const cancel = async (id: string) =>
  (await client.registration.cancel({ params: { id } })).registration
const change = async (id: string, input: { number?: string; date?: string }) =>
  (await client.registration.change({ params: { id }, input })).registration
const reserve = async (at: string, more: { item?: string; number?: string } = {}) =>
  (await client.registration.reserve({ params: place, input: { folder: at, ...more } }))
    .registration

test('an item has one registration in a folder, and may have more in others', async () => {
  const [one, two] = [await folder({}), await folder({})]
  const id = await item()
  const first = await register(id, one.id)

  await expect(register(id, one.id)).rejects.toMatchObject({ status: 409 })
  await register(id, two.id)

  await cancel(first.id)
  await register(id, one.id)
  expect((await list(id)).map(({ status }) => status).toSorted()).toEqual([
    'canceled',
    'registered',
    'registered',
  ])
})

test('of many who register an item in a folder at once one succeeds', async () => {
  const { id } = await folder({})
  const document = await item()

  const calls = Array.from({ length: 8 }, () => register(document, id))
  const settled = await Promise.allSettled(calls)

  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await register(await item(), id)).index).toBe(2)
})

test('items that are not there or deleted get no number', async () => {
  const { id } = await folder({})
  const gone = await item()
  await client.apps.deleteItem({ params: { ...place, id: gone } })

  await expect(register(gone, id)).rejects.toThrow('the item is deleted')
  await expect(register(newId(), id)).rejects.toMatchObject({ status: 404 })
})

test('an item is registered in folders of its app alone', async () => {
  const { item: other } = await client.nomenclature.createFolder({
    input: {
      directoryId: (await client.nomenclature.listDirectories({})).result[0]?.id ?? '',
      docflow: 'input',
      name: 'Foreign',
    },
  })
  const document = await item()

  await expect(register(document, other.id)).rejects.toThrow(
    'not registered in the folder "Foreign"',
  )
  await expect(register(document, newId())).rejects.toThrow('folder not found')
  await expect(register(document, 'no/such/path')).rejects.toThrow('folder not found')
})

test('a number is reserved for nobody yet, and used for an item later', async () => {
  const { id } = await folder({ reserveEnabled: true, template: 'R{$__index}' })
  const reserved = await reserve(id)
  const between = await register(await item(), id)
  const document = await item()

  const registered = await register(document, id, { reservation: reserved.id })

  expect(reserved).toMatchObject({ number: 'R1', status: 'reserved' })
  expect(between.number).toBe('R2')
  expect(registered).toMatchObject({ id: reserved.id, number: 'R1', status: 'registered' })
  const other = register(await item(), id, { reservation: reserved.id })
  await expect(other).rejects.toThrow('not a number reserved in this folder')
})

test('a number reserved for an item is the one it gets', async () => {
  const { id } = await folder({ reserveEnabled: true })
  const document = await item()
  const reserved = await reserve(id, { item: document })
  expect(await list(document)).toMatchObject([{ id: reserved.id, status: 'reserved' }])

  const stranger = register(await item(), id, { reservation: reserved.id })
  await expect(stranger).rejects.toThrow('not a number reserved')

  expect(await register(document, id)).toMatchObject({ id: reserved.id, status: 'registered' })
})

test('a reserved number given back is free again', async () => {
  const { id } = await folder({ reserveEnabled: true, useReleased: true })
  const reserved = await reserve(id)

  expect(await cancel(reserved.id)).toMatchObject({ status: 'canceled' })
  const call = register(await item(), id, { reservation: reserved.id })
  await expect(call).rejects.toThrow('not a number reserved')
  expect((await register(await item(), id)).index).toBe(1)
})

test('numbers are reserved only where the folder says so', async () => {
  const { id } = await folder({})

  await expect(reserve(id)).rejects.toThrow('cannot be reserved')
})

test('cancelling twice is refused', async () => {
  const { id } = await folder({})
  const { id: registered } = await register(await item(), id)
  await cancel(registered)

  await expect(cancel(registered)).rejects.toMatchObject({ status: 409 })
})

test('a number and its date are changed where the folder allows it', async () => {
  const { id } = await folder({ editAfterRegistration: true, useReleased: true })
  const strict = await folder({})
  const [document, other] = [await item(), await item()]
  const registered = await register(document, id)
  await register(other, id)

  const changed = await change(registered.id, { number: 'old-17', date: '2025-12-31T00:00:00Z' })

  expect(changed).toMatchObject({ number: 'old-17', index: 0, date: '2025-12-31T00:00:00Z' })
  await expect(change(registered.id, { number: '2' })).rejects.toThrow('the number "2" is taken')
  expect((await register(await item(), id)).number).toBe('1')
  const fixed = await register(document, strict.id)
  await expect(change(fixed.id, { number: '9' })).rejects.toThrow('cannot be changed')
})

test('who registers by hand: whoever may change the item', async () => {
  const { id } = await folder({})
  const [reader, writer] = [
    await make.user({ login: 'reader' }),
    await make.user({ login: 'writer' }),
  ]
  const rights = '{ "user:reader": [read], "user:writer": [read, update] }'
  await apply(`{ folders: [${folders}] }`, rights)
  const document = await item()
  const call = (user: { token: string }) =>
    as(user).registration.register({ params: { ...place, id: document }, input: { folder: id } })

  await expect(call(reader)).rejects.toMatchObject({ status: 403 })
  await expect(call(await make.user())).rejects.toMatchObject({ status: 404 })
  const { registration } = await call(writer)
  expect(registration.registrarId).toBe(writer.id)
  const undo = { params: { id: registration.id } }
  await expect(as(reader).registration.cancel(undo)).rejects.toMatchObject({ status: 403 })
  const again = { ...undo, input: { number: '5' } }
  await expect(as(reader).registration.change(again)).rejects.toMatchObject({ status: 403 })
  const ahead = { params: place, input: { folder: id } }
  await expect(as(reader).registration.reserve(ahead)).rejects.toMatchObject({ status: 403 })
})

test('or those whom the app names', async () => {
  const { id } = await folder({})
  const [named, other] = [await make.user({ login: 'named' }), await make.user({ login: 'other' })]
  const rights = '{ "user:named": [read], "user:other": [read, update] }'
  await apply(`{ folders: [${folders}], restrict: specified, by: ["user:named"] }`, rights)
  const params = { ...place, id: await item() }
  const call = (user: { token: string }) =>
    as(user).registration.register({ params, input: { folder: id } })

  await expect(call(other)).rejects.toThrow('by those whom the app names')
  expect((await call(named)).registration.status).toBe('registered')
})

test('or nobody but processes, which register in their own transaction', async () => {
  const { id } = await folder({ template: 'P{$__index}' })
  const performer = await make.user()
  await apply(`{ folders: [${folders}], restrict: process }`)
  const document = await item()

  await expect(register(document, id)).rejects.toThrow('registered by processes')
  const registered = await make.asSystem((ctx) =>
    ensureRegistered(ctx, { ...place, id: document }, { folder: id, registrar: performer.id }),
  )

  expect(registered).toEqual({ number: 'P1', isNew: true })
  expect(await list(document)).toMatchObject([{ number: 'P1', registrarId: performer.id }])
  await apply(`{ folders: [${folders}] }`)
})

test('every change has exactly one event', async () => {
  const { id } = await folder({ reserveEnabled: true, editAfterRegistration: true })
  const document = await item()
  const reserved = await reserve(id, { item: document })
  await register(document, id)
  await change(reserved.id, { number: 'X' })
  await change(reserved.id, { number: 'X' })
  await cancel(reserved.id)

  const { events } = await readEvents(app.platform.db, START, 10_000)

  const own = events.filter(({ object }) => object === `registration:${reserved.id}`)
  expect(own.map(({ type }) => type)).toEqual([
    'registration.reserved',
    'registration.registered',
    'registration.changed',
    'registration.canceled',
  ])
  expect(own[1]).toMatchObject({
    ...place,
    data: { item: { ...place, id: document }, folder: id, number: '1' },
  })
})
