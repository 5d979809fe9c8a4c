import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { AT, startDiskContract, uuid } from '../../../test/disk-contract.ts'
import { NIL_ID, SHARED_FILES } from '../../lib/ids.ts'

const { address, ann, send, webAddress, uploadBody, fileOf, directory } = await startDiskContract()

test('POST /disk/files makes files of bodies, and says per file what failed', async () => {
  const hash = await uploadBody()
  const lost = randomUUID()
  const into = await directory()

  const { status, answer } = await send('POST', '/files', {
    body: {
      files: [
        { hash, name: 'act.pdf', directory: into, comment: 'signed copy' },
        { hash: lost, name: 'lost.pdf', directory: into },
      ],
    },
  })

  expect(status).toBe(200)
  expect(answer).toEqual({
    success: true,
    error: '',
    items: [
      {
        file: fileOf('act.pdf', {
          hash,
          directory: into,
          comment: 'signed copy',
          contentType: 'application/pdf',
        }),
      },
      { error: expect.stringContaining(`no uploaded file with the hash ${lost}`) },
    ],
  })
})

test.each([
  ['an empty list', { files: [] }],
  ['no list', {}],
  ['no UUID', { files: [{ hash: 'x', name: 'a', directory: SHARED_FILES }] }],
  ['no JSON', '{"files":'],
  [
    'too many',
    {
      files: Array.from({ length: 10_000 }, () => ({
        hash: NIL_ID,
        name: 'a',
        directory: SHARED_FILES,
      })),
    },
  ],
])('POST /disk/files answers 422 to %s', async (_, body) => {
  const { status, answer } = await send('POST', '/files', { body })

  expect(status).toBe(422)
  expect(answer).toMatchObject({ success: false, error: expect.stringMatching(/./) })
})

test('PATCH /disk/files/deleted puts files into the trash, and says per file what failed', async () => {
  const hash = await uploadBody()
  const { answer: made } = await send('POST', '/files', {
    body: { files: [{ hash, name: 'gone.pdf', directory: SHARED_FILES }] },
  })
  const id = made.items[0].file.__id
  const unknown = randomUUID()

  const { status, answer } = await send('PATCH', '/files/deleted', {
    body: { fileIds: [id, unknown] },
  })

  expect(status).toBe(200)
  expect(answer).toEqual({
    success: true,
    error: '',
    items: [{ id }, { id: unknown, error: `file not found: ${unknown}` }],
  })
  const { answer: trashed } = await send('GET', `/file/${id}`)
  expect(trashed.file).toMatchObject({ __id: id, __deletedAt: expect.any(String) })
  expect((await send('GET', `/file/${id}/get-link`)).status).toBe(404)
})

test('POST /disk/uploads/from-link fetches, and says per link what failed', async () => {
  const { status, answer } = await send('POST', '/uploads/from-link', {
    body: { downloadLinks: [`${webAddress}/a.png`, `${webAddress}/gone.png`] },
  })

  expect(status).toBe(200)
  expect(answer).toEqual({
    success: true,
    error: '',
    items: [{ hash: uuid }, { error: 'download failed: status 404' }],
  })
  const { answer: moved } = await send('POST', `/file/move?directoryID=${SHARED_FILES}`, {
    body: { files: [{ hash: answer.items[0].hash, name: 'a.png' }] },
  })
  expect(moved.files).toEqual([fileOf('a.png', { size: 7, contentType: 'image/png' })])
})

test('POST /disk/links/upload answers addresses that take a body by PUT without a token', async () => {
  const [hash, taken] = [randomUUID(), await uploadBody()]

  const { status, answer } = await send('POST', '/links/upload', {
    body: { hashesList: [hash, taken] },
  })

  expect(status).toBe(200)
  const [{ link }, refused] = answer.items
  expect(refused).toEqual({ hash: taken, error: expect.stringContaining('already') })
  expect(new URL(link).searchParams.get('X-Amz-Expires')).toBe('3600')
  const put = await fetch(link, { method: 'PUT', body: 'data' })
  expect(put.status).toBe(200)
  const { answer: made } = await send('POST', '/files', {
    body: { files: [{ hash, name: 'put.txt', directory: SHARED_FILES }] },
  })
  expect(made.items).toEqual([{ file: fileOf('put.txt', { hash, contentType: 'text/plain' }) }])
})

test('POST /disk/links/download answers addresses by hash, for 24 hours', async () => {
  const [hash, unknown] = [await uploadBody(), randomUUID()]
  await send('POST', '/files', {
    body: { files: [{ hash, name: 'linked.txt', directory: SHARED_FILES }] },
  })

  const { status, answer } = await send('POST', '/links/download', {
    body: { hashesList: [hash, unknown] },
  })

  expect(status).toBe(200)
  expect(answer.items).toEqual([
    { hash, link: expect.stringContaining(`${address}/bodies/${hash}?`) },
    { hash: unknown, error: 'not found' },
  ])
  expect(new URL(answer.items[0].link).searchParams.get('X-Amz-Expires')).toBe('86400')
  expect(await (await fetch(answer.items[0].link)).text()).toBe('data')
})

test('POST /disk/files/search finds by name, directory, people and times', async () => {
  const into = await directory()
  const hash = await uploadBody()
  const { answer: made } = await send('POST', `/file/move?directoryID=${into}`, {
    body: { files: [{ hash, name: 'Act 12.pdf' }] },
  })
  const [file] = made.files
  const found = async (filter: object) =>
    (await send('POST', '/files/search', { body: { filter, from: 0, size: 20 } })).answer.result

  const inside = { directory: into }
  expect(
    await found({
      __name: 'act',
      directory: into,
      __createdBy: ann.id,
      __changedBy: ann.id,
      __createdAt: { min: '2026-03-01T00:00:00Z' },
      __updatedAt: { min: AT, max: AT },
    }),
  ).toEqual({ result: [file], total: 1 })
  const nothing = { result: [], total: 0 }
  expect(await found({ ...inside, __name: 'acts' })).toEqual(nothing)
  expect(await found({ ...inside, __createdBy: randomUUID() })).toEqual(nothing)
  expect(await found({ ...inside, __changedBy: randomUUID() })).toEqual(nothing)
  expect(await found({ ...inside, __createdAt: { max: '2026-03-01T00:00:00Z' } })).toEqual(nothing)
  expect(await found({ ...inside, contentType: 'application/' })).toMatchObject({ total: 1 })
  expect(await found({ ...inside, contentType: 'image/' })).toEqual(nothing)
  await send('PATCH', '/files/deleted', { body: { fileIds: [file.__id] } })
  expect(await found(inside)).toEqual(nothing)
})

test('POST /disk/files/search pages by cursor, and counts only where it is asked to', async () => {
  const into = await directory()
  const files = []
  for (const name of ['a', 'b', 'c']) files.push({ hash: await uploadBody(), name })
  await send('POST', `/file/move?directoryID=${into}`, { body: { files } })
  const page = async (after: string) => {
    const body = { filter: { directory: into }, size: 2, after, total: false }
    return (await send('POST', '/files/search', { body })).answer.result
  }

  const first = await page('')
  const second = await page(first.after)

  const names = [...first.result, ...second.result].map(({ name }) => name)
  expect(names.sort()).toEqual(['a', 'b', 'c'])
  expect([first.total, second.after]).toEqual([null, null])
})

test('POST /disk/files/search answers 400 to a filter by what files do not have', async () => {
  const { status, answer } = await send('POST', '/files/search', { body: { filter: { nam: 'x' } } })

  expect(status).toBe(400)
  expect(answer.error).toBe('field "filter.nam": there is no such key')
  expect((await send('POST', '/files/search', { body: { filter: [] } })).status).toBe(200)
})

test('POST /disk/files/search answers 400 to wrong parameters', async () => {
  const { status } = await send('POST', '/files/search', { body: { filter: { directory: 'x' } } })

  expect(status).toBe(400)
})

test('POST /disk/file/upload stores a temporary body', async () => {
  const hash = randomUUID()

  const { status, answer } = await send('POST', `/file/upload?hash=${hash}`, {
    body: 'data',
    headers: { 'content-type': 'application/octet-stream', 'content-range': 'bytes 0-4/4' },
  })

  expect({ status, answer }).toEqual({ status: 200, answer: { success: true, error: '', hash } })
})

test('POST /disk/file/move makes a file of a body, and moves one that is there', async () => {
  const [from, to] = [await directory(), await directory()]
  const hash = await uploadBody()
  const move = (into: string, file: object) =>
    send('POST', `/file/move?directoryID=${into}`, { body: { files: [file] } })

  const made = await move(from, { hash, name: 'data.bin' })
  const [{ __id }] = made.answer.files
  const moved = await move(to, { hash })
  const renamed = await move(to, { hash: __id, name: 'other.bin' })

  const binary = { hash, contentType: 'application/octet-stream' }
  expect(made.answer).toEqual({
    success: true,
    error: '',
    files: [fileOf('data.bin', { ...binary, directory: from })],
  })
  expect(moved.answer.files).toEqual([fileOf('data.bin', { ...binary, __id, directory: to })])
  expect(renamed.answer.files).toMatchObject([{ __id, __name: 'other.bin', directory: to }])
  expect((await move(to, { hash: await uploadBody() })).status).toBe(400)
  expect((await move(randomUUID(), { hash })).status).toBe(404)
})

test('GET /disk/file/{id} shows a file', async () => {
  const hash = await uploadBody()
  const { answer: made } = await send('POST', '/files', {
    body: { files: [{ hash, name: 'shown.pdf', directory: SHARED_FILES }] },
  })
  const { file } = made.items[0]

  const { status, answer } = await send('GET', `/file/${file.__id}`)

  expect({ status, answer }).toEqual({ status: 200, answer: { success: true, error: '', file } })
  expect((await send('GET', `/file/${randomUUID()}`)).status).toBe(404)
})

test.each(['GET', 'POST'])('%s /disk/file/{id}/get-link answers Link', async (method) => {
  const name = `Договор (${method}) 'a'*.txt`
  const hash = await uploadBody('data')
  const { answer: made } = await send('POST', '/files', {
    body: { files: [{ hash, name, directory: SHARED_FILES }] },
  })

  const { status, answer } = await send(method, `/file/${made.items[0].file.__id}/get-link`)

  expect(status).toBe(200)
  expect(Object.keys(answer)).toEqual(['success', 'error', 'Link'])
  const link = new URL(answer.Link)
  expect(link.searchParams.get('X-Amz-Expires')).toBe('86400')
  const inside = /filename\*=UTF-8''([^;]+);/.exec(decodeURIComponent(link.search))?.[1]
  expect(link.searchParams.get('response-content-disposition')).toMatch(/^attachment; /)
  expect(inside).toBeDefined()
  const download = await fetch(link)
  expect(download.headers.get('content-disposition')).toBe(
    link.searchParams.get('response-content-disposition'),
  )
  const encoded = /''([^;]+);/.exec(download.headers.get('content-disposition') ?? '')?.[1]
  expect(decodeURIComponent(encoded ?? '')).toBe(name)
  expect(await download.text()).toBe('data')
})
