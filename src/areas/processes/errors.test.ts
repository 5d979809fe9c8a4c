import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import {
  applyProcesses,
  diagram,
  eventually,
  flow,
  processSolution,
} from '../../../test/process.ts'

const started = await startApp({
  environment: { KONTOR_WORKERS: '2', KONTOR_PRIVATE_ADDRESSES: '127.0.0.1' },
})
const { as, admin } = started
await started.app.startJobs()

type JobRequest = { restorePointId: string; context: { how: string } }
const asked: string[] = []
/** A program outside that fails in the way it is asked to. */
const outside = createServer(async (request, response) => {
  const { restorePointId: id, context } = (await json(request)) as JobRequest
  asked.push(context.how)
  const times = asked.filter((each) => each === context.how).length
  if (context.how === 'later') {
    response.writeHead(202).end()
    await as(admin).bpm.restore({ params: { id }, input: { error: 'no', code: 'refused' } })
  } else if (context.how === 'unavailable') response.writeHead(503).end()
  else if (context.how === 'busy' && times === 3) response.writeHead(200).end('{}')
  else response.end(JSON.stringify({ error: 'no', code: context.how }))
})
await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
afterAll(() => outside.close())
const { port } = outside.address() as { port: number }

const settings = (values: Record<string, string>, more = '') =>
  `<extensionElements><kontor:settings>${Object.entries(values)
    .map(([name, value]) => `<kontor:setting name="${name}" value="${value}" />`)
    .join('')}</kontor:settings>${more}</extensionElements>`
const ERRORS = ['refused', 'http-503', 'timeout', 'interrupted', 'mail', 'document']
  .map((code) => `<error id="${code}" errorCode="${code}" />`)
  .join('')

/** A step, and an event on its border that catches one code. */
const around = (element: string, code: string) =>
  diagram(
    `<startEvent id="start" />${element}<endEvent id="end" /><endEvent id="caught" />
    <boundaryEvent id="no" attachedToRef="work"><errorEventDefinition errorRef="${code}" /></boundaryEvent>
    ${flow('start -> work -> end\nno -> caught')}`,
    ERRORS,
  )
const action = (how: string, policy = {}) =>
  `<serviceTask id="work" kontor:step="ca">${settings(
    { module: 'outside', action: 'ask', ...policy },
    `<kontor:mappings><kontor:mapping direction="in" source="&quot;${how}&quot;" target="how" /></kontor:mappings>`,
  )}</serviceTask>`
const script = (text: string, policy = {}) =>
  `<scriptTask id="work">${settings(policy)}<script>${text}</script></scriptTask>`
const mail = (to: string) =>
  `<sendTask id="work" kontor:step="send_mail">${settings({ to, subject: 'Hello' })}</sendTask>`
const letter = `<serviceTask id="work" kontor:step="doc_template">${settings({
  template: 'sales/letter',
  target: 'order',
})}</serviceTask>`
const call = (code: string) => `<callActivity id="work" calledElement="sales/${code}" />`
const fails = diagram(
  `<startEvent id="start" /><endEvent id="end"><errorEventDefinition errorRef="refused" /></endEvent>
  ${flow('start -> end')}`,
  ERRORS,
)
const waits =
  diagram(`<startEvent id="start" /><userTask id="think" kontor:performer="role:author" />
  <endEvent id="end" />${flow('start -> think -> end')}`)

const NO_WAIT = { backoff: 'PT0S' }
const CAUGHT: Record<string, [string, string]> = {
  script_object: [script("throw { code: 'refused', message: 'no' }"), 'refused'],
  script_error: [script("throw Object.assign(new Error('no'), { code: 'refused' })"), 'refused'],
  script_timeout: [script('for (;;);', { retries: '0' }), 'timeout'],
  action_answer: [action('refused'), 'refused'],
  action_status: [action('unavailable', { retries: '1', ...NO_WAIT }), 'http-503'],
  restore_point: [action('later'), 'refused'],
  call_error: [call('fails'), 'refused'],
  mail_without_server: [mail('ann@example.com'), 'mail'],
  mail_without_receiver: [mail('{$nobody}'), 'mail'],
  document_without_item: [letter, 'document'],
  worker: ['<serviceTask id="work" kontor:topic="errors" />', 'refused'],
}

const VARIABLES = `variables:
  nobody: { name: Nobody, type: SYS_USER }
  order: { name: Order, type: SYS_COLLECTION, app: sales/orders }
`
const files = processSolution(
  'sales',
  {
    fails: { bpmn: fails },
    waits: { bpmn: waits },
    ...Object.fromEntries(
      Object.entries(CAUGHT).map(([name, args]) => [
        name,
        { yaml: VARIABLES, bpmn: around(...args) },
      ]),
    ),
    interrupted: { bpmn: around(call('waits'), 'interrupted') },
    busy: {
      bpmn: around(action('busy', { retries: '4', retryOn: 'busy, full', ...NO_WAIT }), 'refused'),
    },
    other: {
      bpmn: around(action('other', { retries: '4', retryOn: 'busy', ...NO_WAIT }), 'refused'),
    },
  },
  {
    'modules/outside.yaml': `name: Outside
actions:
  ask:
    name: Ask
    url: http://127.0.0.1:${port}/ask
    input: { how: { name: How, type: STRING } }
`,
    'workspaces/sales/apps/orders.yaml': 'name: Orders\n',
    'workspaces/sales/documents/letter.yaml': 'name: Letter\nfile: letter.docx\n',
  },
)
const docx = await readFile('solutions/crm/workspaces/crm/apps/orders/documents/confirmation.docx')
const letterFile = {
  path: 'workspaces/sales/documents/letter.docx',
  base64: docx.toString('base64'),
}
await as(admin).solutions.apply({ input: { files: [...files, letterFile] } })

const run = async (code: string) => {
  const params = { namespace: 'sales', code }
  return String((await as(admin).bpm.run({ params, input: { context: {} } })).context.__id)
}
const until = (id: string, state: string) =>
  eventually(
    () => as(admin).bpm.get({ params: { id } }),
    ({ data }) => data.__state === state,
  )
const passed = async (id: string) =>
  (await as(admin).processes.instance({ params: { id } })).instance.passed.map(
    ({ elementId }) => elementId,
  )

test.each(Object.keys(CAUGHT))('%s fails with a code that an error event catches', async (code) => {
  const id = await run(code)
  if (code === 'worker') {
    const input = { topics: ['errors'], worker: 'one', max: 1 }
    const { jobs } = await as(admin).workers.fetch({ input })
    const { id: job = '', lock = '' } = jobs[0] ?? {}
    await as(admin).workers.fail({
      params: { job },
      input: { lock, message: 'no', code: 'refused', retries: 0 },
    })
  }

  await until(id, 'done')

  expect(await passed(id)).toContain('caught')
})

test('a process that ends with an error that nobody catches is over', async () => {
  const id = await run('fails')

  const { data } = await until(id, 'cancel')

  expect(data).toMatchObject({ __state: 'cancel' })
})

test('a called process that is interrupted fails with the code "interrupted"', async () => {
  const id = await run('interrupted')
  const { instance } = await eventually(
    () => as(admin).processes.instance({ params: { id } }),
    (each) => each.instance.children.length > 0,
  )

  await as(admin).bpm.interrupt({
    params: { id: instance.children[0]?.id ?? '' },
    input: { comment: '' },
  })

  await until(id, 'done')
  expect(await passed(id)).toContain('caught')
})

test('a step says how often it is tried, when, and after which errors', async () => {
  const [busy, other] = [await run('busy'), await run('other')]

  await until(busy, 'done')
  await until(other, 'error')

  const count = (how: string) => asked.filter((each) => each === how).length
  expect([count('busy'), count('other'), count('unavailable')]).toEqual([3, 1, 2])
})

test.each([
  [{ retries: 'many' }, '"retries" is a whole number from 0 to 1000'],
  [{ backoff: 'PT1S, soon' }, '"soon" is no duration: "backoff" lists some, such as "PT10S, PT5M"'],
])('a policy of %j is refused', async (policy, message) => {
  const bpmn = around(action('refused', policy), 'refused')

  const applied = applyProcesses(started, 'wrong', { wrong: { bpmn } })

  await expect(applied).rejects.toMatchObject({ message: expect.stringContaining(message) })
})
