import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../../test/app.ts'
import { eventually } from '../../../../../test/process.ts'

const { as, admin, make, address } = await startApp({
  environment: { KONTOR_PRIVATE_ADDRESSES: '127.0.0.1,::1' },
})
/** Whoever asks it waits. */
const slow = createServer().listen(0, '127.0.0.1')
afterAll(() => slow.close())
await once(slow, 'listening')
const [robot, person] = [await make.user({ login: 'robot' }), await make.user()]

const MODULE = `scripts:
  main: |
    async function who() {
      Context.data.id = (await System.users.getCurrentUser()).id
    }
    async function add() {
      Context.data.total = Context.data.first + 1
    }
    async function again() {
      const reply = await fetch('${address}/manage/v1/modules/desk/actions/again/run', {
        method: 'POST',
        headers: { authorization: 'Bearer ${admin.token}', 'content-type': 'application/json' },
        body: '{}',
      })
      Context.data.id = String(reply.status)
    }
    async function late() {
      await fetch('http://127.0.0.1:${(slow.address() as AddressInfo).port}/')
      throw { code: 'late', message: 'too late' }
    }
    function fail() {
      throw { code: 'broken', message: 'it is broken' }
    }
actions:
  who: { name: Who, script: main, function: who, output: { id: { name: Id, type: STRING } } }
  again: { name: Again, script: main, function: again, output: { id: { name: Id, type: STRING } } }
  fail: { name: Fail, script: main, function: fail }
  late: { name: Late, script: main, function: late }
  outside: { name: Outside, url: 'https://bridge.example/call' }
  add:
    name: Add
    script: main
    function: add
    input: { first: { name: First, type: INTEGER } }
    output: { total: { name: Total, type: INTEGER } }
`
await as(admin).solutions.apply({
  input: {
    files: [
      { path: 'solution.yaml', content: 'code: desk\nname: Desk\nversion: 1.0.0\n' },
      { path: 'modules/desk.yaml', content: `name: Desk\nscriptUser: robot\n${MODULE}` },
      { path: 'modules/own.yaml', content: `name: Own\n${MODULE}` },
    ],
  },
})

const run = async (action: string, context = {}, { module = 'desk', user = admin } = {}) =>
  (await as(user).processes.runAction({ params: { module, action }, input: { context } })).run

test('an action is tried with values, and answers its output', async () => {
  expect(await run('add', { first: 2 })).toEqual({
    ...{ output: { total: 3 }, failure: null, milliseconds: expect.any(Number) },
  })
})

test('it has the rights of the user of its module, never those of an administrator', async () => {
  expect((await run('who')).output).toEqual({ id: robot.id })
  expect((await run('who', {}, { module: 'own' })).failure).toMatchObject({
    message: expect.stringContaining('a script cannot act as an administrator'),
    code: 'script-user',
  })
})

test('that it fails is an answer, and the log tells of every run', async () => {
  const { failure, output } = await run('fail')

  expect({ failure, output }).toMatchObject({
    output: null,
    failure: { message: expect.stringContaining('it is broken'), code: 'broken' },
  })
  const { entries } = await as(admin).audit.list({ input: { type: 'module.action_tried' } })
  expect(entries[0]).toMatchObject({
    actor: admin.id,
    data: { script: 'actions/fail', code: 'broken', milliseconds: expect.any(Number) },
  })
})

test('the log tells of it also if whoever tried it has left before it fails', async () => {
  const leaving = new AbortController()
  const trying = fetch(`${address}/manage/v1/modules/desk/actions/late/run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: '{}',
    signal: leaving.signal,
  })
  const [, reply] = (await once(slow, 'request')) as [unknown, ServerResponse]
  leaving.abort()
  await expect(trying).rejects.toThrow()
  // The server has noticed it when it answers something else.
  await run('add', { first: 1 })
  reply.end()

  const list = async () =>
    (await as(admin).audit.list({ input: { type: 'module.action_tried' } })).entries
  const entries = await eventually(list, ([newest]) => newest?.data.script === 'actions/late')
  expect(entries[0]).toMatchObject({ actor: admin.id, data: { code: 'late' } })
})

test.each([
  ['no such action', 'nothing', {}, 'not_found'],
  ['a name of the language', 'constructor', {}, 'not_found'],
  ['one of another server', 'outside', {}, 'invalid'],
  ['a wrong value', 'add', { first: 'many' }, 'invalid'],
])('what cannot be tried is refused: %s', async (_, action, context, code) => {
  await expect(run(action, context)).rejects.toMatchObject({ code })
})

test('an action that tries itself is refused', async () => {
  expect((await run('again')).output).toEqual({ id: '403' })
})

test('administrators only', async () => {
  await expect(run('add', {}, { user: person })).rejects.toMatchObject({ code: 'forbidden' })
})
