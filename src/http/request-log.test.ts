import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { makeLog } from '../platform/log.ts'
import { RequestLog } from './request-log.ts'

function logged(level = 'info') {
  const written: string[] = []
  const log = new RequestLog(makeLog(level, { write: (text) => written.push(text) }))
  const add = (request: Partial<FastifyRequest> & { user?: string } = {}) => {
    const { user = 'ann', ...rest } = request
    const asked = { id: 'x', method: 'GET', url: '/a', operation: 'a.b', caller: { login: user } }
    log.add({ ...asked, ...rest } as FastifyRequest, { statusCode: 200 } as FastifyReply, 1.26)
  }
  const lines = () =>
    written.flatMap((text) =>
      text
        .trimEnd()
        .split('\n')
        .map((t) => JSON.parse(t)),
    )
  return { log, add, written, lines }
}

test('lines are written in batches, after a moment', async () => {
  const { add, written, lines } = logged()

  add()
  add({ id: 'y' })

  expect(written).toEqual([])
  await expect.poll(() => written.length).toBe(1)
  expect(lines().map(({ requestId }) => requestId)).toEqual(['x', 'y'])
})

test('pending lines are written at the end', () => {
  const { add, log, lines } = logged()

  add()
  log.flush()

  expect(lines()).toMatchObject([{ ms: 1.3, user: 'ann' }])
})

test('a caller cannot forge a line', () => {
  const { add, log, lines } = logged()
  const user = 'eve","status":500}\n{"level":"error'

  add({ url: '/a"}\n{"msg":"\u2028\ud800', user })
  log.flush()

  expect(lines()).toMatchObject([{ status: 200, user, path: '/a"}\n{"msg":"\u2028\ud800' }])
})

test('any number of lines of any length is written completely', () => {
  const { add, log, lines } = logged()
  const url = `/${'\u0001'.repeat(5000)}?secret`

  for (let count = 0; count < 500; count++) add({ url, user: '漢'.repeat(255) })
  log.flush()

  expect(lines()).toHaveLength(500)
  expect(lines()[0].path).toBe(url.slice(0, 1024))
})

test('above the level there are no lines', () => {
  const { add, log, written } = logged('warn')

  add()
  log.flush()

  expect(written).toEqual([])
})
