import { expect, test } from 'vitest'
import { z } from 'zod'
import { startServer } from '../../test/server.ts'
import { operation } from '../api/operation.ts'
import { AppError, conflict, invalid } from '../lib/errors.ts'
import { implement } from './implement.ts'

const odd: Record<string, () => unknown> = {
  error: () => {
    throw new Error('secret detail of /etc/passwd')
  },
  string: () => {
    throw 'secret detail'
  },
  number: () => {
    throw 7
  },
  null: () => {
    throw null
  },
  undefined: () => {
    throw undefined
  },
  symbol: () => {
    throw Symbol('secret detail')
  },
  function: () => {
    throw () => 'secret detail'
  },
  frozen: () => {
    throw Object.freeze({ statusCode: 200, message: 'secret detail' })
  },
  promise: () => Promise.reject({ status: 404, code: 'FST_ERR_SECRET' }),
  'error with a status': () => {
    throw Object.assign(new Error('secret detail'), { statusCode: 503, code: 'FST_ERR_ODD' })
  },
  'error with another status': () => {
    throw Object.assign(new Error('secret detail'), { statusCode: 418 })
  },
  'error that cannot be read': () => {
    throw Object.defineProperty(new Error('x'), 'message', {
      get: () => {
        throw new Error('secret detail')
      },
    })
  },
  aggregate: () => {
    throw new AggregateError([new Error('secret detail')], 'secret detail')
  },
  'error with a loop': () => {
    const error = new Error('secret detail')
    error.cause = error
    throw error
  },
  'answer with a loop': () => {
    const answer: Record<string, unknown> = {}
    answer.answer = answer
    return answer
  },
  'answer of nothing': () => undefined,
  'big number': () => ({ value: 1n }),
}

const kinds = ['invalid', 'conflict', 'caused', 'taken'] as const
const known: Record<(typeof kinds)[number], AppError> = {
  invalid: invalid('field "a": wrong', [{ path: 'a', message: 'wrong' }]),
  conflict: conflict('the login is taken'),
  caused: new AppError('unavailable', 'try again', {
    cause: new Error('secret detail'),
    retryAfter: 7,
  }),
  taken: conflict('the login is taken', new Error('duplicate key')),
}

const By = z.object({ kind: z.string() })
const routes = implement(
  'sample',
  {
    odd: operation({
      method: ['GET', 'POST'],
      path: '/pub/v1/sample/odd/{kind}',
      summary: 'Fail',
      params: By,
      access: 'public',
    }),
    oddWrite: operation({
      method: 'POST',
      path: '/manage/v1/sample/odd/{kind}',
      gives: [],
      summary: 'Fail in a transaction',
      params: By,
      access: 'public',
    }),
    known: operation({
      method: 'GET',
      path: '/pub/v1/sample/known/{kind}',
      summary: 'Fail as foreseen',
      params: By,
      access: 'public',
    }),
    user: operation({ method: 'GET', path: '/pub/v1/sample/user', summary: 'Any user' }),
    manage: operation({ method: 'GET', path: '/manage/v1/sample/user', summary: 'Any user' }),
  },
  {
    odd: async ({ params }) => (await odd[params.kind]?.()) as Record<string, unknown>,
    oddWrite: async ({ params }) => (await odd[params.kind]?.()) as Record<string, unknown>,
    known: async ({ params }) => {
      throw known[params.kind as keyof typeof known]
    },
    user: async () => ({}),
    manage: async () => ({}),
  },
)

let time = Date.now()
const { address, lines, make, platform, admin } = await startServer(routes, {
  now: () => new Date(time),
})
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${address}${path}`, { method, headers })

test.each(Object.keys(odd))(
  'a handler that throws an odd %s is an internal error',
  async (kind) => {
    const paths: [string, string][] = [
      ['GET', `/pub/v1/sample/odd/${encodeURIComponent(kind)}`],
      ['POST', `/manage/v1/sample/odd/${encodeURIComponent(kind)}`],
    ]
    for (const [method, path] of paths) {
      const response = await ask(path, { 'x-request-id': `odd-${method}` }, method)
      const text = await response.text()

      expect(response.status).toBe(500)
      expect(text).not.toContain('secret')
      const body = JSON.parse(text)
      expect(body).toMatchObject({ code: 'internal', requestId: `odd-${method}` })
      expect(body.error ?? body.detail).toBe('unexpected error, see the server log')
      const line = lines.findLast(({ level }) => level === 'error')
      expect(line?.requestId).toBe(`odd-${method}`)
    }
    expect(platform.pool.totalCount).toBe(platform.pool.idleCount)
  },
)

test('an AppError keeps its message, its details and its Retry-After', async () => {
  const answers = await Promise.all(kinds.map((kind) => ask(`/pub/v1/sample/known/${kind}`)))

  expect(answers.map(({ status }) => status)).toEqual([400, 409, 503, 409])
  expect(await answers[0]?.json()).toMatchObject({ details: [{ path: 'a', message: 'wrong' }] })
  expect(await answers[1]?.json()).not.toHaveProperty('details')
  expect(await answers[2]?.text()).not.toContain('secret')
  expect(answers[2]?.headers.get('retry-after')).toBe('7')
})

test('only what is our fault is logged as an error', async () => {
  const levels = async (kind: string) => {
    const before = lines.length
    await ask(`/pub/v1/sample/known/${kind}`)
    return lines.slice(before).filter(({ level }) => level === 'error')
  }

  expect(await levels('caused')).toMatchObject([{ msg: 'try again' }])
  expect(await levels('taken')).toEqual([])
  expect(lines.findLast(({ msg }) => msg === 'the login is taken')).toMatchObject({
    level: 'info',
    cause: 'duplicate key',
  })
})

test('no credentials are 401 everywhere', async () => {
  for (const path of ['/pub/v1/sample/user', '/manage/v1/sample/user']) {
    const response = await ask(path)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
  }
})

async function expectBadToken(token: string) {
  const ways: Record<string, string>[] = [
    { authorization: `Bearer ${token}` },
    { 'x-token': token },
    { authorization: token },
  ]
  for (const headers of ways) {
    const open = await ask('/pub/v1/sample/user', headers)
    const manage = await ask('/manage/v1/sample/user', headers)
    expect([open.status, manage.status]).toEqual([403, 401])
    expect(await open.json()).toMatchObject({
      code: 'bad_token',
      error: 'the token is unknown, expired or revoked',
    })
  }
}

test.each(['x', '0192a1c0-5b7e-7c11-9a44-1b2f6a0d9e01', 'ü', "' or 1=1 --", 'a'.repeat(5000)])(
  'the token %s is not accepted',
  async (token) => {
    await expectBadToken(Buffer.from(token).toString('latin1'))
  },
)

test('every way to send a token is accepted', async () => {
  for (const headers of [
    { authorization: `Bearer ${admin.token}` },
    { authorization: `bearer   ${admin.token} ` },
    { authorization: admin.token },
    { 'x-token': admin.token },
    { authorization: `Bearer ${admin.token}`, 'x-token': 'nonsense' },
    { authorization: 'Bearer ', 'x-token': admin.token },
  ] as Record<string, string>[]) {
    expect((await ask('/pub/v1/sample/user', headers)).status).toBe(200)
  }
})

test('an expired token is not accepted', async () => {
  const user = await make.user()
  const expiresAt = new Date(time + 60_000).toISOString()
  const { secret } = await make.token({ user: user.id, expiresAt })
  expect((await ask('/pub/v1/sample/user', { 'x-token': secret })).status).toBe(200)

  time += 60_000

  await expectBadToken(secret)
})

test.each(['status = 3', 'deleted_at = now()'])(
  'the token of a user with %s is not accepted',
  async (change) => {
    const user = await make.user()
    expect((await ask('/pub/v1/sample/user', { 'x-token': user.token })).status).toBe(200)

    await make.change(`update kontor.users set ${change} where id = '${user.id}'`)

    await expectBadToken(user.token)
  },
)

test('a log line has the user, the operation, the status and the duration', async () => {
  await ask('/pub/v1/sample/user?secret=1', { 'x-token': admin.token, 'x-request-id': 'line' })

  await expect
    .poll(() => lines.filter(({ requestId }) => requestId === 'line'))
    .toEqual([
      {
        level: 'info',
        time: expect.any(String),
        requestId: 'line',
        method: 'GET',
        path: '/pub/v1/sample/user',
        operation: 'sample.user',
        status: 200,
        ms: expect.any(Number),
        user: admin.login,
        msg: 'request',
      },
    ])
})

test('a request refused before routing is logged as well', async () => {
  await ask('/pub/v1/%zz', { 'x-request-id': 'no-route' })

  await expect
    .poll(() => lines.find(({ requestId }) => requestId === 'no-route'))
    .toMatchObject({ path: '/pub/v1/%zz', operation: 'other', status: 400 })
})
