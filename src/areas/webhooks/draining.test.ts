import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { newId } from '../../lib/ids.ts'
import { connectClient } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { SOCKETS } from './post.ts'

let ahead = 0
const { app, admin, as, make, connection } = await startApp({
  now: () => new Date(Date.now() + ahead),
  environment: { KONTOR_WORKERS: '1', KONTOR_PRIVATE_ADDRESSES: '127.0.0.1' },
})
await app.startJobs()
const client = as(admin).webhooks

const insertEvents = (kind: string, count: number, objects: number) => sql`
  insert into kontor.events (at, type, object_id, namespace, data)
  select now(), 'storage.entry.saved', 'thing:' || n % ${objects}::int, ${kind}::text,
    jsonb_build_object('number', n)
  from generate_series(1, ${count}::int) n`

/** A webhook with its receiver, for events of a workspace that nobody else has. */
async function start() {
  const receiver = await startReceiver(() => '')
  const kind = `t${newId().slice(-12)}`
  const given = { name: kind, url: receiver.url, types: ['storage.*'], namespaces: [kind] }
  const { webhook } = await client.create({ input: given })
  const params = { id: webhook.id }
  return {
    receiver,
    kind,
    given,
    params,
    add: (count: number, objects = count) =>
      make.asSystem((ctx) => ctx.db.run(insertEvents(kind, count, objects))),
    get: async () => (await client.get({ params })).webhook,
  }
}

/** Answers that come when the test wants them to. */
function heldAnswers() {
  const responses: ServerResponse[] = []
  return {
    answer: (_: unknown, response: ServerResponse) => void responses.push(response),
    release: () => {
      for (const response of responses.splice(0)) response.end()
    },
  }
}

test('a backlog arrives once, in order per object, and not faster than its connections', async () => {
  const { receiver, params, add, get } = await start()
  const [count, objects] = [1_300, 40]
  const accepted: { object: string; number: number }[] = []
  let [inFlight, mostInFlight] = [0, 0]
  receiver.answerWith(({ body, id }, response) => {
    mostInFlight = Math.max(mostInFlight, ++inFlight)
    const number = Number(body.data.number)
    const isFirst = receiver.received.filter((each) => each.id === id).length === 1
    const isRefused = number % 97 === 0 && isFirst
    if (!isRefused) accepted.push({ object: body.object, number })
    setImmediate(() => {
      inFlight--
      response.writeHead(isRefused ? 422 : 200).end()
    })
  })
  await client.pause({ params })
  await add(count, objects)
  expect((await get()).pending).toBe(count)

  await client.resume({ params })

  await expect
    .poll(() => {
      ahead += 1000
      return accepted.length
    })
    .toBe(count)
  for (const ofObject of Map.groupBy(accepted, ({ object }) => object).values()) {
    const numbers = ofObject.map(({ number }) => number)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  }
  expect(new Set(accepted.map(({ number }) => number)).size).toBe(count)
  expect(mostInFlight).toBeLessThanOrEqual(SOCKETS)
  await expect.poll(get).toMatchObject({ pending: 0, failures: 0, dead: 0 })
})

test.each([
  ['a pause', (params: { id: string }) => client.pause({ params })],
  ['a new secret', (params: { id: string }) => client.rotate({ params })],
])('what was in flight at %s is not sent again', async (_, change) => {
  const { receiver, params, add, get } = await start()
  const { answer, release } = heldAnswers()
  receiver.answerWith(answer)
  await add(5)
  await expect.poll(() => receiver.received.length).toBe(5)

  await change(params)
  release()
  receiver.answerWith((_received, response) => response.end())
  await expect.poll(get).toMatchObject({ pending: 0 })
  await client.resume({ params })
  await add(1)

  await expect.poll(() => receiver.received.length).toBeGreaterThan(5)
  expect(receiver.numbers().toSorted()).toEqual([1, 1, 2, 3, 4, 5])
})

test('a receiver that takes nothing gets only the beginning of a batch', async () => {
  const { receiver, add, get } = await start()
  receiver.answerWith((_, response) => response.writeHead(500).end())

  await add(300)

  await expect.poll(get).toMatchObject({ failures: 1, pending: 300 })
  // Those that were in flight when it became clear come on top.
  expect(receiver.received.length).toBeLessThan(3 * SOCKETS)
})

test('a change of one webhook does not wait for the receiver of another', async () => {
  const [slow, other] = [await start(), await start()]
  const { answer, release } = heldAnswers()
  slow.receiver.answerWith(answer)
  await slow.add(1)
  await expect.poll(() => slow.receiver.received.length).toBe(1)
  const moved = await startReceiver(() => '')

  await client.update({ params: slow.params, input: { ...slow.given, name: 'slow' } })
  await client.update({ params: other.params, input: { ...other.given, url: moved.url } })
  await other.add(1)

  await expect.poll(moved.numbers).toEqual([1])
  release()
  await expect.poll(slow.get).toMatchObject({ name: 'slow', pending: 0 })
  expect(slow.receiver.numbers()).toEqual([1])
})

test('a position that was rolled back holds nothing up, although somebody is always writing', async () => {
  const { receiver, kind, add } = await start()
  const connect = async () => {
    const opened = await connectClient(connection)
    onTestFinished(() => opened.end())
    return opened
  }
  let [writer, next] = [await connect(), await connect()]
  const open = async () => {
    await writer.query('begin')
    await writer.query(`insert into kontor.events (at, type, object_id, data)
      values (now(), 'setting.saved', 'user:1', '{}')`)
  }
  const handOver = async () => {
    const before = writer
    ;[writer, next] = [next, writer]
    await open()
    await before.query('commit')
  }
  await open()
  const undone = await connect()
  await undone.query('begin')
  await undone.query(`insert into kontor.events (at, type, object_id, namespace, data)
    values (now(), 'storage.entry.saved', 'thing:1', '${kind}', '{"number": 7}')`)
  await undone.query('rollback')
  await add(1)

  await expect.poll(() => handOver().then(receiver.numbers)).toEqual([1])
})
