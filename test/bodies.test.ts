import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Area, type Operation, takesNothing } from '../src/api/operation.ts'
import { areas } from '../src/client/areas.ts'
import { bodyLimitOf } from '../src/http/body-limits.ts'
import { startApp } from './app.ts'

const { app, make, request } = await startApp()
const ann = await make.user()
const SETTING = app.platform.config.KONTOR_BODY_LIMIT
const UNREAD = 'the body is not read'

/** A way in for bodies: what it accepts, and how strangers and ordinary people are answered. */
type Door = {
  method: string
  path: string
  bytes: number
  takes: 'json' | 'form' | 'text'
  strangers: boolean
  people: boolean
}

const WITH_BODY = ['POST', 'PUT', 'PATCH']

const doorOf = (operation: Operation): Door => ({
  method: operation.methods.find((each) => WITH_BODY.includes(each)) ?? 'POST',
  path: operation.path.replace(/\{(\w+)\}/g, 'unknown'),
  bytes: bodyLimitOf(operation, SETTING),
  takes: takesNothing(operation) ? 'text' : operation.isForm ? 'form' : 'json',
  strangers: operation.access === 'public',
  people: operation.access !== 'administrator',
})

const operations = Object.entries<Area>(areas).flatMap(([area, each]) =>
  Object.entries(each)
    .filter(([, { methods }]) => methods.some((method) => WITH_BODY.includes(method)))
    .map(([name, operation]) => ({ name: `${area}.${name}`, operation })),
)

const KiB = 1024
const post = { method: 'POST', strangers: true, people: true } as const
/** What is no operation. */
const OTHERS: Record<string, Door> = {
  '/oauth/token': { ...post, path: '/oauth/token', bytes: 64 * KiB, takes: 'form' },
  '/oauth/revoke': { ...post, path: '/oauth/revoke', bytes: 64 * KiB, takes: 'form' },
  '/oauth/register': { ...post, path: '/oauth/register', bytes: 64 * KiB, takes: 'json' },
  '/mcp': { ...post, path: '/mcp', bytes: 4 * KiB ** 2, takes: 'json', strangers: false },
  '/sign-in/:provider': { ...post, path: '/sign-in/x', bytes: 400_000, takes: 'text' },
  '/modules/:module/:code': { ...post, path: '/modules/x/y', bytes: KiB ** 2, takes: 'text' },
  '/api/extensions/:module/script/:code': {
    ...post,
    path: '/api/extensions/x/script/y',
    bytes: KiB ** 2,
    takes: 'text',
  },
  'an unknown address': { ...post, path: '/pub/v1/nothing', bytes: 64 * KiB, takes: 'json' },
}

const doors: [string, Door][] = [
  ...operations
    .filter(({ operation }) => !operation.isUpload)
    .map(({ name, operation }): [string, Door] => [name, doorOf(operation)]),
  ...Object.entries(OTHERS),
]

/** One more than accepted of everything, in as few bytes as possible. */
function greedy({ bytes, takes }: Door): Record<string, { body: string; refusal: RegExp }> {
  const members = Math.min(110_000, Math.ceil(bytes / 32)) + 1
  const keys = Array.from({ length: members }, (_, at) => `"k${at}":0`)
  const counted = /more than \d+ (keys and members|fields)|larger than/
  const long = 'x'.repeat(Math.min(bytes, Math.max(KiB ** 2, bytes / 2)) + 1)
  const larger = { 'too many bytes': { body: long, refusal: /larger than/ } }
  if (takes === 'text')
    return { 'too many bytes': { body: 'x'.repeat(bytes + 1), refusal: /larger than/ } }
  if (takes === 'form') {
    return { 'many keys': { body: keys.slice(0, 101).join('&'), refusal: counted }, ...larger }
  }
  return {
    'many keys': { body: `{${keys}}`, refusal: counted },
    'long array': { body: `[${Array(members).fill(0)}]`, refusal: counted },
    deep: { body: '['.repeat(201), refusal: /nested deeper than 200 levels/ },
    'long text': { body: `{"a":"${long}"}`, refusal: /text of more than|larger than/ },
  }
}

async function send({ method, path, takes }: Door, body: string, token?: string) {
  const type = takes === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
  const response = await request(path, {
    method,
    body,
    headers: { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }) },
  })
  return { status: response.status, text: await response.text() }
}

test.each(doors)('%s takes no more than its share', async (_, door) => {
  for (const { body, refusal } of Object.values(greedy(door))) {
    const stranger = await send(door, body)
    if (door.strangers) expect(stranger.text).toMatch(refusal)
    else expect(stranger.status).toBe(401)
    const person = await send(door, body, ann.token)
    if (door.people) expect(person.text).toMatch(refusal)
    else expect(person.status, UNREAD).toBe(403)
    expect([400, 401, 403, 413, 422]).toContain(stranger.status)
    expect([400, 403, 413, 422]).toContain(person.status)
  }
})

test('strangers send at most 64 KiB, but for forms and what providers have them bring', () => {
  const more = operations.filter(
    ({ operation }) => operation.access === 'public' && bodyLimitOf(operation, SETTING) > 64 * KiB,
  )

  expect(more.map(({ name }) => name).toSorted()).toEqual(['forms.submit', 'providers.finish'])
})

type Schema = {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string
  format?: string
  maxItems?: number
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
}

const isList = ({ type, anyOf = [] }: Schema): boolean => type === 'array' || anyOf.some(isList)

/** Bytes of a body whose lists are as long as they may be, and their members as short. */
function bytesOf(schema: Schema, named = schema.$defs ?? {}): number {
  const { $ref, type, format, anyOf, items, maxItems = 0, properties = {}, required } = schema
  if ($ref) return bytesOf(named[$ref.replace('#/$defs/', '')] ?? {}, named)
  if (anyOf) return Math.max(...anyOf.map((each) => bytesOf(each, named)))
  if (type === 'array') return 2 + maxItems * (1 + bytesOf(items ?? {}, named))
  if (type === 'object') {
    return Object.entries(properties)
      .filter(([name, each]) => required?.includes(name) || isList(each))
      .reduce((bytes, [name, each]) => bytes + name.length + 4 + bytesOf(each, named), 2)
  }
  return format === 'uuid' ? 38 : 4
}

test('lists as long as they may be fit into a body', () => {
  const tooSmall = operations.filter(({ operation }) => {
    const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' })
    return bytesOf(schema as Schema) > bodyLimitOf(operation, SETTING)
  })

  expect(tooSmall.map(({ name }) => name)).toEqual([])
})

test('every address that takes a body is in the table', () => {
  const listed = new Set([
    ...operations.map(({ operation }) => operation.path.replace(/\{\w+\}/g, ':')),
    // A file, by a signed link.
    '/bodies/:',
    ...Object.keys(OTHERS).map((path) => path.replace(/:\w+/g, ':')),
  ])

  expect(routesWithBody().filter((path) => !listed.has(path))).toEqual([])
})

/** The tree that Fastify prints, as whole paths. */
function routesWithBody(): string[] {
  const parents: string[] = []
  return app.server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] =
        /^([\s│├└─]*)(.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      const depth = Math.floor(indent.length / 4)
      const path = (parents[depth - 1] ?? '') + part
      parents[depth] = path
      return WITH_BODY.some((each) => methods.includes(each))
        ? [path.replace(/:[\w:|]+/g, ':')]
        : []
    })
}

test.each([
  ['201 levels', '['.repeat(201), /nested deeper than 200 levels/],
  ['many members', `[${Array(2049).fill(0)}]`, /more than 2048 keys and members/],
])('the parameter "query" of %s is refused', async (_, query, refusal) => {
  const response = await request(`/pub/v1/user/list?query=${encodeURIComponent(query)}`, {
    headers: { authorization: `Bearer ${ann.token}` },
  })

  expect(await response.text()).toMatch(refusal)
})

test('a form with 10,000 fields before its file is refused', async () => {
  const form = new FormData()
  for (let at = 0; at < 10_000; at++) form.append(`field${at}`, '')
  form.append('file', new Blob(['x']), 'a.txt')

  const response = await request('/pub/v1/disk/file/upload?hash=x', {
    method: 'POST',
    headers: { authorization: `Bearer ${ann.token}` },
    body: form,
  })

  expect(response.status).toBe(400)
})

test('of many unknown keys a hundred are listed', async () => {
  const keys = Array.from({ length: 900 }, (_, at) => [`k${at}`, 0])
  const response = await request('/manage/v1/session', {
    method: 'POST',
    body: JSON.stringify(Object.fromEntries(keys)),
  })

  expect(response.status).toBe(400)
  expect(((await response.json()) as { details: unknown[] }).details).toHaveLength(100)
})
