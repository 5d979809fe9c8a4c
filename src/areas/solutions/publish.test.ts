import { expect, test } from 'vitest'
import { solution, startSolutions } from '../../../test/solution.ts'

const { apply, plan, sql } = await startSolutions()

const diagram = (id: string) => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="demo">
  <process id="${id}" isExecutable="true">
    <startEvent id="start"/>
    <endEvent id="end"/>
    <sequenceFlow id="flow" sourceRef="start" targetRef="end"/>
  </process>
</definitions>`

const processSolution = (code: string, yaml: string, bpmn: string) =>
  solution(code, {
    [`workspaces/${code}/processes/approve.yaml`]: yaml,
    [`workspaces/${code}/processes/approve.bpmn`]: bpmn,
  })

test('a process gets a new version when its diagram or its settings change', async () => {
  const process = (yaml: string, bpmn: string) => processSolution('versions', yaml, diagram(bpmn))
  const versions = async () => {
    const { rows } = await sql.query(
      `select v.number, v.graph->>'id' as id from kontor.process_versions v
       join kontor.definitions d on d.id = v.template_id
       where d.namespace = 'versions' order by v.number`,
    )
    return rows
  }

  await apply(process('name: Approve\n', 'one'))
  await apply(process('name: Approve\ndescription: More\n', 'one'))
  await apply(process('name: Approve\ndescription: More\n', 'two'))
  const { changes } = await apply(
    process('name: Approve\nvariables:\n  x: { name: X, type: STRING }\n', 'two'),
  )

  expect(changes.at(-1)?.data).toEqual(['version 3 published'])
  expect(await versions()).toEqual([
    { number: 1, id: 'one' },
    { number: 2, id: 'two' },
    { number: 3, id: 'two' },
  ])
})

test('a diagram that cannot be carried out is refused with its line', async () => {
  const broken = diagram('x').replace(
    'sourceRef="start" targetRef="end"',
    'sourceRef="end" targetRef="start"',
  )

  const refused = apply(processSolution('broken', 'name: Approve\n', broken))

  await expect(refused).rejects.toMatchObject({
    status: 400,
    details: expect.arrayContaining([
      {
        path: 'workspaces/broken/processes/approve.bpmn:5:5',
        message: 'end: an end event cannot have outgoing flows',
      },
    ]),
  })
})

/** A process of one step between its start and its end. */
const oneStep = (step: string) => `<definitions targetNamespace="demo"
  xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL">
  <process id="p" isExecutable="true">
    <startEvent id="start"/>
    ${step}
    <endEvent id="end"/>
    <sequenceFlow id="to_step" sourceRef="start" targetRef="step"/>
    <sequenceFlow id="to_end" sourceRef="step" targetRef="end"/>
  </process>
</definitions>`

const call = (path: string) =>
  oneStep(`<callActivity id="step" name="Ask others" calledElement="${path}"/>`)

test('a call of a process that is not there is refused with its element', async () => {
  const refused = apply(processSolution('caller', 'name: A\n', call('caller/nothing')))

  await expect(refused).rejects.toMatchObject({
    status: 400,
    details: [
      {
        path: 'workspaces/caller/processes/approve.bpmn:5:5',
        message: 'Ask others (step): there is no process "caller/nothing"',
      },
    ],
  })
})

test('a process may call itself, others of its solution, and those of other solutions', async () => {
  await apply(processSolution('called', 'name: A\n', diagram('a')))

  for (const path of ['calling/approve', 'calling/other', 'called/approve']) {
    const { changes } = await apply(
      solution('calling', {
        'workspaces/calling/processes/approve.yaml': 'name: A\n',
        'workspaces/calling/processes/approve.bpmn': call(path),
        'workspaces/calling/processes/other.yaml': 'name: B\n',
        'workspaces/calling/processes/other.bpmn': diagram('b'),
      }),
    )
    expect(changes.some(({ data }) => data.length > 0)).toBe(true)
  }
})

test('a process that this very change takes away cannot be called', async () => {
  const both = {
    'workspaces/shrunk/processes/approve.yaml': 'name: A\n',
    'workspaces/shrunk/processes/approve.bpmn': diagram('a'),
  }
  const gone = {
    'workspaces/shrunk/processes/gone.yaml': 'name: B\n',
    'workspaces/shrunk/processes/gone.bpmn': diagram('b'),
  }
  await apply(solution('shrunk', { ...both, ...gone }))

  const refused = apply(processSolution('shrunk', 'name: A\n', call('shrunk/gone')), true)

  await expect(refused).rejects.toThrow('there is no process "shrunk/gone"')
})

test('a script that cannot be read is refused with its element and its place', async () => {
  const script = (text: string) =>
    oneStep(`<scriptTask id="step" scriptFormat="javascript"><script>${text}</script></scriptTask>`)

  const refused = apply(processSolution('scripts', 'name: A\n', script('return { a: }')))

  await expect(refused).rejects.toMatchObject({
    status: 400,
    details: [
      {
        path: 'workspaces/scripts/processes/approve.bpmn:5:5',
        message: expect.stringMatching(/^step: the script failed at line 1/),
      },
    ],
  })
  await apply(processSolution('scripts', 'name: A\n', script('return { a: 1 }')))
})

test('what other tools mean is a warning of the plan, and stops nobody', async () => {
  const foreign = diagram('x').replace(
    '<endEvent id="end"/>',
    '<endEvent id="end" name="Done" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" camunda:asyncBefore="true"/>',
  )
  const files = processSolution('foreign', 'name: Approve\n', foreign)
  const warnings = [
    {
      path: 'workspaces/foreign/processes/approve.bpmn:5:5',
      message: 'Done (end): "camunda:asyncBefore" is ignored',
    },
  ]

  expect(await plan(files)).toMatchObject({ warnings })
  expect(await apply(files)).toMatchObject({ warnings })
})
