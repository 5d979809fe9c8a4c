import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { form, startDiskContract, uuid } from '../../../test/disk-contract.ts'
import { NIL_ID, SHARED_FILES } from '../../lib/ids.ts'

const { audit, send, fileOf, directory } = await startDiskContract()

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
