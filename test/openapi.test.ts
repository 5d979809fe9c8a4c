import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import type { OpenApi } from '../src/api/openapi.ts'
import type { Area } from '../src/api/operation.ts'
import { areas } from '../src/client/areas.ts'
import { createClient, type Sent } from '../src/client/client.ts'
import { startApp } from './app.ts'
import { sample } from './sample.ts'

const { request } = await startApp()

const DOCUMENTS = ['/pub/v1/openapi.json', '/manage/v1/openapi.json']
const read = async (path: string) => (await (await request(path)).json()) as OpenApi

test.each(DOCUMENTS)('%s fits the schema of OpenAPI 3.1', async (path) => {
  const validator = new Validator()

  const result = await validator.validate(await read(path))

  expect(result).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test.each(DOCUMENTS)(
  '%s has no broken reference, duplicate id or undeclared parameter',
  async (path) => {
    const config = await createConfig({ extends: ['spec'], rules: { 'security-defined': 'error' } })
    const source = await (await request(path)).text()

    const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })

    expect(problems.map(({ message, location }) => [message, location[0]?.pointer])).toEqual([])
  },
)

test.each(DOCUMENTS)('%s is cached with an ETag', async (path) => {
  const first = await request(path)
  const etag = first.headers.get('etag') ?? ''

  const again = await request(path, { headers: { 'if-none-match': etag } })
  const other = await request(path, { headers: { 'if-none-match': '"another"' } })

  expect(again.status).toBe(304)
  expect(other.status).toBe(200)
})

test('every call of the typed client goes to a documented address', async () => {
  const sent: Sent[] = []
  const client = createClient(areas as Record<string, Area>, async (request) => {
    sent.push(request)
    return { status: 200, headers: new Headers(), text: '{}' }
  })
  const called = Object.entries<Area>(areas).flatMap(([area, operations]) =>
    Object.entries(operations).map(async ([name, { path, input }]) => {
      const params = Object.fromEntries(
        [...path.matchAll(/\{(\w+)\}/g)].map(([all, key]) => [key, all]),
      )
      await client[area]?.[name]?.({ params, input: sample(input) } as object)
    }),
  )
  await Promise.all(called)

  const documents = await Promise.all(DOCUMENTS.map(read))
  const known = documents.flatMap(({ paths }) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  )
  const asked = sent.map(
    ({ method, path }) => `${method} ${decodeURIComponent(path.split('?', 1)[0] ?? '')}`,
  )
  expect(asked.length).toBe(called.length)
  expect(asked.filter((route) => !known.includes(route))).toEqual([])
})
