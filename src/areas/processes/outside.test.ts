import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { diagram, eventually, flow, processSolution } from '../../../test/process.ts'
import { startSmtp } from '../../../test/smtp.ts'

const smtp = await startSmtp()
afterAll(() => smtp.stop())
const { as, admin, app, make, request } = await startApp({
  environment: {
    KONTOR_WORKERS: '2',
    KONTOR_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    KONTOR_MAIL_FROM: 'kontor@example.com',
  },
})
const ann = await make.user({ email: 'ann@example.com' })

const step = (kind: string, settings: Record<string, string>) =>
  `<serviceTask id="work" kontor:step="${kind}"><extensionElements><kontor:settings>${Object.entries(
    settings,
  )
    .map(([name, value]) => `<kontor:setting name="${name}" value="${value}" />`)
    .join('')}</kontor:settings></extensionElements></serviceTask>`

const around = (element: string) =>
  diagram(`<startEvent id="start" />${element}<endEvent id="end" />${flow('start -> work -> end')}`)

const script = (text: string) =>
  around(`<scriptTask id="work" scriptFormat="javascript"><script>${text}</script></scriptTask>`)

const VARIABLES = `
variables:
  order: { name: Order, type: SYS_COLLECTION, app: sales/orders }
  who: { name: Who, type: SYS_USER }
  weight: { name: Weight, type: FLOAT }
  parcels: { name: Parcels, type: INTEGER }
  papers: { name: Papers, type: FILE }
`

const files = processSolution(
  'sales',
  {
    weigh: { yaml: VARIABLES, bpmn: script('return { parcels: Math.ceil(context.weight / 20) }') },
    wrong: { yaml: VARIABLES, bpmn: script('return { parcels: "many" }') },
    letter: {
      yaml: VARIABLES,
      bpmn: around(step('send_mail', { to: '{$who}', subject: 'Weight {$weight}', body: 'Hello' })),
    },
    tell: {
      yaml: VARIABLES,
      bpmn: around(step('notification', { receivers: 'variable:who', subject: '{$weight} kg' })),
    },
    post: {
      yaml: VARIABLES,
      bpmn: around(
        step('send_mail', {
          to: '{$who}',
          cc: 'boss@example.com',
          bcc: 'archive@example.com',
          subject: 'Papers',
          attachments: 'papers',
        }),
      ),
    },
    papers: {
      yaml: VARIABLES,
      bpmn: around(
        step('doc_template', { template: 'sales/letter', target: 'order', result: 'papers' }),
      ),
    },
  },
  {
    'workspaces/sales/apps/orders.yaml': 'name: Orders\n',
    'workspaces/sales/documents/letter.yaml': 'name: Letter\nfile: letter.docx\n',
  },
)
const docx = await readFile('solutions/crm/workspaces/crm/apps/orders/documents/confirmation.docx')
await as(admin).solutions.apply({
  input: {
    files: [
      ...files,
      { path: 'workspaces/sales/documents/letter.docx', base64: docx.toString('base64') },
    ],
  },
})
await app.startJobs()

async function runTo(state: string, code: string, context = {}) {
  const params = { namespace: 'sales', code }
  const { context: instance } = await as(admin).bpm.run({ params, input: { context } })
  const { data } = await eventually(
    () => as(admin).bpm.get({ params: { id: instance.__id } }),
    ({ data: { __state } }) => __state === state,
  )
  return data
}

test('a script changes variables', async () => {
  const { parcels } = await runTo('done', 'weigh', { weight: 50 })

  expect(parcels).toBe(3)
})

test('a result that does not fit its variable is an incident, and the variable stays', async () => {
  const { __id: instance, parcels } = await runTo('error', 'wrong', { weight: 50 })

  const { incidents } = await as(admin).bpm.listIncidents({ input: { instance } })
  expect(parcels).toBeNull()
  expect(incidents).toMatchObject([{ message: expect.stringContaining('variable "parcels"') }])
})

test('a mail goes to the people in a variable', async () => {
  await runTo('done', 'letter', { who: [ann.id], weight: 7 })

  expect(smtp.letters).toMatchObject([
    { to: ['ann@example.com'], source: expect.stringContaining('Subject: Weight 7') },
  ])
})

test('a notification is in the inbox of those it is for', async () => {
  await runTo('done', 'tell', { who: [ann.id], weight: 9 })

  const { notifications } = await as(ann).notifications.list({ input: {} })
  expect(notifications).toMatchObject([{ kind: 'message', text: '9 kg' }])
})

test('a document becomes a file of the item it is about, and a mail takes it along', async () => {
  const { item } = await as(admin).apps.createItem({
    params: { namespace: 'sales', code: 'orders' },
    input: { context: {} },
  })

  const { papers } = await runTo('done', 'papers', { order: [item.__id] })

  const [id = ''] = papers as string[]
  const response = await request(`/pub/v1/disk/file/${id}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(await response.json()).toMatchObject({ file: { __id: id, __name: 'Letter.docx' } })

  await runTo('done', 'post', { who: [ann.id], papers })
  const letter = smtp.letters.at(-1)
  expect(letter?.to).toEqual(['ann@example.com', 'boss@example.com', 'archive@example.com'])
  expect(letter?.source).toMatch(/^Cc: boss@example.com/m)
  expect(letter?.source).toContain('filename=Letter.docx')
  expect(letter?.source).not.toContain('Bcc')
})
