import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { applyProcesses, diagram, flow } from '../../../../test/process.ts'

const started = await startApp()
const { as, admin } = started

const settings = (name: string, value: string) =>
  `<extensionElements><kontor:settings><kontor:setting name="${name}" value="${value}" />
  </kontor:settings></extensionElements>`
const message = (name: string) => `<message id="${name}" name="${name}" />`
const waiting = (name: string) =>
  diagram(
    `<startEvent id="start" /><intermediateCatchEvent id="catch">
      ${settings('correlation', 'number')}<messageEventDefinition messageRef="${name}" />
    </intermediateCatchEvent><endEvent id="end" />${flow('start -> catch -> end')}`,
    message(name),
  )
const starting = (name: string, extra = '') =>
  diagram(
    `<startEvent id="begin">${extra}<messageEventDefinition messageRef="${name}" /></startEvent>
    <userTask id="check" kontor:performer="role:author" /><endEvent id="end" />
    ${flow('begin -> check -> end')}`,
    message(name),
  )
const yaml = 'variables: { number: { name: Number, type: STRING } }'
await applyProcesses(started, 'shop', {
  waits: { yaml, bpmn: waiting('paid') },
  both: { yaml, bpmn: waiting('ordered') },
  begins: { yaml, bpmn: starting('ordered') },
  joins: { yaml, bpmn: waiting('renewed') },
  always: { yaml, bpmn: starting('renewed', settings('always', 'true')) },
})
const { processes } = await as(admin).processes.list()
const idOf = (code: string) => processes.find((each) => each.code === code)?.id ?? ''

const run = async (code: string, number: string) =>
  (
    await as(admin).bpm.run({
      params: { namespace: 'shop', code },
      input: { context: { number } },
    })
  ).context.__id

/** What is foretold, and what happens then. */
async function both(name: string, correlation: string) {
  const match = await as(admin).processes.matchMessage({ input: { name, correlation } })
  const { message } = await as(admin).workers.sendMessage({
    input: { name, correlation, ttlSeconds: 0 },
  })
  return { match, receivers: message.receivers }
}

test('who would receive a message receives it', async () => {
  const [first] = [await run('waits', 'A'), await run('waits', 'A'), await run('waits', 'B')]
  const ordered = await run('both', 'A')
  await run('joins', 'A')

  const waits = await both('paid', 'A')
  expect(waits.match.receiver).toMatchObject({ instance: first, process: idOf('waits') })
  expect(waits.receivers).toMatchObject([{ instance: first, isStarted: false }])
  const wins = await both('ordered', 'A')
  expect(wins.match.receiver).toMatchObject({ instance: ordered })
  expect(wins.receivers).toMatchObject([{ instance: ordered }])
  for (const [name, code] of [
    ['ordered', 'begins'],
    ['renewed', 'always'],
  ] as const) {
    const { match, receivers } = await both(name, 'A')
    expect(match.receiver).toEqual({ instance: null, process: idOf(code), name: code })
    expect(receivers).toMatchObject([{ isStarted: true }])
  }
})

test('where nobody would, those are named who nearly would', async () => {
  const id = await run('waits', 'C')
  await as(admin).processes.suspendInstance({ params: { id }, input: { comment: 'a test' } })

  const suspended = await both('paid', 'C')
  expect(suspended).toMatchObject({ match: { receiver: null }, receivers: [] })
  expect(suspended.match.waiting[0]).toMatchObject({
    instance: id,
    correlation: 'C',
    suspendedAt: expect.any(String),
  })
  const unknown = await both('payd', 'C')
  expect(unknown.match).toMatchObject({ receiver: null, waiting: [], starters: [] })
  expect(unknown.match.names).toEqual(['ordered', 'paid', 'renewed'])
  const params = { id: idOf('begins') }
  await as(admin).processes.suspendProcess({ params, input: { comment: 'a test' } })
  const { match, receivers } = await both('ordered', 'nobody')
  expect({ receiver: match.receiver, receivers }).toEqual({ receiver: null, receivers: [] })
  expect(match.starters).toMatchObject([{ process: params.id, suspendedAt: expect.any(String) }])
})
