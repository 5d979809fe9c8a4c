import { once } from 'node:events'
import { createServer as createHttp } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { toStorable } from '../../src/lib/storable.ts'
import { startApp } from '../app.ts'
import { unstorableText } from '../hostile-text.ts'
import { diagram, eventually, flow, processSolution } from '../process.ts'

/** The next responses of the external programs. */
let said = ''

const outside = createHttp((request, response) => {
  request.resume()
  const isHook = request.url === '/hook'
  response.writeHead(isHook ? 400 : 200)
  response.end(
    isHook
      ? said
      : JSON.stringify(request.url === '/fails' ? { error: said } : { context: { answer: said } }),
  )
})
await once(outside.listen(0, '127.0.0.1'), 'listening')
const { port } = outside.address() as AddressInfo

/** A mail server that refuses every mail with the given text. */
const smtp = createServer((socket) => {
  socket.on('error', () => undefined)
  socket.write('220 here\r\n')
  socket.on('data', (line) => {
    const refuses = /^RCPT/i.test(String(line))
    socket.write(refuses ? `550 ${said.replaceAll(/[\r\n]/g, ' ')}\r\n` : '250 yes\r\n')
  })
})
await once(smtp.listen(0, '127.0.0.1'), 'listening')
afterAll(() => {
  outside.closeAllConnections()
  outside.close()
  smtp.close()
})

const { as, admin, app, make } = await startApp({
  environment: {
    KONTOR_WORKERS: '2',
    KONTOR_PRIVATE_ADDRESSES: '127.0.0.1',
    KONTOR_SMTP_URL: `smtp://127.0.0.1:${(smtp.address() as AddressInfo).port}`,
    KONTOR_MAIL_FROM: 'kontor@example.com',
  },
})

const action = (code: string) => `
  ${code}:
    name: ${code}
    url: http://127.0.0.1:${port}/${code}
    output: { answer: { name: Answer, type: STRING } }`

const around = (element: string) =>
  diagram(`<startEvent id="start" />${element}<endEvent id="end" />${flow('start -> work -> end')}`)

const step = (kind: string, settings: Record<string, string>, mapping = '') =>
  around(
    `<serviceTask id="work" kontor:step="${kind}"><extensionElements><kontor:settings>${Object.entries(
      settings,
    )
      .map(([name, value]) => `<kontor:setting name="${name}" value="${value}" />`)
      .join('')}</kontor:settings>${mapping}</extensionElements></serviceTask>`,
  )

const ask = (code: string) =>
  step(
    'ca',
    { module: 'oracle', action: code },
    '<kontor:mappings><kontor:mapping direction="out" source="answer" target="answer" /></kontor:mappings>',
  )

const script = (text: string) =>
  around(`<scriptTask id="work" scriptFormat="javascript"><script>${text}</script></scriptTask>`)

const yaml = `
variables:
  answer: { name: Answer, type: STRING }
  codes: { name: Codes, type: JSON }
`
/** Scripts get character codes, because the text itself is refused in requests. */
const TEXT = 'String.fromCharCode(...context.codes)'

await as(admin).solutions.apply({
  input: {
    files: processSolution(
      'sales',
      {
        answers: { yaml, bpmn: ask('answers') },
        fails: { yaml, bpmn: ask('fails') },
        returns: { yaml, bpmn: script(`return { answer: ${TEXT} }`) },
        throws: { yaml, bpmn: script(`throw new Error(${TEXT})`) },
        mails: {
          yaml,
          bpmn: step('send_mail', { to: 'ann@example.com', subject: 'Hello', body: 'Hello' }),
        },
      },
      {
        'modules/oracle.yaml': `name: Oracle\nactions:${['answers', 'fails'].map(action).join('')}\n`,
      },
    ),
  },
})
await app.startJobs()

async function runTo(state: string, code: string, text: string) {
  const codes = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
  const params = { namespace: 'sales', code }
  const { context } = await as(admin).bpm.run({ params, input: { context: { codes } } })
  const { data } = await eventually(
    () => as(admin).bpm.get({ params: { id: context.__id } }),
    ({ data: { __state } }) => __state === state,
  )
  return data
}

const each = (check: (text: string) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(unstorableText, async (text) => {
      said = text
      await check(text)
    }),
    { numRuns: 5 },
  )

test.each(['answers', 'returns'])(
  'a text that an action or a script %s becomes a variable',
  (code) =>
    each(async (text) => {
      const { answer } = await runTo('done', code, text)

      expect(answer).toBe(toStorable(text))
    }),
)

test.each(['fails', 'throws', 'mails'])(
  'the text of an action that %s becomes an incident',
  (code) =>
    each(async (text) => {
      const { __id: instance } = await runTo('error', code, text)

      const { incidents } = await as(admin).bpm.listIncidents({ input: { instance } })
      expect(incidents).toHaveLength(1)
      // Mail servers respond in bytes, so a lone surrogate becomes three characters.
      expect(incidents[0]?.message).toMatch(/\ufffd|ï¿½/)
    }),
)

test('a receiver of events may refuse with any text', async () => {
  await each(async (text) => {
    const kind = `t${crypto.randomUUID().slice(-12)}`
    const { webhook } = await as(admin).webhooks.create({
      input: { name: kind, url: `http://127.0.0.1:${port}/hook`, namespaces: [kind] },
    })
    const emit = () =>
      make.asSystem((ctx) =>
        ctx.emit({ type: 'storage.entry.saved', namespace: kind, object: 'thing:1', data: {} }),
      )
    await emit()

    const params = { id: webhook.id }
    const { deliveries } = await eventually(
      () => as(admin).webhooks.deliveries({ params, input: {} }),
      ({ deliveries: [first] }) => first?.status === 400,
    )
    expect(deliveries[0]).toMatchObject({ attempts: 1, error: expect.stringContaining('\ufffd') })
    // A lone surrogate becomes a replacement character when it is sent.
    expect(deliveries[0]?.error).toContain(toStorable(text).split('|')[0])
    await as(admin).webhooks.remove({ params })
  })
})

test('a response truncated inside a character is stored', async () => {
  for (const before of [0, 1]) {
    said = 'x'.repeat(before) + '😀'.repeat(2000)
    const { webhook } = await as(admin).webhooks.create({
      input: { name: 'cut', url: `http://127.0.0.1:${port}/hook`, types: ['setting.*'] },
    })
    await make.asSystem((ctx) => ctx.emit({ type: 'setting.saved', object: 'thing:1', data: {} }))

    const params = { id: webhook.id }
    await eventually(
      () => as(admin).webhooks.deliveries({ params, input: {} }),
      ({ deliveries: [first] }) => first?.status === 400,
    )
    await as(admin).webhooks.remove({ params })
  }
})

test('an event may contain any text', async () => {
  await each(async (text) => {
    const object = `thing:${crypto.randomUUID()}`
    await make.asSystem((ctx) =>
      ctx.emit({ type: 'storage.entry.saved', object, data: { text, [text]: 1 } }),
    )

    const { entries } = await as(admin).audit.list({ input: { object } })
    expect(entries).toMatchObject([{ data: { text: toStorable(text) } }])
  })
})
