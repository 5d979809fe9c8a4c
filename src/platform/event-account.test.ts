import { afterAll, expect, test } from 'vitest'
import { newDatabase } from '../../test/app.ts'
import type { Config } from './config.ts'
import { clientDb, connectClient } from './db/db.ts'
import { accountForEvents, eventLogCheck } from './event-account.ts'

const connection = await newDatabase()
const connect = async () => {
  const client = await connectClient(connection)
  afterAll(() => client.end())
  return client
}
const [client, writer] = [await connect(), await connect()]

const emit = (who = client) =>
  who.query(`insert into kontor.events (at, type, object_id, data) values (now(), 'x', 'y', '{}')`)

const account = () => accountForEvents(clientDb(client))
const look = () => eventLogCheck.run(clientDb(client), {} as Config)

test('a rolled-back position is distinguished from a lost one', async () => {
  await emit()
  await writer.query('begin')
  for (let at = 0; at < 3; at++) await emit(writer)
  await writer.query('rollback')
  await emit()
  await account()

  expect(await look()).toEqual({
    state: 'ok',
    text: 'complete up to position 5: 2 events, 3 positions unused',
  })
  await client.query('delete from kontor.events where position = 5')
  expect(await look()).toEqual({
    state: 'problem',
    text: '1 events were lost, at 5: restore a backup',
  })
  await client.query(
    `insert into kontor.events (position, at, type, object_id, data) overriding system value
     values (5, now(), 'x', 'y', '{}')`,
  )
})

test('a position that may still be committed is not a gap', async () => {
  await writer.query('begin')
  await emit(writer)
  await emit()
  await account()
  await emit()
  await account()
  expect(await look()).toMatchObject({ text: expect.stringContaining('position 5:') })

  await writer.query('commit')
  await account()

  expect(await look()).toMatchObject({ text: expect.stringContaining('position 7: 4 events, 3') })
  await account()
  expect(await look()).toMatchObject({ text: expect.stringContaining('position 8: 5 events, 3') })
})

test('with many writers, some of which roll back, every position is accounted for once', async () => {
  const writers = await Promise.all(Array.from({ length: 8 }, connect))
  let isOver = false
  const accounting = (async () => {
    while (!isOver) await account()
  })()
  await Promise.all(
    writers.map(async (each, at) => {
      for (let round = 0; round < 50; round++) {
        await each.query('begin')
        await emit(each)
        await each.query((round + at) % 3 === 0 ? 'rollback' : 'commit')
      }
    }),
  )
  isOver = true
  await accounting
  await emit()
  await account()

  expect(await look()).toMatchObject({ state: 'ok', text: expect.stringContaining('events') })
  const { rows } = await client.query(
    'select count(*)::int as doubled from kontor.events e join kontor.event_gaps g on e.position between g.first and g.last',
  )
  expect(rows).toEqual([{ doubled: 0 }])
})
