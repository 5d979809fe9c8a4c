import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { solution } from '../../../test/solution.ts'
import { diagram, END, flow, START } from '../../engine/models/diagram.ts'

const { as, admin } = await startApp()
const { solutions } = as(admin)

async function told(files: Record<string, string>, code = 'shop'): Promise<string[]> {
  const plan = solutions.plan({ input: { files: solution(code, files) } })
  const { details } = await plan.then(
    () => ({ details: [] }),
    (error: { details: { path: string; message: string }[] }) => error,
  )
  return details.map(({ path, message }) => `${path} ${message}`)
}

const WRONG_STEP = diagram(
  `${START}<serviceTask id="step" kontor:step="nonsense"/>${END}${flow('a', 'start', 'step')}${flow('b', 'step', 'end')}`,
)

test('a file of the wrong shape hides nothing in the others', async () => {
  const found = await told({
    'workspaces/shop/apps/orders.yaml': 'nam: Orders\n',
    'workspaces/shop/apps/bills.yaml':
      'name: Bills\nfields:\n  order: { name: Order, type: SYS_COLLECTION, app: shop/orders }\n  user: { name: User, type: SYS_COLLECTION, app: shop/nothing }\nrights:\n  user:nobody: [read]\n  group:shop/none: [read]\n',
    'workspaces/shop/processes/run.yaml': 'name: Run\n',
    'workspaces/shop/processes/run.bpmn': WRONG_STEP,
  })

  expect(found).toEqual([
    expect.stringContaining(
      'bills.yaml:4:50 there is no app "shop/nothing", expected one of "shop/bills", "shop/orders"',
    ),
    expect.stringContaining('bills.yaml:6:3 there is no user:nobody'),
    expect.stringContaining('bills.yaml:7:20 there is no group "shop/none"'),
    expect.stringContaining('orders.yaml:1:1 "name" is missing'),
    expect.stringContaining('orders.yaml:1:1 unknown key "nam", did you mean "name"?'),
    expect.stringContaining('unknown step "nonsense"'),
  ])
})

test('who is in a file that cannot be read is not called unknown', async () => {
  const found = await told({
    'people/users.yaml': 'user: {}\n',
    'workspaces/shop/groups/heads.yaml': 'nam: Heads\n',
    'workspaces/shop/apps/orders.yaml':
      'name: Orders\nrights:\n  user:ann: [read]\n  group:shop/heads: [read]\n',
  })

  expect(found.filter((each) => each.includes('orders.yaml'))).toEqual([])
  expect(found.length).toBeGreaterThan(1)
})

test('a solution.yaml of the wrong shape hides nothing either', async () => {
  const found = await told({
    'solution.yaml': 'code: shop\nnam: Shop\n',
    'workspaces/shop/apps/orders.yaml':
      'name: Orders\nfields:\n  a: { name: A, type: SYS_COLLECTION, app: shop/nothing }\n',
  })

  expect(found).toContainEqual(expect.stringContaining('solution.yaml:2:1 unknown key "nam"'))
  expect(found).toContainEqual(expect.stringContaining('there is no app "shop/nothing"'))
})

test('a diagram that is missing is told once', async () => {
  expect(await told({ 'workspaces/shop/processes/run.yaml': 'name: Run\n' })).toEqual([
    'workspaces/shop/processes/run.yaml:1:1 the file "run.bpmn" is missing',
  ])
})

test('an element without an id is told with its tag, its name and its place', async () => {
  const bpmn = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:kontor="urn:kontor:bpmn">
  <process isExecutable="false"><serviceTask/><sequenceFlow/></process>
  <process id="run" isExecutable="true">
    <startEvent id='start' kontor:step="nonsense"/>
    <!-- <serviceTask/> -->
    <task/>
    <serviceTask
      name="Weigh" kontor:step="nonsense"/>
      <sequenceFlow sourceRef="start" targetRef="nowhere"/>
  </process>
</definitions>`
  const found = await told({
    'workspaces/shop/processes/run.yaml': 'name: Run\n',
    'workspaces/shop/processes/run.bpmn': bpmn,
  })

  const at = (place: string) => expect.stringContaining(`run.bpmn:${place}`)
  expect(found).toEqual(
    expect.arrayContaining([
      at('4:5 start: unknown attribute <kontor:step>'),
      at('7:5 Weigh (<serviceTask>): unknown step'),
      at('9:7 <sequenceFlow>: unresolved reference <nowhere>'),
    ]),
  )
  expect(found.filter((each) => each.includes('run.bpmn:1:1 '))).toEqual([])
})

test('XML that cannot be read is told with its place', async () => {
  const found = await told({
    'workspaces/shop/processes/run.yaml': 'name: Run\n',
    'workspaces/shop/processes/run.bpmn':
      '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL">\n  <process></proces>\n',
  })

  expect(found).toEqual([expect.stringContaining('run.bpmn:2:12 this is not BPMN 2.0 XML:')])
})

test('a status that no transition lets a process set is a warning at its step', async () => {
  const step = (status: string) =>
    diagram(
      `${START}<serviceTask id="step" name="Close" kontor:step="status"><extensionElements><kontor:settings>
       <kontor:setting name="target" value="order"/><kontor:setting name="status" value="${status}"/>
       </kontor:settings></extensionElements></serviceTask>${END}${flow('a', 'start', 'step')}${flow('b', 'step', 'end')}`,
    )
  const files = (status: string) =>
    solution('shop', {
      'workspaces/shop/apps/orders.yaml': `name: Orders
statuses:
  - code: life
    name: Life
    statuses: [{ id: 1, code: open, name: Open }, { id: 2, code: done, name: Done }, { id: 3, code: gone, name: Gone }]
transitions:
  - { from: open, to: done, by: [process] }
  - { from: "*", to: gone, by: [group:administrators] }
`,
      'workspaces/shop/processes/run.yaml':
        'name: Run\nvariables:\n  order: { name: Order, type: SYS_COLLECTION, app: shop/orders }\n',
      'workspaces/shop/processes/run.bpmn': step(status),
    })
  const warnings = async (status: string) =>
    (await solutions.plan({ input: { files: files(status) } })).plan.warnings

  expect(await warnings('gone')).toMatchObject([
    { message: expect.stringContaining('no transition of shop/orders allows a process to set') },
  ])
  expect(await warnings('done')).toEqual([])
})

test('a step whose action is not there is a warning', async () => {
  const warnings = async (module: string, action: string) => {
    const step = diagram(
      `${START}<serviceTask id="step" name="Ask" kontor:step="ca"><extensionElements><kontor:settings>
       <kontor:setting name="module" value="${module}"/><kontor:setting name="action" value="${action}"/>
       </kontor:settings></extensionElements></serviceTask>${END}${flow('a', 'start', 'step')}${flow('b', 'step', 'end')}`,
    )
    const files = solution('shop', {
      'modules/desk.yaml':
        'name: Desk\nscripts: { main: "function go() {}" }\nactions: { go: { name: Go, script: main, function: go } }\n',
      'workspaces/shop/processes/run.yaml': 'name: Run\n',
      'workspaces/shop/processes/run.bpmn': step,
    })
    const { plan } = await solutions.plan({ input: { files } })
    return plan.warnings.map(({ message }) => message)
  }

  expect(await warnings('desk', 'go')).toEqual([])
  expect(await warnings('desk', 'gone')).toEqual([
    expect.stringContaining('the module "desk" has no action "gone"'),
  ])
  expect(await warnings('task', 'go')).toEqual([
    expect.stringContaining('there is no module "task"'),
  ])
})
