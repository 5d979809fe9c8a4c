import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { openSocket, parseAnswers, readAll } from '../../../test/socket.ts'
import { SHARED_FILES } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import { connectClient } from '../../platform/db/db.ts'
import { lockNumber } from '../../platform/db/locks.ts'
import { jobOn } from '../../platform/jobs/runner.ts'
import { sweepBodies } from './bodies.ts'
import { createFile } from './files.ts'

const LIMIT = 40 * 1024 ** 2
const PART = 5 * 1024 ** 2
let now = new Date('2026-03-02T09:00:00Z')
const { app, as, admin, make, request, address, connection } = await startApp({
  environment: {
    KONTOR_UPLOAD_LIMIT: String(LIMIT),
    KONTOR_UPLOAD_TIMEOUT: '4',
    KONTOR_REQUEST_TIMEOUT: '1',
  },
  now: () => now,
})
const ann = await make.user()
const { uploadTemporary } = as(ann).disk
const sql = await connectClient(connection)
afterAll(() => sql.end())

beforeEach(() => {
  now = new Date('2026-03-02T09:00:00Z')
})

/** What is stored under a hash; undefined when nothing whole is. */
async function stored(hash: string): Promise<Buffer | undefined> {
  const { rows } = await sql.query('select object from kontor.file_bodies where id = $1', [hash])
  const object = rows[0]?.object
  return object ? buffer(await app.platform.files.open(object)) : undefined
}

const useBody = (ctx: Context, hash: string) =>
  createFile(ctx, { hash, name: hash, directory: SHARED_FILES })
const sweep = () => sweepBodies(jobOn(app.platform, app.platform.log))
const minutes = (count: number) => {
  now = new Date(now.getTime() + count * 60_000)
}
const garbage = async () => {
  const { rows } = await sql.query('select object from kontor.file_garbage')
  return rows.map(({ object }) => object as string)
}

const send = (hash: string, file: Buffer, range?: string) =>
  uploadTemporary({
    input: { hash },
    file: new Uint8Array(file),
    headers: range === undefined ? {} : { 'content-range': range },
  })

test('a file is sent as it is', async () => {
  const [hash, content] = [randomUUID(), randomBytes(100_000)]

  const answer = await send(hash, content)

  expect(answer).toEqual({ hash })
  expect(await stored(hash)).toEqual(content)
})

test('the body is a file, whatever its Content-Type says', async () => {
  const hash = randomUUID()

  const response = await request(`/pub/v1/disk/file/upload?Hash=${hash}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' },
    body: '{"not": "parsed"',
  })

  expect(await response.json()).toEqual({ success: true, error: '', hash })
  expect(await stored(hash)).toEqual(Buffer.from('{"not": "parsed"'))
})

test('a form is taken whatever its part is called', async () => {
  const [hash, content] = [randomUUID(), randomBytes(200_000)]
  const file = new FormData()
  file.append('note', 'not a file')
  file.append('Datei', new Blob([content]), 'Отчёт.pdf')

  await uploadTemporary({ input: { hash }, file })

  expect(await stored(hash)).toEqual(content)
})

const form = (disposition: string, type = 'b') => ({
  headers: {
    authorization: `Bearer ${ann.token}`,
    'content-type': `multipart/form-data; boundary=${type}`,
  },
  body: `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\nabc\r\n--b--\r\n`,
})

test.each([
  ['quoted names', form('name="file"; filename="a.txt"')],
  ['names without quotes', form("name=file; filename=a.txt; filename*=utf-8''a.txt")],
  ['a quoted boundary', form('name=file; filename=a.txt', '"b"')],
])('a form with %s is understood', async (_, init) => {
  const hash = randomUUID()

  const response = await request(`/pub/v1/disk/file/upload?hash=${hash}`, {
    method: 'POST',
    ...init,
  })

  expect(response.status).toBe(200)
  expect(await stored(hash)).toEqual(Buffer.from('abc'))
})

const broken = form('name="file"; filename="a.txt"')
test.each([
  ['without a file', form('name="file"'), 'the form has no file'],
  ['without a boundary', form('name=x', ''), 'not valid multipart/form-data'],
  [
    'that ends too early',
    { ...broken, body: broken.body.slice(0, -10) },
    'not valid multipart/form-data',
  ],
])('a form %s is refused', async (_, init, error) => {
  const hash = randomUUID()

  const response = await request(`/pub/v1/disk/file/upload?hash=${hash}`, {
    method: 'POST',
    ...init,
  })

  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: expect.stringContaining(error) })
  expect(await stored(hash)).toBeUndefined()
})

test.each([
  ['exclusive, as documented', 0],
  ['inclusive, as in HTTP', -1],
])('a file comes in parts whose ends are %s', async (_, shift) => {
  const [hash, content] = [randomUUID(), randomBytes(PART + 1000)]
  const part = (start: number, end: number) =>
    send(hash, content.subarray(start, end), `bytes ${start}-${end + shift}/${content.length}`)

  const first = await part(0, PART)
  expect(await stored(hash)).toBeUndefined()
  const last = await part(PART, content.length)

  expect(first).toEqual({})
  expect(last).toEqual({ hash })
  expect(await stored(hash)).toEqual(content)
})

test('a part that is stored answers 206', async () => {
  const hash = randomUUID()

  const response = await request(`/pub/v1/disk/file/upload?hash=${hash}`, {
    method: 'POST',
    headers: { 'x-token': ann.token, 'content-range': `bytes 0-${PART}/${PART + 1}` },
    body: new Uint8Array(PART),
  })

  expect(response.status).toBe(206)
  expect(await response.json()).toEqual({ success: true, error: '' })
})

test('a part that is sent again is taken once, and a file that is sent again replaces itself', async () => {
  const [hash, content] = [randomUUID(), randomBytes(PART + 10)]
  const range = `bytes 0-${PART}/${content.length}`
  await send(hash, content.subarray(0, PART), range)
  await send(hash, content.subarray(0, PART), range)
  await send(hash, content.subarray(PART), `bytes ${PART}-${content.length}/${content.length}`)
  expect(await stored(hash)).toEqual(content)

  await send(hash, Buffer.from('other'))
  minutes(60 * 25)
  await sweep()

  expect(await garbage()).toEqual([])
})

test('many who send the same body at once leave one whole body and no trace of the others', async () => {
  const hash = randomUUID()
  const bodies = Array.from({ length: 6 }, () => randomBytes(50_000))

  await Promise.all(bodies.map((content) => send(hash, content)))

  expect(bodies).toContainEqual(await stored(hash))
  const { rows } = await sql.query('select object from kontor.file_bodies where id = $1', [hash])
  await sweep()
  expect(await garbage()).not.toContain(rows[0]?.object)
})

test.each([
  ['a part too small to be followed', `bytes 0-10/100`, 10, 'EntityTooSmall'],
  ['a length that is not that of the part', `bytes 0-100/100`, 50, 'InvalidPart'],
  [
    'a part of nothing that has begun',
    `bytes ${PART}-${PART + 10}/${PART + 10}`,
    10,
    'NoSuchUpload',
  ],
  ['a range in another unit', `items 0-10/10`, 10, 'expected bytes <start>-<end>/<size>'],
  ['a range that ends before it starts', `bytes 10-5/20`, 10, 'expected bytes'],
  ['a range beyond the end', `bytes 0-30/20`, 30, 'expected bytes'],
])('%s is refused', async (_, range, size, error) => {
  const hash = randomUUID()

  const call = send(hash, randomBytes(size), range)

  await expect(call).rejects.toMatchObject({ status: 400, message: expect.stringContaining(error) })
  expect(await stored(hash)).toBeUndefined()
})

test('parts of another size and parts that overlap are refused', async () => {
  const [hash, size] = [randomUUID(), 3 * PART]
  await send(hash, randomBytes(PART), `bytes 0-${PART}/${size}`)

  const other = send(hash, randomBytes(PART), `bytes ${PART}-${2 * PART}/${size + 1}`)
  await expect(other).rejects.toThrow('InvalidPart')
  const over = send(hash, randomBytes(PART), `bytes ${PART - 1}-${2 * PART - 1}/${size}`)
  await expect(over).rejects.toThrow('InvalidPartOrder')
})

test('a file larger than the server takes is refused, told or not', async () => {
  const hash = randomUUID()
  const told = send(hash, Buffer.alloc(LIMIT + 100_000))
  await expect(told).rejects.toMatchObject({ status: 413, code: 'too_large' })
  const inParts = send(hash, Buffer.alloc(PART), `bytes 0-${PART}/${LIMIT + 1}`)
  await expect(inParts).rejects.toMatchObject({ status: 413 })

  const stream = new Blob([new Uint8Array(LIMIT + 100_000)]).stream()
  const streamed = uploadTemporary({ input: { hash }, file: stream })

  await expect(streamed).rejects.toMatchObject({ status: 413 })
  expect(await stored(hash)).toBeUndefined()
})

test('an upload takes longer than a request may, as long as it goes on', async () => {
  const hash = randomUUID()
  const socket = await openSocket(address)
  socket.write(
    `POST /pub/v1/disk/file/upload?hash=${hash} HTTP/1.1\r\nHost: k\r\nX-Token: ${ann.token}\r\nConnection: close\r\nContent-Length: 6\r\n\r\n`,
  )
  for (let at = 0; at < 6; at++) {
    await new Promise((resolve) => setTimeout(resolve, 400))
    socket.write('x')
  }

  const [answer] = parseAnswers(await readAll(socket))

  expect(answer?.status).toBe(200)
  expect(await stored(hash)).toEqual(Buffer.from('xxxxxx'))
})

test('an upload that stands still is refused', async () => {
  const hash = randomUUID()
  const socket = await openSocket(address)
  socket.write(
    `POST /pub/v1/disk/file/upload?hash=${hash} HTTP/1.1\r\nHost: k\r\nX-Token: ${ann.token}\r\nContent-Length: 6\r\n\r\nxxx`,
  )

  const [chunk] = await once(socket, 'data')
  const [answer] = parseAnswers(chunk.toString())
  socket.destroy()

  expect(answer?.status).toBe(408)
  expect(answer?.body).toContain('stalled')
  expect(await stored(hash)).toBeUndefined()
})

test('an upload that breaks off leaves nothing', async () => {
  const hash = randomUUID()
  const socket = await openSocket(address)
  socket.write(
    `POST /pub/v1/disk/file/upload?hash=${hash} HTTP/1.1\r\nHost: k\r\nX-Token: ${ann.token}\r\nContent-Length: 60000\r\n\r\n${'x'.repeat(30_000)}`,
  )
  const unfinished = async () =>
    (await sql.query('select from kontor.file_garbage where delete_after > $1', [now])).rowCount
  await expect.poll(unfinished).toBe(1)

  socket.destroy()

  await expect.poll(unfinished).toBe(0)
  await sweep()
  expect(await garbage()).toEqual([])
  expect(await stored(hash)).toBeUndefined()
})

test('a sender who leaves before their whole file is looked at leaves nothing', async () => {
  const hash = randomUUID()
  const lock = `select pg_advisory_xact_lock(hashtextextended('${hash}', ${lockNumber('file body')}))`
  await sql.query(`begin; ${lock}`)
  const socket = await openSocket(address)
  socket.write(
    `POST /pub/v1/disk/file/upload?hash=${hash} HTTP/1.1\r\nHost: k\r\nX-Token: ${ann.token}\r\nContent-Length: 5\r\n\r\nwhole`,
  )
  const isWaiting = async () =>
    (
      await sql.query(`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`)
    ).rowCount
  await expect.poll(isWaiting).toBe(1)
  const closed = once(socket, 'close')
  socket.resetAndDestroy()
  await closed

  await sql.query('commit')

  const unclaimed = async () =>
    (await sql.query('select from kontor.file_garbage where delete_after > $1', [now])).rowCount
  const isSettled = async () =>
    (await sql.query('select from kontor.file_garbage')).rowCount === 1 && (await unclaimed()) === 0
  await expect.poll(isSettled).toBe(true)
  expect(await stored(hash)).toBeUndefined()
  await sweep()
})

test('a temporary body is gone after 60 minutes, from the disk as well', async () => {
  const hash = randomUUID()
  await send(hash, randomBytes(10))
  const { rows } = await sql.query('select object from kontor.file_bodies where id = $1', [hash])
  minutes(59)
  await sweep()
  expect(await stored(hash)).toBeDefined()

  minutes(2)
  await sweep()

  expect(await stored(hash)).toBeUndefined()
  expect(await app.platform.files.find(rows[0].object)).toBeUndefined()
  const { entries } = await as(admin).audit.list({ input: { object: `body:${hash}` } })
  expect(entries.map(({ type }) => type).sort()).toEqual(['disk.body.expired', 'disk.body.stored'])
})

test('parts that nobody completes are gone after 60 minutes', async () => {
  const hash = randomUUID()
  await send(hash, randomBytes(PART), `bytes 0-${PART}/${PART + 1}`)
  minutes(61)

  const late = send(hash, randomBytes(1), `bytes ${PART}-${PART + 1}/${PART + 1}`)
  await expect(late).rejects.toThrow('NoSuchUpload')
  await sweep()

  expect(await garbage()).toEqual([])
})

test('a body that a file uses stays, and its hash is taken', async () => {
  const hash = randomUUID()
  await send(hash, Buffer.from('kept'))
  await make.asSystem((ctx) => useBody(ctx, hash))
  minutes(600)
  await sweep()

  const again = send(hash, Buffer.from('other'))

  await expect(again).rejects.toMatchObject({ status: 409 })
  expect(await stored(hash)).toEqual(Buffer.from('kept'))
})

test('of using a body and sweeping it at the same moment one wins completely', async () => {
  const hashes = Array.from({ length: 20 }, () => randomUUID())
  for (const hash of hashes) await send(hash, Buffer.from(hash))
  const before = now
  minutes(61)
  const late = { ...app.platform, now: () => new Date(before.getTime() + 59 * 60_000) }
  const use = (hash: string) =>
    make
      .asSystem((ctx) => useBody({ ...ctx, now: late.now }, hash))
      .then(
        () => hash,
        () => undefined,
      )

  const [used] = await Promise.all([Promise.all(hashes.map(use)), sweep(), sweep()])

  for (const [at, hash] of hashes.entries()) {
    expect(await stored(hash)).toEqual(used[at] ? Buffer.from(hash) : undefined)
  }
})

test('nobody writes over what somebody else has sent', async () => {
  const hash = randomUUID()
  await send(hash, Buffer.from('mine'))

  const other = as(admin).disk.uploadTemporary({ input: { hash }, file: 'theirs' })

  await expect(other).rejects.toMatchObject({ status: 409 })
  expect(await stored(hash)).toEqual(Buffer.from('mine'))
})
