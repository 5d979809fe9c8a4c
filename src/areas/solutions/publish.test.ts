import { expect, test } from 'vitest'
import { solution, startSolutions } from '../../../test/solution.ts'

const { apply, sql } = await startSolutions()

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
    '<sequenceFlow id="flow" sourceRef="start" targetRef="end"/>',
    '',
  )

  const refused = apply(processSolution('broken', 'name: Approve\n', broken))

  await expect(refused).rejects.toMatchObject({
    status: 400,
    details: expect.arrayContaining([
      {
        path: 'workspaces/broken/processes/approve.bpmn:5:1',
        message: 'end: nothing leads to this element',
      },
    ]),
  })
})
