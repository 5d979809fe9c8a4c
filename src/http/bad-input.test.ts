import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { startApp } from '../../test/app.ts'
import { openSocket, readAll } from '../../test/socket.ts'

const { app, as, admin, address, request } = await startApp()
const authorization = `Bearer ${admin.token}`
const KEY = '/pub/v1/storage/system/bad-input'

const post = (body: RequestInit['body'], headers: Record<string, string> = {}, path = KEY) =>
  request(path, {
    method: 'POST',
    headers: { authorization, ...headers },
    ...(body != null && { body }),
  })

/** What a response must never contain: a stack, SQL, a file, a table, the name of a library. */
const LEAK =
  /\bat \w+.*:\d+:\d+|node_modules|\.ts\b|\bselect\b|\binsert into\b|kontor\.\w+|\/(work|home|tmp|usr|root)\/|FST_ERR|zod|fastify/i

async function refusal(response: Response) {
  const text = await response.text()
  expect(text).not.toMatch(LEAK)
  const body = JSON.parse(text)
  expect(response.headers.get('x-request-id')).toBe(body.requestId)
  return { status: response.status, type: response.headers.get('content-type'), ...body }
}

const envelope = (status: number, code: string, error: RegExp | string) => ({
  status,
  type: 'application/json; charset=utf-8',
  success: false,
  code,
  error: typeof error === 'string' ? error : expect.stringMatching(error),
  requestId: expect.any(String),
})

test.each([
  ['{"data":"a",}', /line 1, column 13/],
  ['{"data" "a"}', /line 1, column 9/],
  ['{"data":\n  tru}', /line 2, column 3/],
  ['{"data":"a"', /line 1, column 12: .*end/],
  ['{"data":"a"} x', /line 1, column 14/],
  ['{"data":"a\u0001"}', /line 1, column 11/],
  ["{'data':1}", /line 1, column 2/],
  ['{"data":01}', /line 1, column 10/],
  ['{"data":"\\x"}', /line 1, column 10/],
  ['[1,,2]', /line 1, column 4/],
  ['NaN', /line 1, column 1/],
  ['data=a&b=c', /line 1, column 1/],
  ['"open', /line 1, column 6: .*end/],
  ['{"a":1}}', /line 1, column 8/],
  ['-', /line 1, column 1/],
])('malformed JSON is refused with its position: %s', async (body, where) => {
  const answer = await refusal(await post(body))

  expect(answer).toEqual(envelope(400, 'invalid', /^the body is not valid JSON at /))
  expect(answer.error).toMatch(where)
})

test('a body that is not UTF-8 is refused', async () => {
  const answer = await refusal(await post(Buffer.from('{"data":"\xff\xfe"}', 'latin1')))

  expect(answer).toEqual(envelope(400, 'invalid', 'the body is not valid UTF-8'))
})

test('a byte order mark is accepted', async () => {
  expect((await post('\ufeff{"data":"a"}')).status).toBe(200)
})

test('a body of 8 MiB is read, 9 MiB are refused in the envelope', async () => {
  const large = (bytes: number) => JSON.stringify({ ignored: Array(4).fill('x'.repeat(bytes / 4)) })

  expect((await post(large(8 * 1024 ** 2 - 100))).status).toBe(200)
  const answer = await refusal(await post(large(9 * 1024 ** 2)))
  expect(answer).toEqual(envelope(413, 'too_large', /larger than .*8 MiB/))
})

test('a body of 9 MiB in chunks of unknown length is refused as well', async () => {
  const chunk = randomBytes(64 * 1024)
  const body = new ReadableStream({
    start(controller) {
      for (let sent = 0; sent < 9 * 1024 ** 2; sent += chunk.length) controller.enqueue(chunk)
      controller.close()
    },
  })
  const init = { method: 'POST', headers: { authorization }, body, duplex: 'half' } as RequestInit
  const response = await request(KEY, init).catch((error: unknown) => error)

  // The server may close the connection before the whole body was sent: then the client sees only that.
  if (response instanceof Response) expect((await refusal(response)).status).toBe(413)
  expect((await request('/health/live')).status).toBe(200)
})

test.each(['[', '{"a":', '[[],'])('100,000 levels of %s are refused', async (open) => {
  const answer = await refusal(await post(open.repeat(100_000)))

  expect(answer).toEqual(envelope(400, 'invalid', /nested deeper than 200 levels/))
})

test('200 levels are accepted, and brackets inside strings do not count', async () => {
  const deep = `{"ignored":${'['.repeat(199)}${']'.repeat(199)}}`
  const text = JSON.stringify({ data: '\\"[{'.repeat(500) })

  expect((await post(deep)).status).toBe(200)
  expect((await post(text)).status).toBe(200)
})

test.each(['__proto__', '\\u005f_proto__', '__prot\\u006f__'])(
  'the key %s is ignored',
  async (key) => {
    const response = await post(`{"${key}":{"isAdministrator":true,"data":"x"},"data":"own"}`)

    expect(response.status).toBe(200)
    expect(({} as Record<string, unknown>).isAdministrator).toBeUndefined()
    const { data } = await as(admin).storage.getSystem({ params: { key: 'bad-input' } })
    expect(data).toBe('own')
  },
)

test('constructor and prototype are keys like any other', async () => {
  const body = '{"constructor":{"prototype":{"polluted":true}},"data":"own","toString":1}'

  expect((await post(body)).status).toBe(200)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('every wrong field is named', async () => {
  const answer = await refusal(await post('{"data":7}'))

  expect(answer).toMatchObject({
    status: 400,
    code: 'invalid',
    error: expect.stringContaining('field "data": expected text'),
    details: [{ path: 'data', message: expect.stringContaining('expected text') }],
  })
})

test.each(['7', '"text"', 'null', 'true', '[1]'])('a body of %s is refused', async (body) => {
  expect(await refusal(await post(body))).toMatchObject({ status: 400, code: 'invalid' })
})

test('an unknown path is not found', async () => {
  for (const path of ['/pub/v1/nothing', '/pub/v1/', '/pub/']) {
    const answer = await refusal(await request(path, { headers: { authorization } }))
    expect(answer).toEqual(envelope(404, 'not_found', `address not found: GET ${path}`))
  }
})

test('another API version gets an error that names v1', async () => {
  for (const path of ['/pub/v2/storage/system/x', '/pub/v10/app/list', '/manage/v2/tokens']) {
    const { status, error, detail } = await refusal(await request(path))
    expect(status).toBe(404)
    expect(error ?? detail).toContain('the only version is v1')
  }
})

test('a wrong method is refused with the allowed ones', async () => {
  const response = await request(KEY, { method: 'PATCH', headers: { authorization } })

  expect(response.headers.get('allow')).toBe('POST, GET, HEAD, DELETE')
  expect(await refusal(response)).toEqual(
    envelope(405, 'method_not_allowed', 'PATCH is not allowed here, use POST, GET or DELETE'),
  )
})

test('a wrong method on a page is refused as well', async () => {
  const response = await request('/health/live', { method: 'POST' })

  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET, HEAD')
})

test('OPTIONS lists the methods', async () => {
  const response = await request(KEY, { method: 'OPTIONS' })

  expect(response.status).toBe(204)
  expect(response.headers.get('allow')).toBe('POST, GET, HEAD, DELETE')
})

test('HEAD responds like GET, without a body', async () => {
  await post('{"data":"a"}')

  const response = await request(KEY, { method: 'HEAD', headers: { authorization } })

  expect(response.status).toBe(200)
  expect(response.headers.get('etag')).toBeTruthy()
  expect(await response.text()).toBe('')
  expect((await request(`${KEY}-no`, { method: 'HEAD', headers: { authorization } })).status).toBe(
    404,
  )
})

test.each(['%FF', '%', '%zz', '%c3%28', 'a%ED%A0%80'])(
  'the path segment %s is refused',
  async (segment) => {
    const response = await request(`/pub/v1/storage/system/${segment}`, {
      headers: { authorization },
    })

    expect(await refusal(response)).toEqual(envelope(400, 'invalid', /path/))
  },
)

test('NUL in the path is refused', async () => {
  const response = await request('/pub/v1/storage/system/a%00b', { headers: { authorization } })

  expect(await refusal(response)).toMatchObject({ status: 400, code: 'invalid' })
})

test('a key of 255 characters is accepted in any script', async () => {
  for (const letter of ['a', 'ж', '漢']) {
    const params = { key: letter.repeat(255) }
    await as(admin).storage.saveSystem({ params, input: { data: letter } })
    expect((await as(admin).storage.getSystem({ params })).data).toBe(letter)
  }
})

test('a path segment that is far too long is refused in the envelope', async () => {
  const response = await request(`/pub/v1/storage/system/${'x'.repeat(10_000)}`, {
    headers: { authorization },
  })

  expect(await refusal(response)).toEqual(envelope(400, 'invalid', /path/))
})

test.each(['gzip', 'br', 'nonsense'])('a body in the encoding %s is refused', async (encoding) => {
  const answer = await refusal(await post('{"data":"a"}', { 'content-encoding': encoding }))

  expect(answer).toEqual(envelope(415, 'unsupported', /Content-Encoding/))
})

test('GET may carry left-over headers of an upload', async () => {
  const headers = {
    authorization,
    'content-type': 'multipart/form-data; boundary=x',
    'content-range': 'bytes 0-9/10',
  }

  expect((await request(KEY, { headers })).status).toBe(200)
})

test.each(['{', 'x', '[1', '{"from":}'])('the parameter query=%s is refused', async (query) => {
  const response = await request(`${KEY}?query=${encodeURIComponent(query)}`, {
    headers: { authorization },
  })

  expect(await refusal(response)).toEqual(
    envelope(400, 'invalid', /^the parameter "query" is not valid JSON at line 1, column/),
  )
})

test('the parameter query given twice is refused', async () => {
  const response = await request(`${KEY}?query=%7B%7D&query=%7B%7D`, { headers: { authorization } })

  expect(await refusal(response)).toEqual(
    envelope(400, 'invalid', 'the parameter "query" was given twice'),
  )
})

test.each(['?query=%FF', '?%FF=1', '?=', '?&&&', '?__proto__=1', '?a[b]=c&a=d'])(
  'the query string %s is harmless',
  async (query) => {
    const { status } = await request(`${KEY}${query}`, { headers: { authorization } })

    expect([200, 400]).toContain(status)
  },
)

test('a valid request id of the caller is kept', async () => {
  const response = await request(KEY, {
    headers: { authorization, 'x-request-id': 'order-7.1:a_B' },
  })

  expect(response.headers.get('x-request-id')).toBe('order-7.1:a_B')
})

test.each([
  'a b',
  '<script>',
  'x'.repeat(129),
  '{"a":1}',
  '../../etc',
  'a\tb',
  "'; drop table",
  'é',
])('the request id %s is replaced', async (id) => {
  const response = await request('/pub/v1/nothing', { headers: { 'x-request-id': id } })

  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect((await refusal(response)).status).toBe(404)
})

test('problem details are sent to clients that accept them', async () => {
  const response = await request(`${KEY}-absent`, {
    headers: { authorization, accept: 'application/problem+json' },
  })

  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(await response.json()).toEqual({
    type: 'about:blank',
    title: 'Not found',
    status: 404,
    detail: 'no data for key bad-input-absent: not found',
    code: 'not_found',
    requestId: response.headers.get('x-request-id'),
  })
})

test('outside the public API errors are always problem details', async () => {
  const response = await request('/manage/v1/tokens', { headers: { accept: 'application/json' } })

  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(await response.json()).toMatchObject({ status: 401, code: 'unauthorized' })
})

test('a thousand concurrent connections are all served', async () => {
  await post('{"data":"a"}')
  const sockets = await Promise.all(Array.from({ length: 1000 }, () => openSocket(address)))
  const answers = sockets.map((socket) => readAll(socket))

  for (const socket of sockets) {
    socket.write(
      `GET ${KEY} HTTP/1.1\r\nHost: kontor\r\nX-Token: ${admin.token}\r\nConnection: close\r\n\r\n`,
    )
  }

  const texts = await Promise.all(answers)
  expect(texts.filter((text) => text.startsWith('HTTP/1.1 200 '))).toHaveLength(1000)
  expect(app.platform.pool.waitingCount).toBe(0)
})
