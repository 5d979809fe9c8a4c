import { once } from 'node:events'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startServer } from '../../test/server.ts'
import { openSocket, parseAnswers, readAll, say } from '../../test/socket.ts'
import { operation, upload } from '../api/operation.ts'
import { implement } from './implement.ts'

let gate = Promise.withResolvers<void>()

const routes = implement(
  'sample',
  {
    read: operation({
      method: 'GET',
      path: '/pub/v1/sample/read',
      summary: 'Read',
      access: 'public',
      output: z.object({ value: z.string() }),
    }),
    wait: operation({
      method: 'GET',
      path: '/pub/v1/sample/wait',
      summary: 'Wait for the test, then read',
      access: 'public',
    }),
    write: operation({
      method: 'POST',
      path: '/pub/v1/sample/write',
      gives: [],
      summary: 'Write',
      access: 'public',
      input: z.object({ value: z.string() }),
      output: z.object({ value: z.string() }),
    }),
    send: upload({ path: '/pub/v1/sample/send', summary: 'Send', output: z.object({}) }),
  },
  {
    send: async () => ({}),
    read: async () => ({ value: 'read' }),
    wait: async () => {
      await gate.promise
      return {}
    },
    write: async ({ input }) => ({ value: input.value }),
  },
)
const { address, platform } = await startServer(routes, {
  environment: { KONTOR_REQUEST_TIMEOUT: '1' },
})

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: kontor\r\n${more}\r\n`
const last = (path: string) => get(path, 'Connection: close\r\n')
const READ = '/pub/v1/sample/read'
const JSON_TYPE = 'application/json; charset=utf-8'

function refusal(text: string) {
  const [answer] = parseAnswers(text)
  const body = JSON.parse(answer?.body ?? '')
  expect(answer?.headers).toMatchObject({
    'content-type': JSON_TYPE,
    connection: 'close',
    'x-request-id': body.requestId,
  })
  return { status: answer?.status, ...body }
}

const NOT_HTTP = {
  status: 400,
  success: false,
  error: 'this is not a valid HTTP request',
  code: 'invalid',
  requestId: expect.any(String),
}

test.each([
  ['plain text', 'hello there, how are you?\r\n\r\n'],
  ['a TLS greeting', Buffer.from('16030100a5010000a1030358', 'hex')],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown method', 'BREW /pub/v1/sample/read HTTP/1.1\r\nHost: kontor\r\n\r\n'],
  ['a header without a colon', 'GET / HTTP/1.1\r\nHost kontor\r\n\r\n'],
  ['NUL in a header', 'GET / HTTP/1.1\r\nHost: kontor\r\nX-Odd: a\0b\r\n\r\n'],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: k\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nHost: k\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['a negative length', 'POST / HTTP/1.1\r\nHost: k\r\nContent-Length: -1\r\n\r\n'],
  [
    'a broken chunk',
    'POST /pub/v1/sample/write HTTP/1.1\r\nHost: k\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  ],
])('%s gets an error in the envelope', async (_, bytes) => {
  expect(refusal(await say(address, bytes))).toEqual(NOT_HTTP)
})

test('a request without a Host is refused', async () => {
  const [answer] = parseAnswers(await say(address, `GET ${READ} HTTP/1.1\r\n\r\n`))

  expect(answer?.status).toBe(400)
})

test('headers that are too large get an error in the envelope', async () => {
  const text = await say(address, get(READ, `X-Large: ${'x'.repeat(100_000)}\r\n`))

  expect(refusal(text)).toMatchObject({ status: 431, success: false, code: 'too_large' })
})

test.each([
  ['its first line', 'GET /pub'],
  ['its headers', 'GET /pub/v1/sample/read HTTP/1.1\r\nHost: kontor\r\nX-Slow: '],
  ['its body', 'POST /pub/v1/sample/write HTTP/1.1\r\nHost: k\r\nContent-Length: 100\r\n\r\n{"va'],
])('a request that never finishes %s is refused and the connection closed', async (_, bytes) => {
  expect(refusal(await say(address, bytes))).toEqual({
    status: 408,
    success: false,
    error: 'the request took too long to arrive',
    code: 'timeout',
    requestId: expect.any(String),
  })
})

test('a sender that sends byte by byte is cut off as well', async () => {
  const socket = await openSocket(address)
  socket.write(`POST /pub/v1/sample/write HTTP/1.1\r\nHost: k\r\nContent-Length: 1000\r\n\r\n`)
  const drip = setInterval(() => socket.write(' '), 50)
  const text = await readAll(socket).finally(() => clearInterval(drip))

  expect(text).toContain('HTTP/1.1 408')
})

test('a sender that goes on after its upload was refused is cut off too', async () => {
  const socket = await openSocket(address)
  socket.write(`POST /pub/v1/sample/send HTTP/1.1\r\nHost: k\r\nContent-Length: 100000\r\n\r\n`)
  const drip = setInterval(() => socket.write(' '), 50)
  const text = await readAll(socket).finally(() => clearInterval(drip))

  expect(text).toContain('HTTP/1.1 401')
})

test('an interrupted request leaves nothing behind', async () => {
  for (let count = 0; count < 20; count++) {
    const socket = await openSocket(address)
    socket.write('POST /pub/v1/sample/write HTTP/1.1\r\nHost: k\r\nContent-Length: 100\r\n\r\n{"va')
    if (count % 2) socket.destroy()
    else socket.resetAndDestroy()
    await once(socket, 'close')
  }

  const { pool } = platform
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
  expect((await fetch(`${address}${READ}`)).status).toBe(200)
})

test('a caller that disconnects while waiting leaves nothing behind', async () => {
  gate = Promise.withResolvers()
  for (let count = 0; count < 20; count++) {
    const socket = await openSocket(address)
    socket.write(get('/pub/v1/sample/wait'))
    socket.destroy()
    await once(socket, 'close')
  }
  gate.resolve()

  expect((await fetch(`${address}/pub/v1/sample/wait`)).status).toBe(200)
  const { pool } = platform
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
})

test('a GET with a body is answered, and so is the next request', async () => {
  const body = '{"value":1}'
  const first = get(READ, `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`)

  const answers = parseAnswers(await say(address, `${first}${body}${last(READ)}`))

  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

test('pipelined requests are answered in order', async () => {
  const write = (value: string) => {
    const body = JSON.stringify({ value })
    return `POST /pub/v1/sample/write HTTP/1.1\r\nHost: k\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  }

  const answers = parseAnswers(
    await say(address, `${write('1')}${get(READ)}${write('2')}${get('/pub/v1/no')}${last(READ)}`),
  )

  expect(answers.map(({ body }) => JSON.parse(body).value)).toEqual([
    '1',
    'read',
    '2',
    undefined,
    'read',
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 404, 200])
})

test('a request before a malformed one gets its own response', async () => {
  gate = Promise.withResolvers()
  const socket = await openSocket(address)
  socket.write(`${get('/pub/v1/sample/wait')}rubbish that is no request\r\n\r\n`)
  setImmediate(gate.resolve)

  const [answer, ...more] = parseAnswers(await readAll(socket))

  expect(answer?.status).toBe(200)
  expect(more.map(({ status }) => status)).toEqual([])
})

test.each([
  ['Authorization: Bearer a\r\nAuthorization: Bearer b\r\n', [403]],
  ['X-Token: a\r\nX-Token: b\r\n', [403]],
  ['X-Request-Id: a\r\nX-Request-Id: b\r\n', [200]],
  ['Accept: a\r\nAccept: b\r\n', [200]],
  ['Cookie: kontor_session=a\r\nCookie: kontor_session=b; =; ;;\r\n', [200]],
  ['Host: other\r\n', [200, 400]],
])('duplicate headers are harmless: %j', async (headers, expected) => {
  const text = await say(address, get(READ, `${headers}Connection: close\r\n`))

  expect(expected).toContain(parseAnswers(text)[0]?.status)
})

test.each([
  ['a whole address', `GET http://other${READ} HTTP/1.1\r\nHost: k\r\nConnection: close\r\n\r\n`],
  ['a star', 'OPTIONS * HTTP/1.1\r\nHost: k\r\nConnection: close\r\n\r\n'],
  ['two slashes', last('//pub//v1//sample')],
  ['dots', last('/pub/v1/../../etc/passwd')],
  ['an old version of HTTP', `GET ${READ} HTTP/1.0\r\n\r\n`],
  ['an upgrade', get(READ, 'Connection: close, Upgrade\r\nUpgrade: websocket\r\n')],
  ['TRACE', `TRACE ${READ} HTTP/1.1\r\nHost: k\r\nConnection: close\r\n\r\n`],
  ['CONNECT', 'CONNECT other:443 HTTP/1.1\r\nHost: k\r\n\r\n'],
  ['Expect', get(READ, 'Expect: 200-ok\r\nConnection: close\r\n')],
])('%s is harmless', async (_, bytes) => {
  const text = await say(address, bytes)

  for (const { status } of parseAnswers(text)) expect(status).toBeLessThan(500)
  expect((await fetch(`${address}${READ}`)).status).toBe(200)
})
