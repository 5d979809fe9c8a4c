import { expect, test } from 'vitest'
import { startApp } from '../../../../../test/app.ts'

const { as, admin, make, address } = await startApp({
  environment: { KONTOR_PRIVATE_ADDRESSES: '127.0.0.1,::1' },
})
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
    function fail() {
      throw { code: 'broken', message: 'it is broken' }
    }
actions:
  who: { name: Who, script: main, function: who, output: { id: { name: Id, type: STRING } } }
  again: { name: Again, script: main, function: again, output: { id: { name: Id, type: STRING } } }
  fail: { name: Fail, script: main, function: fail }
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
