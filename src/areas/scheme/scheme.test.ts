import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { solution } from '../../../test/solution.ts'
import { NIL_ID } from '../../lib/ids.ts'

const { as, admin, make } = await startApp()
const ann = await make.user()
const { scheme, solutions } = as(admin)

const DIAGRAM = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:kontor="urn:kontor:bpmn">
<process id="handle" isExecutable="true">
  <startEvent id="start" name="Start"/>
  <userTask id="classify" name="Classify" kontor:performer="group:support">
    <extensionElements><kontor:form><kontor:formField code="incident" name="Incident" readonly="true" required="true"/></kontor:form></extensionElements>
  </userTask>
  <endEvent id="end"/>
  <sequenceFlow id="f1" sourceRef="start" targetRef="classify"/>
  <sequenceFlow id="done" name="Done" sourceRef="classify" targetRef="end"/>
</process></definitions>`

const desk = {
  'workspaces/desk/workspace.yaml': `name: Service desk
parameters:
  sla_hours: { name: "SLA, hours", type: FLOAT, default: 8 }
`,
  'workspaces/desk/apps/incident.yaml': `name: Incidents
elementName: Incident
fields:
  customer: { name: Customer, type: SYS_COLLECTION, app: desk/customer, indexed: true }
  watchers: { name: Watchers, type: SYS_USER, single: false }
  urgency: { name: Urgency, type: CATEGORY, options: { low: Low, high: High } }
statuses:
  - { code: main, name: Main, statuses: [{ id: 1, code: new, name: New }, { id: 3, code: closed, name: Closed }] }
`,
  'workspaces/desk/apps/customer.yaml': 'name: Customers\n',
  'workspaces/desk/apps/incident/processes/handle.yaml': `name: Handle incident
variables:
  incident: { name: Incident, type: SYS_COLLECTION, app: desk/incident, required: true }
`,
  'workspaces/desk/apps/incident/processes/handle.bpmn': DIAGRAM,
  'workspaces/desk/apps/incident/documents/act.yaml':
    'name: Acceptance act\nfile: act.docx\nvariables: { __name: STRING }\n',
  'workspaces/desk/apps/incident/documents/act.docx': 'PK',
  'workspaces/desk/pages/dashboard.yaml': 'name: Dashboard\nicon: chart\nsort: 1\n',
  'workspaces/desk/widgets/open.yaml':
    'name: Open incidents\ntype: text\nsettings: { text: Open }\n',
  'workspaces/desk/contracts/work.yaml': `name: Work
fields:
  title: { name: Title, type: STRING }
  urgency: { name: Urgency, type: CATEGORY, options: { low: Low, high: High } }
apps:
  desk/incident: { title: __name, urgency: urgency }
`,
  'modules/sip_bridge.yaml': 'name: SIP bridge\nauthor: Acme\ntelephony: {}\n',
}
await solutions.apply({ input: { files: solution('desk', desk) } })
await solutions.apply({
  input: {
    files: solution('sites', {
      'workspaces/sites/apps/site.yaml': `name: Sites
fields:
  incident: { name: Incident, type: SYS_COLLECTION, app: desk/incident }
`,
    }),
  },
})

test('workspaces are listed with modules among them, for any user', async () => {
  const { result } = await as(ann).scheme.listWorkspaces()

  const codes = result.result.map(({ code }) => code)
  expect(codes).toEqual(expect.arrayContaining(['desk', 'sites', expect.stringMatching(/^ext_/)]))
  expect(result.total).toBe(codes.length)
})

test('a workspace shows its parameters', async () => {
  const { namespace } = await scheme.getWorkspace({ params: { namespace: 'desk' } })

  expect(namespace.params).toEqual([
    {
      code: 'sla_hours',
      type: 'FLOAT',
      array: false,
      single: false,
      required: false,
      indexed: false,
      searchable: false,
      deleted: false,
      calcByFormula: false,
      formula: '',
      defaultValue: 8,
      data: {},
      view: { name: 'SLA, hours', tooltip: '' },
    },
  ])
})

test('an app shows its fields, the system ones first', async () => {
  const { application } = await scheme.getApp({ params: { namespace: 'desk', code: 'incident' } })

  const field = (code: string) => application.fields.find((each) => each.code === code)
  expect(application).toMatchObject({
    name: 'Incidents',
    elementName: 'Incident',
    type: 'STANDARD',
  })
  expect(application.fields[0]?.code).toBe('__id')
  expect(field('customer')).toMatchObject({
    type: 'SYS_COLLECTION',
    array: false,
    single: true,
    data: { namespace: 'desk', code: 'customer' },
  })
  expect(field('watchers')).toMatchObject({ array: true, single: false })
  expect(field('__status')?.data).toEqual({
    statusItems: [
      { id: 1, code: 'new', name: 'New' },
      { id: 3, code: 'closed', name: 'Closed' },
    ],
  })
})

test('an app without statuses has no status field', async () => {
  const { application } = await scheme.getApp({ params: { namespace: 'desk', code: 'customer' } })

  expect(application.fields.map(({ code }) => code)).not.toContain('__status')
})

test('apps of a workspace are listed whole', async () => {
  const { result } = await scheme.listApps({ params: { namespace: 'desk' } })

  expect(result.result.map(({ code }) => code).sort()).toEqual(['customer', 'incident'])
  expect(result.result[0]?.fields.length).toBeGreaterThan(0)
})

test('a process has the namespace of its app, and its workspace lists it too', async () => {
  const ofApp = await scheme.listAppProcesses({ params: { namespace: 'desk', code: 'incident' } })
  const ofWorkspace = await scheme.listProcesses({ params: { namespace: 'desk' } })
  const dotted = await scheme.listProcesses({ params: { namespace: 'desk.incident' } })

  for (const { result } of [ofApp, ofWorkspace, dotted]) {
    expect(result.result).toMatchObject([
      { namespace: 'desk.incident', code: 'handle', __name: 'Handle incident', version: 1 },
    ])
  }
})

test('a process shows its blocks under the codes that clients know', async () => {
  const { template } = await scheme.getProcess({
    params: { namespace: 'desk.incident', code: 'handle' },
  })

  const items = Object.values(template.process.items)
  const task = items.find(({ type }) => type === 'user')
  expect(template.process.items[NIL_ID]).toMatchObject({ type: 'start', id: NIL_ID })
  expect(task).toMatchObject({
    name: 'Classify',
    settings: {
      performer: 'group:support',
      formFields: [
        {
          code: 'incident',
          name: 'Incident',
          display: 'input',
          readonly: true,
          required: true,
          tooltip: '',
        },
      ],
    },
  })
  const [exit = ''] = task?.exits ?? []
  expect(template.process.transitions[exit]).toMatchObject({ name: 'Done', type: 'plain' })
  expect(template.context).toMatchObject([
    { code: 'incident', type: 'SYS_COLLECTION', required: true },
  ])
})

test('a document template is found by its app and by its id', async () => {
  const { result } = await scheme.listAppDocuments({
    params: { namespace: 'desk', code: 'incident' },
  })
  const [row] = result.result

  const { docTemplateEntity } = await scheme.getDocument({ params: { id: row?.__id ?? '' } })

  expect(docTemplateEntity).toEqual(row)
  expect(row).toMatchObject({
    __name: 'Acceptance act',
    extension: 'docx',
    namespace: 'desk.incident',
    variables: [{ code: '__name', type: 'STRING' }],
  })
  expect((await scheme.listDocuments({ params: { namespace: 'desk' } })).result.total).toBe(0)
})

test('a page is found by its workspace and by its id, under two keys', async () => {
  const { result } = await scheme.listPages({ params: { namespace: 'desk' } })
  const id = result.result[0]?.__id ?? ''

  const { page, pageEntity } = await scheme.getPage({ params: { id } })

  expect(page).toEqual(pageEntity)
  expect(page).toMatchObject({ name: 'Dashboard', code: 'dashboard', icon: 'chart', sort: 1 })
})

test('a module is found by its id and lives in a namespace of its own', async () => {
  const { result } = await scheme.listModules()
  const id = result.result[0]?.__id ?? ''

  const { module } = await scheme.getModule({ params: { id } })

  expect(module).toMatchObject({ code: 'sip_bridge', enabled: true, namespace: `ext_${id}` })
  expect((await scheme.listProcesses({ params: { namespace: `ext_${id}` } })).result.total).toBe(0)
})

test('a solution lists what it consists of', async () => {
  const { solution: desk } = await scheme.getSolution({ params: { code: 'desk' } })

  expect(desk).toMatchObject({ code: 'desk', version: '1.0.0' })
  expect(desk.content.map(({ type, code }) => [type, code])).toEqual([
    ['namespace', 'desk'],
    ['module', expect.stringMatching(/^ext_/)],
  ])
})

test('what does not exist is not found', async () => {
  const calls = [
    () => scheme.getWorkspace({ params: { namespace: 'nowhere' } }),
    () => scheme.listApps({ params: { namespace: 'nowhere' } }),
    () => scheme.getApp({ params: { namespace: 'desk', code: 'nothing' } }),
    () => scheme.listAppProcesses({ params: { namespace: 'desk', code: 'nothing' } }),
    () => scheme.getProcess({ params: { namespace: 'desk', code: 'handle' } }),
    () => scheme.getModule({ params: { id: admin.id } }),
    () => scheme.getSolution({ params: { code: 'nothing' } }),
  ]
  for (const call of calls) {
    await expect(call()).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('not found'),
    })
  }
})

test('a reference that leaves the package blocks its export and is named', async () => {
  const whole = await scheme.workspaceExportable({ params: { code: 'desk' } })
  const blocked = await scheme.workspaceExportable({ params: { code: 'sites' } })
  const alone = await scheme.appExportable({ params: { namespace: 'desk', code: 'incident' } })
  const ofSolution = await scheme.solutionExportable({ params: { code: 'sites' } })
  const { result } = await scheme.listModules()
  const ofModule = await scheme.moduleExportable({ params: { id: result.result[0]?.__id ?? '' } })

  expect(whole).toMatchObject({ exportable: true, errors: [] })
  expect(blocked).toMatchObject({
    exportable: false,
    errors: [
      {
        message: expect.stringContaining('field incident of site'),
        namespace: 'desk',
        code: 'incident',
      },
    ],
  })
  expect(ofSolution.exportable).toBe(false)
  expect(alone.errors).toMatchObject([{ namespace: 'desk', code: 'customer' }])
  expect(ofModule.exportable).toBe(true)
})

test('only administrators ask whether something can be exported', async () => {
  const call = as(ann).scheme.workspaceExportable({ params: { code: 'desk' } })

  await expect(call).rejects.toMatchObject({ status: 403 })
})

test('a removed app stays in the list as deleted, unless active ones are asked for', async () => {
  await solutions.apply({
    input: { files: solution('fading', { 'workspaces/fading/apps/x.yaml': 'name: X\n' }) },
  })
  await solutions.apply({ input: { files: solution('fading') } })
  const params = { namespace: 'fading' }

  const { result } = await scheme.listApps({ params })
  const active = await scheme.listApps({ params, input: { active: true } })

  expect(result.result[0]?.__deletedAt).not.toBeNull()
  expect(active.result.total).toBe(0)
  await expect(scheme.getApp({ params: { ...params, code: 'x' } })).rejects.toMatchObject({
    status: 404,
  })
})

test('widgets and contracts of a workspace are described', async () => {
  const desk = { params: { namespace: 'desk' } }
  const work = { params: { namespace: 'desk', code: 'work' } }
  const { result: widgets } = await as(ann).scheme.listWidgets(desk)
  const { result: contracts } = await as(ann).scheme.listContracts(desk)

  expect(widgets).toMatchObject({ total: 1, result: [{ code: 'open', name: 'Open incidents' }] })
  expect(contracts).toMatchObject({
    total: 1,
    result: [
      {
        code: 'work',
        fields: [{ code: 'title' }, { code: 'urgency', type: 'CATEGORY' }],
        applications: [
          { namespace: 'desk', code: 'incident', mapping: { title: '__name', urgency: 'urgency' } },
        ],
      },
    ],
  })
  const open = { params: { namespace: 'desk', code: 'open' } }
  expect((await as(ann).scheme.getWidget(open)).widget).toEqual(widgets.result[0])
  expect((await as(ann).scheme.getContract(work)).contract).toEqual(contracts.result[0])
  await expect(as(ann).scheme.getContract(open)).rejects.toThrow('not found')
})

test('the forms of a process are those of its steps', async () => {
  const { result } = await as(ann).scheme.listProcessForms({
    params: { namespace: 'desk.incident', code: 'handle' },
  })

  expect(result).toEqual({
    total: 1,
    result: [
      {
        code: 'classify',
        name: 'Classify',
        element: 'classify',
        fields: [{ code: 'incident', required: true, readonly: true }],
      },
    ],
  })
})
