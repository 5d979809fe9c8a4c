import { expect, test } from 'vitest'
import { startApp } from '../../test/app.ts'

let time = Date.parse('2026-03-02T09:00:00Z')
const limited = await startApp({
  now: () => new Date(time),
  environment: {
    KONTOR_RATE_LIMIT: '3',
    KONTOR_CORS_ORIGINS: 'https://a.example, http://b.example',
  },
})
const plain = await startApp()
const open = await startApp({ environment: { KONTOR_CORS_ORIGINS: '*' } })

const KEY = '/pub/v1/storage/system/limits'
const ask = (token: string, headers: Record<string, string> = {}) =>
  limited.request(KEY, { headers: { 'x-token': token, ...headers } })

test('requests beyond the limit per minute are refused with the time to wait', async () => {
  const { token } = await limited.make.user({ isAdministrator: true })

  const answers = [await ask(token), await ask(token), await ask(token), await ask(token)]

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 429])
  expect(answers.map(({ headers }) => headers.get('ratelimit'))).toEqual([
    '"default";r=2;t=60',
    '"default";r=1;t=60',
    '"default";r=0;t=60',
    '"default";r=0;t=60',
  ])
  const last = answers.at(-1)
  expect(last?.headers.get('ratelimit-policy')).toBe('"default";q=3;w=60')
  expect(last?.headers.get('retry-after')).toBe('60')
  expect(await last?.json()).toMatchObject({
    success: false,
    code: 'too_many',
    error: 'too many requests: the limit is 3 a minute',
  })
})

test('users are limited separately, and a new minute resets the count', async () => {
  const [ann, bob] = [
    await limited.make.user({ isAdministrator: true }),
    await limited.make.user({ isAdministrator: true }),
  ]
  for (let count = 0; count < 4; count++) await ask(ann.token)

  expect((await ask(ann.token)).status).toBe(429)
  expect((await ask(bob.token)).status).toBe(404)
  time += 60_000
  expect((await ask(ann.token)).status).toBe(404)
})

test('all tokens of a user share one limit', async () => {
  const user = await limited.make.user({ isAdministrator: true })
  const { secret } = await limited.make.token({ user: user.id })

  const answers = [
    await ask(user.token),
    await ask(secret),
    await ask(user.token),
    await ask(secret),
  ]

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 429])
})

test('unknown tokens are counted by address', async () => {
  time += 60_000
  const answers = []
  for (let count = 0; count < 5; count++) answers.push(await ask(`no such token ${count % 2}`))
  const { token } = await limited.make.user({ isAdministrator: true })

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 429, 429])
  expect((await ask(token)).status).toBe(404)
  time += 60_000
})

test('HSTS is sent if the site uses https', async () => {
  const secure = await startApp({ environment: { KONTOR_PUBLIC_URL: 'https://kontor.example' } })

  for (const path of ['/health/live', KEY, '/pub/v1/no', '/docs']) {
    const { headers } = await secure.request(path)
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect((await plain.request(path)).headers.has('strict-transport-security')).toBe(false)
  }
})

test('health and metrics are not limited', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => limited.request('/health/ready')),
  )

  expect(answers.every(({ status }) => status === 200)).toBe(true)
})

test('a request says how many are left, unless there is no limit', async () => {
  const { admin, request } = await startApp({ environment: { KONTOR_RATE_LIMIT: '0' } })
  const usual = await plain.request(KEY, { headers: { 'x-token': plain.admin.token } })
  const answer = await request(KEY, { headers: { 'x-token': admin.token } })

  expect(usual.headers.get('ratelimit-policy')).toBe('"default";q=12000;w=60')

  expect(answer.headers.has('ratelimit')).toBe(false)
})

const corsHeaders = ({ headers }: Response) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'))

const preflight = (app: typeof plain, origin: string, path = KEY) =>
  app.request(path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization, idempotency-key',
    },
  })

test('other origins are not allowed by default', async () => {
  const answers = [
    await plain.request(KEY, { headers: { origin: 'https://a.example' } }),
    await preflight(plain, 'https://a.example'),
  ]

  for (const answer of answers) expect(corsHeaders(answer)).toEqual([])
})

test.each(['https://a.example', 'http://b.example'])('the origin %s is allowed', async (origin) => {
  const before = await preflight(limited, origin)
  const answer = await limited.request('/health/live', { headers: { origin } })

  expect(before.status).toBe(204)
  expect(before.headers.get('access-control-allow-origin')).toBe(origin)
  expect(before.headers.get('access-control-allow-methods')).toContain('DELETE')
  expect(before.headers.get('access-control-allow-headers')).toBe('authorization, idempotency-key')
  expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
  expect(answer.headers.get('access-control-expose-headers')).toContain('etag')
  expect(answer.headers.get('vary')).toContain('origin')
  expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
})

test.each(['https://evil.example', 'https://a.example.evil.example', 'null', 'http://a.example'])(
  'the origin %s is not allowed',
  async (origin) => {
    expect(corsHeaders(await preflight(limited, origin))).toEqual([])
    expect(corsHeaders(await limited.request('/health/live', { headers: { origin } }))).toEqual([])
  },
)

test('errors can be read by an allowed origin', async () => {
  const answer = await limited.request('/pub/v1/no', { headers: { origin: 'https://a.example' } })

  expect(answer.status).toBe(404)
  expect(answer.headers.get('access-control-allow-origin')).toBe('https://a.example')
})

test('a star allows every origin, without cookies', async () => {
  const answer = await open.request('/health/live', { headers: { origin: 'https://any.example' } })

  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
})

test('responses must not be framed, sniffed or cached', async () => {
  const paths = ['/pub/v1/no', '/manage/v1/session', KEY, '/pub/v1/storage/system/%FF']
  for (const path of paths) {
    const { headers } = await plain.request(path, { headers: { 'x-token': plain.admin.token } })
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
    expect(headers.has('x-powered-by')).toBe(false)
    expect(headers.has('server')).toBe(false)
  }
})
