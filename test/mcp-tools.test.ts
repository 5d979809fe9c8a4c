import { expect, test } from 'vitest'
import { newId } from '../src/lib/ids.ts'
import { startApp } from './app.ts'
import { assistantsAt } from './assistants.ts'
import { kontor } from './kontor.ts'
import { diagram, flow } from './process.ts'
import { solution } from './solution.ts'

const { as, admin, make, request, address } = await startApp()
const { connect, use } = assistantsAt(address, admin.token)
const WAIT = diagram(`<startEvent id="start" /><endEvent id="end" />${flow('start -> end')}`)
const files = solution('sales', {
  'workspaces/sales/processes/refund.yaml': `name: Refund
description: Gives money back.
assistantTool: true
variables:
  reason: { name: Why, type: STRING, required: true }
  amount: { name: How much, type: INTEGER }
  who: { name: Who asked, type: SYS_USER }
rights: { user:clerk: [create] }
`,
  'workspaces/sales/processes/refund.bpmn': WAIT,
  'workspaces/sales/processes/inner.yaml': 'name: Inner\n',
  'workspaces/sales/processes/inner.bpmn': WAIT,
})
const clerk = await make.user({ login: 'clerk' })
await as(admin).solutions.apply({ input: { files } })

test('a process that says so is a tool of those who may start it', async () => {
  const client = await connect({ token: clerk.token })

  const { tools } = await client.listTools()
  const found = tools.find(({ name }) => name.startsWith('start_'))
  expect(tools.filter(({ name }) => name.startsWith('start_'))).toHaveLength(1)
  expect(found).toMatchObject({
    name: 'start_sales-refund',
    title: 'Refund',
    description: 'Start the process "Refund". Gives money back.',
    inputSchema: {
      required: ['reason'],
      properties: {
        reason: { type: 'string', description: 'Why' },
        amount: { type: 'integer' },
        who: { type: 'array' },
      },
      additionalProperties: false,
    },
  })
  const key = newId()
  const args = { reason: 'broken', amount: 5, who: [clerk.id], idempotencyKey: key }
  const started = await use(client, 'start_sales-refund', args)
  const again = await use(client, 'start_sales-refund', args)
  expect(started.text).toContain('broken')
  expect(again.data.instance.__id).toBe(started.data.instance.__id)
  expect(await use(client, 'start_sales-refund', { reason: 'x', amout: 1 })).toMatchObject({
    isError: true,
    text: expect.stringContaining('did you mean "amount"'),
  })
  const stranger = await make.user({ login: 'no_clerk' })
  const others = await (await connect({ token: stranger.token })).listTools()
  expect(others.tools.map(({ name }) => name)).not.toContain('start_sales-refund')
})

test('a token says what assistants may do with it', async () => {
  const tokenFor = async (input: object) =>
    (await as(admin).access.createToken({ input: { name: 'assistant', ...input } })).secret
  const namesFor = async (token: string) =>
    (await (await connect({ token })).listTools()).tools.map(({ name }) => name)
  const reading = [
    ...['kontor_search', 'kontor_describe', 'kontor_list', 'kontor_get'],
    ...['kontor_messages', 'kontor_files'],
  ]

  const read = await tokenFor({ assistants: 'read' })
  expect(await namesFor(read)).toEqual(reading)
  expect(await namesFor(await tokenFor({}))).toHaveLength(14)
  const narrow = await tokenFor({ scopes: ['apps:write', 'apps:read'] })
  expect((await namesFor(narrow)).filter((name) => !reading.includes(name)).toSorted()).toEqual([
    ...['kontor_attach_file', 'kontor_create_items', 'kontor_delete_items', 'kontor_update_items'],
  ])
  const off = await tokenFor({ assistants: 'off' })
  const refused = await request('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${off}` },
    body: '{}',
  })
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    { error: { message: 'this token is not for assistants' } },
  ])

  const { token: made } = await as({ ...admin, token: read }).access.createToken({
    input: { name: 'wider', assistants: 'on' },
  })
  expect(made.assistants).toBe('read')
})

test('kontor mcp obeys the mode of the token as well', async () => {
  const input = { name: 'stdio', assistants: 'off' as const }
  const { secret } = await as(admin).access.createToken({ input })

  const ended = await kontor(['mcp', '--url', address], { KONTOR_TOKEN: secret })

  expect([ended.code, ended.err]).toEqual([1, 'kontor: this token is not for assistants\n'])
})
