import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { NIL_ID, SHARED_FILES } from '../../lib/ids.ts'

/** The examples of the contract, sent as other programs send them. */

const web = createServer((request, response) => {
  if (request.url === '/a.png') return response.end('picture')
  response.writeHead(404).end()
})
await new Promise<void>((resolve) => {
  web.listen(0, '127.0.0.1', resolve)
})
afterAll(() => {
  web.closeAllConnections()
  web.close()
})
const webAddress = `http://127.0.0.1:${(web.address() as AddressInfo).port}`

const now = new Date('2026-03-02T09:15:00Z')
const { request, make, address } = await startApp({
  now: () => now,
  environment: { KONTOR_PRIVATE_ADDRESSES: '127.0.0.1' },
})
const ann = await make.user()

type Sent = { body?: unknown; headers?: Record<string, string> }

async function send(method: string, path: string, { body, headers = {} }: Sent = {}) {
  const response = await request(`/pub/v1/disk${path}`, {
    method,
    headers: { authorization: `Bearer ${ann.token}`, ...headers },
    ...(body !== undefined && {
      body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body),
    }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the server sent
  const answer: any = await response.json()
  return { status: response.status, answer }
}

const uploadBody = async (text = 'data', hash = randomUUID()) => {
  await send('POST', `/file/upload?hash=${hash}`, { body: text })
  return hash
}
const form = (name: string, content: string, part = 'file') => {
  const data = new FormData()
  data.append(part, new Blob([content]), name)
  return data
}
const AT = '2026-03-02T09:15:00Z'
const audit = {
  __createdAt: AT,
  __createdBy: ann.id,
  __updatedAt: AT,
  __updatedBy: ann.id,
  __deletedAt: null,
}
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)
const fileOf = (name: string, rest: object = {}) => ({
  __id: uuid,
  __name: name,
  name,
  originalName: name,
  hash: uuid,
  size: 4,
  version: 1,
  directory: SHARED_FILES,
  comment: '',
  contentType: expect.any(String),
  ...audit,
  ...rest,
})
const directory = async (name: string = randomUUID()) =>
  (await send('POST', '/directory', { body: { __name: name } })).answer.directory.__id as string

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

test('POST /disk/directory makes a directory', async () => {
  const { status, answer } = await send('POST', '/directory', {
    body: { __name: 'Acts 2025', directory: SHARED_FILES },
  })

  expect(status).toBe(200)
  expect(answer).toEqual({
    success: true,
    error: '',
    directory: {
      __id: uuid,
      __name: 'Acts 2025',
      directory: SHARED_FILES,
      parentsList: [SHARED_FILES],
      system: false,
      uniqueNames: true,
      ...audit,
    },
  })
  const { answer: below } = await send('POST', '/directory', {
    body: { name: 'March', parent: answer.directory.__id, uniqueNames: false },
  })
  expect(below.directory).toMatchObject({
    parentsList: [answer.directory.__id, SHARED_FILES],
    uniqueNames: false,
  })
})

test.each([
  ['no name', {}, 400],
  ['an empty name', { __name: ' ' }, 400],
  ['a parent that is not there', { __name: 'x', directory: randomUUID() }, 404],
  ['a name that is taken', { __name: 'Taken' }, 409],
])('POST /disk/directory refuses %s', async (_, body, expected) => {
  await send('POST', '/directory', { body: { __name: 'Taken' } })

  const { status, answer } = await send('POST', '/directory', { body })

  expect({ status, success: answer.success }).toEqual({ status: expected, success: false })
})

test('GET and POST /disk/directory/list take the same request', async () => {
  const id = await directory('Zebra')
  const body = {
    active: true,
    filter: { tf: { system: false, __name: 'Zebra' } },
    from: 0,
    size: 100,
    sortExpressions: [{ field: '__name', ascending: true }],
  }

  const posted = await send('POST', '/directory/list', { body })
  const got = await send('GET', `/directory/list?query=${encodeURIComponent(JSON.stringify(body))}`)

  expect(posted.answer.result).toEqual({
    result: [expect.objectContaining({ __id: id, __name: 'Zebra', directory: SHARED_FILES })],
    total: 1,
  })
  expect(got).toEqual(posted)
  const bare = await send('GET', '/directory/list')
  expect(bare.answer.result.result.length).toBeLessThanOrEqual(10)
})

test('GET /disk/directory/{id} shows a directory, the system ones too', async () => {
  const { status, answer } = await send('GET', `/directory/${SHARED_FILES}`)

  expect(status).toBe(200)
  expect(answer.directory).toEqual({
    __id: SHARED_FILES,
    __name: 'Shared files',
    directory: null,
    parentsList: [],
    system: true,
    uniqueNames: true,
    __createdAt: expect.any(String),
    __createdBy: NIL_ID,
    __updatedAt: expect.any(String),
    __updatedBy: NIL_ID,
    __deletedAt: null,
  })
  expect((await send('GET', `/directory/${randomUUID()}`)).status).toBe(404)
})

test('POST /disk/directory/{id}/upload makes a file at once, and a taken name gets a number', async () => {
  const into = await directory()
  const upload = (hash: string) =>
    send('POST', `/directory/${into}/upload?hash=${hash}`, {
      body: form('note.txt', 'hello world'),
      headers: { 'content-range': 'bytes 0-11/11' },
    })
  const hash = randomUUID()

  const first = await upload(randomUUID())
  const second = await upload(hash)

  expect(first.answer.file).toMatchObject({ __name: 'note.txt' })
  expect(second).toEqual({
    status: 200,
    answer: {
      success: true,
      error: '',
      file: fileOf('note (1).txt', {
        originalName: 'note.txt',
        hash,
        size: 11,
        directory: into,
        contentType: 'text/plain',
      }),
    },
  })
})

test('POST /disk/directory/{id}/upload takes parts, and answers 206 until the last', async () => {
  const PART = 5_242_880
  const content = 'x'.repeat(PART + 100)
  const hash = randomUUID()
  const part = (start: number, end: number) =>
    send('POST', `/directory/${SHARED_FILES}/upload?Hash=${hash}`, {
      body: form('parts.txt', content.slice(start, end), 'File'),
      headers: { 'content-range': `bytes ${start}-${end}/${content.length}` },
    })

  const first = await part(0, PART)
  const last = await part(PART, content.length)

  expect(first).toEqual({ status: 206, answer: { success: true, error: '' } })
  expect(last.answer.file).toMatchObject({ __name: 'parts.txt', size: content.length, hash })
})

test('POST /disk/directory/{id}/upload chooses a hash for clients that send none', async () => {
  const { answer } = await send('POST', `/directory/${SHARED_FILES}/upload`, {
    body: form('old client.txt', 'data'),
  })

  expect(answer.file).toEqual(fileOf('old client.txt', { contentType: 'text/plain' }))
})

test('POST /disk/directory/{id}/upload takes a bare body whose name is in a header', async () => {
  const upload = (disposition?: string) =>
    send('POST', `/directory/${SHARED_FILES}/upload`, {
      body: 'data',
      ...(disposition !== undefined && { headers: { 'content-disposition': disposition } }),
    })

  const named = await upload(`attachment; filename="x"; filename*=UTF-8''%D0%90%20b.txt`)
  const nameless = await upload()

  expect(named.answer.file).toMatchObject({ __name: 'А b.txt' })
  expect(nameless.status).toBe(400)
})

test.each([
  ['an unknown directory', randomUUID(), 'a.txt', 404],
  ['an empty name', SHARED_FILES, '', 400],
])('POST /disk/directory/{id}/upload refuses %s', async (_, into, name, expected) => {
  const body = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\nabc\r\n--b--\r\n`

  const { status } = await send('POST', `/directory/${into}/upload?hash=${randomUUID()}`, {
    body,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  })

  expect(status).toBe(expected)
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
