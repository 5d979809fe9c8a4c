import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { isPublic } from '../src/api/envelope.ts'
import { operationId } from '../src/api/openapi/operation.ts'
import type { OpenApi } from '../src/api/openapi.ts'
import {
  type Area,
  type Method,
  type Operation,
  pathNames,
  takesNothing,
} from '../src/api/operation.ts'
import { areas } from '../src/client/areas.ts'
import { definitionId } from '../src/lib/codes.ts'
import { newId } from '../src/lib/ids.ts'
import { startApp } from './app.ts'
import { extra, missingRoutes, promised, type Route } from './contract.ts'
import { sample } from './sample.ts'
import { solution } from './solution.ts'

const { admin, as, make, request } = await startApp()
const ann = await make.user()
const files = solution('sales', {
  'workspaces/sales/apps/orders.yaml': 'name: Orders\n',
  'channels/news.yaml': 'name: News\n',
})
await as(admin).solutions.apply({ input: { files } })

type Case = [id: string, operation: Operation, method: Method]

/** Every operation with each of its methods. */
const all: Case[] = Object.entries<Area>(areas).flatMap(([area, operations]) =>
  Object.entries(operations).flatMap(([name, operation]) =>
    operation.methods.map((method): Case => [`${area}.${name}`, operation, method]),
  ),
)
const having = (is: (operation: Operation) => boolean) => all.filter(([, each]) => is(each))
const hasId = ({ path }: Operation) => pathNames(path).includes('id')

/** Values of the other path parameters. */
const PARAMS: Record<string, string> = {
  namespace: 'sales',
  code: 'orders',
  app: 'orders',
  key: 'theme',
  version: '1',
  number: '1',
  job: '1',
  kind: 'app',
  channel: definitionId('channel', 'global', 'news'),
  target: newId(),
  user: newId(),
  group: newId(),
  provider: 'nobody',
  passkey: 'unknown',
  module: 'unknown',
  action: 'unknown',
  type: 'User',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:User',
}

/** Unknown ids; the first one that the schema accepts is used. */
const UNKNOWN = [newId(), '4611686018427387904']

function unknownId({ params }: Operation): string {
  const id = UNKNOWN.find((each) => params.safeParse({ ...PARAMS, id: each }).success)
  if (!id) throw new Error('no id of UNKNOWN fits: add one')
  return id
}

type Call = { id?: string; headers?: Record<string, string>; method?: string; more?: object }

function call(
  [, operation, method]: Case,
  { id, headers = {}, method: other = method, more }: Call,
) {
  const values: Record<string, string> = { ...PARAMS, id: id ?? unknownId(operation) }
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? 'x')
  const input = sample(operation.input)
  if (other !== 'GET' && other !== 'DELETE') {
    return request(path, {
      method: other,
      headers,
      body: JSON.stringify(more ? { ...(input as object), ...more } : input),
    })
  }
  const query = isPublic(operation)
    ? { query: JSON.stringify(input) }
    : (input as Record<string, string>)
  return request(`${path}?${new URLSearchParams(query)}`, { method: other, headers })
}

const by = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })

const routeText = ({ area, method, path }: Route) => `${area}: ${method} ${path}`
const declared = having(isPublic).map(([id, { path }, method]) =>
  routeText({ area: id.split('.')[0] ?? '', method, path, purpose: '' }),
)

test('every operation of the public API is in the contract or in `extra` of test/contract.ts', () => {
  const known = new Set([...promised, ...extra].map(routeText))

  expect(declared.filter((route) => !known.has(route))).toEqual([])
})

test('every route in `extra` is declared, and is not in the contract', () => {
  const promises = new Set(promised.map(routeText))

  const beyond = extra.map(routeText)

  expect(beyond.filter((route) => !declared.includes(route))).toEqual([])
  expect(beyond.filter((route) => promises.has(route))).toEqual([])
})

test('docs/status.md has the number of missing routes', async () => {
  const missing = missingRoutes(areas)
  process.stdout.write(`${missing.length} of ${promised.length} promised routes are missing\n`)

  const status = await readFile('docs/status.md', 'utf8')

  expect(promised).toHaveLength(140)
  expect(status).toContain(`${promised.length - missing.length} of ${promised.length} routes`)
  for (const { method, path } of missing) expect(status).toContain(`\`${method} ${path}\``)
})

test.each(all)('%s declares the parameters of its path', (_, { path, params }) => {
  expect(pathNames(path).sort()).toEqual(Object.keys(params.shape).sort())
})

test.each(having(({ access }) => access !== 'public'))(
  '%s refuses a caller without a token',
  async (...each) => {
    const response = await call(each, {})

    expect(response.status).toBe(401)
  },
)

test.each(all)('%s refuses an unknown token', async (...each) => {
  const response = await call(each, { headers: by({ token: newId() }) })

  expect(response.status).toBe(isPublic(each[1]) ? 403 : 401)
})

test.each(having(({ access }) => access === 'administrator'))(
  '%s refuses callers who are not administrators',
  async (...each) => {
    const response = await call(each, { headers: by(ann) })

    expect(response.status).toBe(403)
  },
)

test.each(having(hasId))('%s refuses an invalid id', async (...each) => {
  const response = await call(each, { id: 'not-an-id', headers: by(admin) })

  expect(response.status).toBe(400)
  expect(await response.text()).toContain('field \\"id\\"')
})

/** SCIM ignores what it does not know: providers send more than they are asked for. */
const hasBody = ([, operation, method]: Case) =>
  operation.path.startsWith('/manage/') &&
  ['POST', 'PUT', 'PATCH'].includes(method) &&
  !takesNothing(operation)

test.each(all.filter(hasBody).filter(([, { isUpload }]) => !isUpload))(
  '%s refuses an unknown key in its body',
  async (...each) => {
    const response = await call(each, { headers: by(admin), more: { unheardOf: 1 } })

    expect(response.status).toBe(400)
    expect(await response.text()).toContain('field \\"unheardOf\\": there is no such key')
  },
)

test.each(having(hasId))('%s does not find an unknown id', async (...each) => {
  const response = await call(each, { headers: by(admin) })

  expect(response.status).toBe(404)
  expect(await response.text()).toContain('not found')
})

test.each(all)('%s lists its methods when another is used', async (...each) => {
  const [, { path, methods }] = each
  const taken = all.filter(([, other]) => matches(path, other.path)).map(([, , method]) => method)
  const free = ['PATCH', 'PUT', 'DELETE', 'POST', 'GET'].find(
    (method) => !taken.includes(method as Method),
  )

  const response = await call(each, { method: free ?? '', headers: by(admin) })

  expect(response.status).toBe(405)
  expect(response.headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining([...methods]))
})

const read = async (path: string) => (await (await request(path)).json()) as OpenApi
const served = {
  pub: await read('/pub/v1/openapi.json'),
  manage: await read('/manage/v1/openapi.json'),
}

test.each(all)('%s is in the OpenAPI document', (id, operation, method) => {
  const { paths } = isPublic(operation) ? served.pub : served.manage

  const described = paths[operation.path]?.[method.toLowerCase()]

  expect(described).toMatchObject({
    operationId: operationId(id, operation, method),
    summary: operation.summary,
  })
})

/** Whether a request to one path could match the other. */
function matches(path: string, other: string): boolean {
  const [ours, theirs] = [path.split('/'), other.split('/')]
  const isParameter = (part: string | undefined) => part?.startsWith('{')
  return (
    ours.length === theirs.length &&
    ours.every((part, at) => part === theirs[at] || isParameter(part) || isParameter(theirs[at]))
  )
}
