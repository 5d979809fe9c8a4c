import { expect, test } from 'vitest'
import type { Area } from '../src/api/operation.ts'
import { areas } from '../src/client/areas.ts'
import { startApp } from './app.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { judge } from './fuzz/judge.ts'
import { makePeople } from './fuzz/people.ts'
import type { FuzzRequest } from './fuzz/request.ts'
import { SKIPPED, targets } from './fuzz/targets.ts'

const REQUESTS = 3000

test('every request gets a response in the envelope, and never an internal error', async () => {
  const { address, admin, as } = await startApp()
  const { tokens, spared } = await makePeople(address, admin.token)
  const told: string[] = []

  const { requests, faults } = await fuzz({
    address,
    tokens,
    spared,
    requests: REQUESTS,
    seed: 7,
    concurrency: 4,
    complain: (line) => told.push(line),
  })

  expect(faults, told.join('\n')).toEqual([])
  expect(requests).toBeGreaterThanOrEqual(REQUESTS)
  expect((await as(admin).access.currentSession()).user).toBeDefined()
})

test('every skipped operation exists', () => {
  for (const id of Object.keys(SKIPPED)) {
    const [area = '', name = ''] = id.split('.')
    expect((areas as Record<string, Area>)[area]?.[name], id).toBeDefined()
  }
})

const [target] = targets.filter(({ operation }) => operation.path.startsWith('/pub/'))
const asked = {
  target,
  who: 'stranger',
  path: '/pub/v1/x',
  headers: {},
  body: undefined,
} as FuzzRequest
const refusal = { success: false, error: 'no', code: 'invalid', requestId: 'r' }

test.each([
  [400, refusal, { 'x-request-id': 'r' }, undefined],
  [503, refusal, { 'x-request-id': 'r' }, undefined],
  [500, refusal, { 'x-request-id': 'r' }, 'status 500'],
  [400, refusal, {}, 'no x-request-id'],
  [400, refusal, { 'x-request-id': 'other' }, 'a refusal with another request id'],
  [400, { ...refusal, error: 'relation "x"' }, { 'x-request-id': 'r' }, 'tells "relation ""'],
  [400, { ...refusal, error: 'x\n    at f (a.ts:1:2)' }, { 'x-request-id': 'r' }, 'tells "at"'],
  [400, { message: 'no' }, { 'x-request-id': 'r' }, 'refuses with 400 outside of the envelope'],
  [200, { result: [] }, { 'x-request-id': 'r' }, 'a good answer without envelope'],
])('an answer of %i with %j is judged', (status, body, given, fault) => {
  const headers = new Headers({ 'content-type': 'application/json', ...given })

  const judged = judge(asked, { status, headers, text: JSON.stringify(body), milliseconds: 1 })

  expect(judged).toBe(fault)
})
