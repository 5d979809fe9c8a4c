import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { SHARED_FILES } from '../../lib/ids.ts'
import { connectClient } from '../../platform/db/db.ts'
import { jobOn } from '../../platform/jobs/runner.ts'
import { sweepBodies } from './bodies.ts'

let now = new Date('2026-03-02T09:00:00Z')
const { app, as, admin, make, request, connection } = await startApp({ now: () => now })
const [ann, bob] = [await make.user(), await make.user()]
const sql = await connectClient(connection)
afterAll(() => sql.end())

const { disk } = as(ann)
const sweep = async () => {
  now = new Date(now.getTime() + 60_000)
  await sweepBodies(jobOn(app.platform, app.platform.log))
}

async function upload(content: string | Buffer, name = `${randomUUID()}.txt`) {
  const file = new FormData()
  file.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name)
  const answer = await disk.uploadToDirectory({ params: { id: SHARED_FILES }, input: {}, file })
  if (!answer.file) throw new Error('not complete')
  return answer.file
}

const download = (id: string, headers: Record<string, string> = {}, query = '') =>
  request(`/manage/v1/disk/files/${id}/content${query}`, {
    headers: { authorization: `Bearer ${ann.token}`, ...headers },
  })
const objectOf = async (hash: string) =>
  (await sql.query('select object from kontor.file_bodies where id = $1', [hash])).rows[0]?.object

test('a new version has the next number, and the old one stays', async () => {
  const first = await upload('one')
  const params = { id: first.__id }

  const { file } = await disk.uploadVersion({ params, input: {}, file: 'two!' })

  expect(file).toMatchObject({ __id: first.__id, name: first.name, version: 2, size: 4 })
  expect(file?.hash).not.toBe(first.hash)
  const { versions } = await disk.listVersions({ params })
  expect(versions).toMatchObject([
    { version: 2, size: 4, isPresent: true, createdBy: ann.id },
    { version: 1, size: 3, isPresent: false, createdBy: ann.id, hash: first.hash },
  ])
  expect(await (await download(first.__id)).text()).toBe('two!')
  expect(await (await download(first.__id, {}, '?version=1')).text()).toBe('one')
})

test('an old version comes back as a new one', async () => {
  const { __id: id, hash } = await upload('one')
  await disk.uploadVersion({ params: { id }, input: {}, file: 'two' })

  const { file } = await disk.restoreVersion({ params: { id, version: 1 } })

  expect(file).toMatchObject({ version: 3, hash })
  expect(await (await download(id)).text()).toBe('one')
  const { entries } = await as(admin).audit.list({ input: { object: `file:${id}` } })
  expect(entries.map(({ type }) => type)).toEqual([
    'disk.file.version_added',
    'disk.file.version_added',
    'disk.file.created',
  ])
  const unknown = disk.restoreVersion({ params: { id, version: 9 } })
  await expect(unknown).rejects.toMatchObject({ status: 404 })
})

test('a version that does not follow the one the sender knows is refused', async () => {
  const { __id: id } = await upload('one')
  const known = (await disk.getFile({ params: { id } })).$headers.get('etag') ?? ''
  await disk.uploadVersion({ params: { id }, input: {}, file: 'two' })

  const late = disk.uploadVersion({
    params: { id },
    input: {},
    headers: { 'if-match': known },
    file: 'three',
  })

  await expect(late).rejects.toMatchObject({ status: 412 })
})

test('who may not change a file adds no version', async () => {
  const { __id: id } = await upload('one')

  const call = as(bob).disk.uploadVersion({ params: { id }, input: {}, file: 'two' })

  await expect(call).rejects.toMatchObject({ status: 403 })
})

test('a deleted file is in the trash, and comes back under a free name', async () => {
  const name = `${randomUUID()}.txt`
  const { __id: id } = await upload('old', name)
  await disk.deleteFiles({ input: { fileIds: [id] } })
  await upload('new', name)
  const { files } = await disk.listTrash()
  expect(files).toContainEqual(expect.objectContaining({ __id: id, name }))

  const { items } = await disk.restoreFiles({ input: { ids: [id] } })

  expect(items).toEqual([{ id }])
  const { file } = await disk.getFile({ params: { id } })
  expect(file).toMatchObject({ name: name.replace('.txt', ' (1).txt'), __deletedAt: null })
  const { items: again } = await disk.restoreFiles({ input: { ids: [id] } })
  expect(again).toMatchObject([{ error: expect.stringContaining('not in the trash') }])
})

test('a purged file is gone with every version, from the store as well', async () => {
  const first = await upload('one')
  const params = { id: first.__id }
  const { file } = await disk.uploadVersion({ params, input: {}, file: 'two' })
  const objects = [await objectOf(first.hash), await objectOf(file?.hash ?? '')]
  const input = { ids: [first.__id] }
  const { items: tooEarly } = await disk.purgeFiles({ input })
  expect(tooEarly).toMatchObject([{ error: expect.stringContaining('not in the trash') }])
  await disk.deleteFiles({ input: { fileIds: input.ids } })

  const { items } = await disk.purgeFiles({ input })
  await sweep()
  await sweep()

  expect(items).toEqual([{ id: first.__id }])
  await expect(disk.getFile({ params })).rejects.toMatchObject({ status: 404 })
  for (const object of objects) expect(await app.platform.files.find(object)).toBeUndefined()
})

test('a body that another file uses outlives the purge of the first', async () => {
  const first = await upload('shared body')
  const { items } = await disk.makeFiles({
    input: { files: [{ hash: first.hash, name: `${randomUUID()}`, directory: SHARED_FILES }] },
  })
  const second = items[0]?.file?.__id ?? ''

  await disk.deleteFiles({ input: { fileIds: [first.__id] } })
  await disk.purgeFiles({ input: { ids: [first.__id] } })
  await sweep()
  await sweep()

  expect(await (await download(second)).text()).toBe('shared body')
})

test('of purging a body and making another file of it at the same moment one wins completely', async () => {
  const files = await Promise.all(Array.from({ length: 10 }, () => upload(randomUUID())))
  const ids = files.map(({ __id }) => __id)
  await disk.deleteFiles({ input: { fileIds: ids } })
  const remake = ({ hash }: { hash: string }) =>
    disk.makeFiles({
      input: { files: [{ hash, name: `again ${hash}`, directory: SHARED_FILES }] },
    })

  const [made] = await Promise.all([
    Promise.all(files.map(remake)),
    ...ids.map((id) => disk.purgeFiles({ input: { ids: [id] } })),
    sweep(),
  ])
  await sweep()
  await sweep()

  for (const [at, { items }] of made.entries()) {
    const object = await objectOf(files[at]?.hash ?? '')
    const id = items[0]?.file?.__id
    expect(object !== undefined).toBe(id !== undefined)
    if (id) expect((await download(id)).status).toBe(200)
  }
})

test('a download can be asked for in parts and by what the caller has', async () => {
  const content = randomBytes(100_000)
  const { __id: id } = await upload(content, `${randomUUID()}.png`)
  const etag = `"${createHash('sha256').update(content).digest('hex')}"`

  const whole = await download(id)
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(content)
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    etag,
    'content-type': 'image/png',
    'content-length': '100000',
    'accept-ranges': 'bytes',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  const part = async (range: string, headers = {}) => {
    const response = await download(id, { range, ...headers })
    const bytes = Buffer.from(await response.arrayBuffer())
    return { status: response.status, bytes, range: response.headers.get('content-range') }
  }
  expect(await part('bytes=10-19')).toEqual({
    status: 206,
    bytes: content.subarray(10, 20),
    range: 'bytes 10-19/100000',
  })
  expect((await part('bytes=99990-')).bytes).toEqual(content.subarray(99_990))
  expect((await part('bytes=-5')).bytes).toEqual(content.subarray(-5))
  expect((await part('bytes=99990-200000')).range).toBe('bytes 99990-99999/100000')
  expect(await part('bytes=100000-')).toMatchObject({ status: 416, range: 'bytes */100000' })
  expect(await part('bytes=5-1')).toMatchObject({ status: 200 })
  expect(await part('bytes=0-1,5-6')).toMatchObject({ status: 200 })
  expect(await part('bytes=0-1', { 'if-range': '"other"' })).toMatchObject({ status: 200 })
  expect(await part('bytes=0-1', { 'if-range': etag })).toMatchObject({ status: 206 })
  const known = await download(id, { 'if-none-match': `"x", W/${etag}` })
  expect({ status: known.status, body: await known.text() }).toEqual({ status: 304, body: '' })
  const head = await request(`/manage/v1/disk/files/${id}/content`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${ann.token}` },
  })
  expect(head.headers.get('content-length')).toBe('100000')
})

test('only a PDF is shown in a frame, and only in pages of this server', async () => {
  const { __id: pdf } = await upload('%PDF-1.4', `${randomUUID()}.pdf`)
  const { __id: page } = await upload('<script>alert(1)</script>', `${randomUUID()}.html`)
  const headersOf = async (id: string, query: string) => {
    const { headers } = await download(id, {}, query)
    return ['content-disposition', 'x-frame-options', 'content-security-policy'].map((name) =>
      headers.get(name)?.replace(/;.*filename.*$/, ''),
    )
  }

  const saved = ['attachment', 'DENY', "default-src 'none'; sandbox"]
  expect(await headersOf(pdf, '?show=true')).toEqual([
    'inline',
    'SAMEORIGIN',
    "frame-ancestors 'self'",
  ])
  expect(await headersOf(pdf, '')).toEqual(saved)
  expect(await headersOf(page, '?show=true')).toEqual(saved)
})
