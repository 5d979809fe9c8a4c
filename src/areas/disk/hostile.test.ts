import { randomBytes, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { openSocket, parseAnswers, readAll } from '../../../test/socket.ts'
import { SHARED_FILES } from '../../lib/ids.ts'

const MIB = 1024 ** 2
const { app, as, admin, make, address, request } = await startApp({
  environment: {
    KONTOR_UPLOAD_LIMIT: String(20 * MIB),
    KONTOR_UPLOAD_TIMEOUT: '1',
    KONTOR_FETCH_TIMEOUT: '1',
    KONTOR_PRIVATE_ADDRESSES: '127.0.0.1',
  },
})
const ann = await make.user()
const { disk } = as(ann)
const data = app.platform.config.KONTOR_DATA

const form = (name: string, content = 'text') => ({
  headers: {
    authorization: `Bearer ${ann.token}`,
    'content-type': 'multipart/form-data; boundary=b',
  },
  body: `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${content}\r\n--b--\r\n`,
})
const send = (init: RequestInit, query = '') =>
  request(`/pub/v1/disk/directory/${SHARED_FILES}/upload${query}`, { method: 'POST', ...init })
const makeFile = async (name: string) => {
  const hash = randomUUID()
  await disk.uploadTemporary({ input: { hash }, file: 'text' })
  const files = [{ hash, name, directory: SHARED_FILES }]
  return (await disk.makeFiles({ input: { files } })).items[0]
}

test.each([
  ['a way upwards', '../../../etc/passwd'],
  ['a way with backslashes', '..\\..\\boot.ini'],
  ['an absolute path', '/etc/passwd'],
  ['two dots', '..'],
  ['a line break', 'a\nb.txt'],
  ['an escape', '\u001b[2Ja.txt'],
  ['a mark that turns the text around', 'exe\u202etxt.pdf'],
  ['300 characters', 'x'.repeat(300)],
  ['nothing but spaces', '   '],
])('a name with %s is refused, and nothing is stored', async (_, name) => {
  const made = await makeFile(name)

  expect(made?.file).toBeUndefined()
  expect(made?.error).toMatch(/name/)
})

test.each([
  ['a NUL', 'a\u0000.txt'],
  ['half a character', 'a\ud800.txt'],
])('a request that names a file with %s is refused as a whole', async (_, name) => {
  await expect(makeFile(name)).rejects.toMatchObject({
    status: 422,
    details: [{ path: 'files.0.name' }],
  })
})

test('a path in the name of a form is cut to its end, or refused', async () => {
  for (const name of ['../../../etc/passwd', '..\\..\\boot.ini', '/tmp/x']) {
    const response = await send(form(name))
    if (response.status !== 200) continue
    const { file } = (await response.json()) as { file: { name: string } }
    expect(file.name).toMatch(/^(passwd|boot\.ini|x)( \(\d+\))?$/)
  }
  const entries = await readdir(data)
  expect(entries.filter((name) => !name.startsWith('files'))).toEqual([])
  const stored = await readdir(join(data, 'files'), { recursive: true, withFileTypes: true })
  const names = stored.filter((entry) => entry.isFile()).map(({ name }) => name)
  expect(names.filter((name) => !/^[0-9a-f-]{36}$/.test(name))).toEqual([])
})

test('a name that cannot be numbered any further is a conflict', async () => {
  const name = 'x'.repeat(255)
  expect(await makeFile(name)).toHaveProperty('file')

  const response = await send(form(name))

  expect(response.status).toBe(409)
})

test('many files of one name at once get many names', async () => {
  const directory = (await disk.createDirectory({ input: { __name: randomUUID() } })).directory.__id
  const upload = () => {
    const file = new FormData()
    file.append('file', new Blob(['x']), 'same.txt')
    return disk.uploadToDirectory({ params: { id: directory }, input: {}, file })
  }
  const hashes = Array.from({ length: 300 }, () => randomUUID())
  await Promise.all(hashes.map((hash) => disk.uploadTemporary({ input: { hash }, file: 'x' })))

  const [bulk] = await Promise.all([
    disk.makeFiles({
      input: { files: hashes.map((hash) => ({ hash, name: 'same.txt', directory })) },
    }),
    ...Array.from({ length: 20 }, upload),
  ])

  expect(bulk.items.every(({ file }) => file)).toBe(true)
  const { result } = await disk.searchFiles({ input: { filter: { directory }, size: -1 } })
  const names = result.result.map(({ name }) => name)
  expect(new Set(names).size).toBe(320)
  expect(names).toContain('same.txt')
  expect(names).toContain('same (319).txt')
})

test('a file and a directory do not have one name', async () => {
  const name = randomUUID()
  await disk.createDirectory({ input: { __name: name } })

  const made = await makeFile(name)

  expect(made?.file?.name).toBe(`${name} (1)`)
  const again = disk.createDirectory({ input: { __name: `${name} (1)` } })
  await expect(again).rejects.toMatchObject({ status: 409 })
})

test('a file of no bytes is a file', async () => {
  const { file } = await disk.uploadToDirectory({
    params: { id: SHARED_FILES },
    input: { hash: randomUUID() },
    headers: {
      'content-range': 'bytes 0-0/0',
      'content-disposition': 'attachment; filename="empty.txt"',
    },
    file: '',
  })

  expect(file).toMatchObject({ name: 'empty.txt', size: 0 })
  const { Link } = await disk.getLink({ params: { id: file?.__id ?? '' } })
  expect(await (await fetch(Link)).text()).toBe('')
})

const PART = 5 * MIB
test.each([
  ['a total that is smaller than the part', `bytes 0-${PART}/100`, PART, 'expected bytes'],
  ['a total that is larger than the file', `bytes 0-100/200`, 100, 'EntityTooSmall'],
  ['fewer bytes than told', `bytes 0-100/100`, 99, 'InvalidPart'],
  ['more bytes than told', `bytes 0-100/100`, 102, 'InvalidPart'],
  ['numbers that are none', 'bytes a-b/c', 3, 'expected bytes'],
  ['numbers beyond all bounds', `bytes 0-${'9'.repeat(30)}/${'9'.repeat(30)}`, 3, 'expected bytes'],
  ['a negative start', 'bytes -5-10/15', 10, 'expected bytes'],
])('%s in a range is refused', async (_, range, size, error) => {
  const response = await send(
    {
      headers: {
        authorization: `Bearer ${ann.token}`,
        'content-range': range,
        'content-disposition': 'attachment; filename="x.bin"',
      },
      body: new Uint8Array(size),
    },
    `?hash=${randomUUID()}`,
  )

  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: expect.stringContaining(error) })
})

test('a form without an end is refused when nothing more comes', async () => {
  const socket = await openSocket(address)
  const start = form('endless.txt').body.slice(0, -9)
  socket.write(
    `POST /pub/v1/disk/directory/${SHARED_FILES}/upload HTTP/1.1\r\nHost: k\r\nX-Token: ${ann.token}\r\n` +
      'Content-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n' +
      `${start.length.toString(16)}\r\n${start}\r\n`,
  )

  const [answer] = parseAnswers(await readAll(socket))

  expect(answer?.status).toBe(408)
})

test('an upload that broke off goes on with the part it broke off in', async () => {
  const content = randomBytes(2 * PART)
  const hash = randomUUID()
  const head = (start: number, end: number) =>
    `POST /pub/v1/disk/directory/${SHARED_FILES}/upload?hash=${hash} HTTP/1.1\r\nHost: k\r\nX-Token: ${ann.token}\r\n` +
    `Content-Range: bytes ${start}-${end}/${content.length}\r\nContent-Disposition: attachment; filename="cut.bin"\r\n` +
    `Content-Length: ${end - start}\r\nConnection: close\r\n\r\n`
  const part = async (start: number, end: number, sent = end) => {
    const socket = await openSocket(address)
    socket.write(head(start, end))
    socket.write(content.subarray(start, sent))
    if (sent < end) {
      await new Promise<void>((resolve) => {
        socket.write('', () => resolve())
      })
      socket.destroy()
      return undefined
    }
    return parseAnswers(await readAll(socket))[0]
  }
  expect((await part(0, PART))?.status).toBe(206)

  await part(PART, 2 * PART, PART + 1_000_000)
  const { result: before } = await disk.searchFiles({ input: { filter: { __name: 'cut.bin' } } })
  const answer = await part(PART, 2 * PART)

  expect(before.total).toBe(0)
  expect(answer?.status).toBe(200)
  const { file } = JSON.parse(answer?.body ?? '')
  const { Link } = await disk.getLink({ params: { id: file.__id } })
  expect(Buffer.from(await (await fetch(Link)).arrayBuffer())).toEqual(content)
})

test('10,000 files, hashes or links in one call are too many, and said so', async () => {
  const ids = Array.from({ length: 10_000 }, () => randomUUID())
  const files = ids.map((hash) => ({ hash, name: hash, directory: SHARED_FILES }))

  const calls = [
    () => disk.makeFiles({ input: { files } }),
    () => disk.deleteFiles({ input: { fileIds: ids } }),
    () => disk.downloadLinks({ input: { hashesList: ids } }),
    () => disk.uploadLinks({ input: { hashesList: ids } }),
    () => disk.uploadFromLinks({ input: { downloadLinks: ids.map((id) => `http://x/${id}`) } }),
  ]

  for (const call of calls) {
    await expect(call()).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('at most'),
    })
  }
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const redirectTo = (location: string) =>
  serve((_, response) => response.writeHead(302, { location }).end())
const loop = await serve((message, response) =>
  response.writeHead(302, { location: `/${Number(message.url?.slice(1) ?? 0) + 1}` }).end(),
)
const endless = await serve((_, response) => {
  const more = () => {
    while (response.write(Buffer.alloc(64 * 1024)));
  }
  response.on('drain', more)
  more()
})
const silent = await serve(() => undefined)
const liar = await serve((_, response) =>
  response.writeHead(200, { 'content-length': 9 ** 15 }).flushHeaders(),
)
const broken = await serve((_, response) => {
  response.writeHead(200, { 'content-length': '100' })
  response.write('x', () => response.destroy())
})

test.each([
  ['to a loopback address that is not allowed', 'http://127.0.0.2/', 'private address'],
  ['to the loopback of IPv6', 'http://[::1]/', 'private address'],
  ['to IPv4 in the clothes of IPv6', 'http://[::ffff:127.0.0.2]/', 'private address'],
  ['to an address as a number', 'http://2130706434/', 'private address'],
  ['to the data of a cloud', 'http://169.254.169.254/latest/meta-data', 'private address'],
  ['to a private network', 'https://10.0.0.1/', 'private address'],
  ['that redirects to one', await redirectTo('http://10.0.0.1/'), 'private address'],
  ['that redirects to a file', await redirectTo('file:///etc/passwd'), 'http:// or https://'],
  ['to a redirect loop', `${loop}/0`, 'more than 5 redirects'],
  ['to a stream without an end', endless, /larger than|longer than/],
  ['to somebody who never answers', silent, 'longer than 1 s'],
  ['to a file that says it is too large', liar, 'larger than'],
  ['to a connection that breaks', broken, 'download failed'],
  ['to a file', 'file:///etc/passwd', 'http:// or https://'],
  ['with a password', 'http://user:password@127.0.0.1/', 'password'],
  ['that is none', 'nonsense', 'http:// or https://'],
])('a link %s is refused', async (_, link, error) => {
  const { items } = await disk.uploadFromLinks({ input: { downloadLinks: [link] } })

  expect(items).toEqual([{ error: expect.stringMatching(error) }])
})

test('nobody but administrators can find out what others have by trying', async () => {
  const { directory } = await as(admin).disk.createDirectory({
    input: { __name: 'secret', directory: admin.id },
  })

  const unknown = await disk.searchFiles({ input: { filter: { directory: randomUUID() } } })
  const secret = await disk.searchFiles({ input: { filter: { directory: directory.__id } } })

  expect(secret.result).toEqual(unknown.result)
})
