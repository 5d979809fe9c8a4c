import { expect, test } from 'vitest'
import { compile } from './compile.ts'
import { between, choice, diagram, END, flow, START } from './models/diagram.ts'

const NAMESPACES = ['camunda', 'zeebe', 'flowable', 'activiti']

const foreign = (xml: string) =>
  xml.replace(
    '<definitions ',
    `<definitions ${NAMESPACES.slice(1)
      .map((each) => `xmlns:${each}="urn:${each}"`)
      .join(' ')} `,
  )

const task = (attributes: string, inner = '') =>
  foreign(diagram(between('t', `<userTask id="t" name="Check" ${attributes}>${inner}</userTask>`)))

const extended = (inner: string) => `<extensionElements>${inner}</extensionElements>`

const plain = diagram(`${START}${END}${flow('f', 'start', 'end')}`)

const drawing = (inner: string) =>
  plain.replace(
    '</definitions>',
    `<bpmndi:BPMNDiagram xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" id="d">
      <bpmndi:BPMNPlane id="p" bpmnElement="demo">${inner}</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>
    </definitions>`,
  )

test.each<[string, string, string]>([
  [
    'a drawing of a missing element',
    drawing('<bpmndi:BPMNShape id="gone_di" bpmnElement="gone"/>'),
    'gone_di: unresolved reference <gone>',
  ],
  [
    'another encoding',
    plain.replace('UTF-8', 'ISO-8859-1'),
    ': unsupported document encoding <ISO-8859-1>, falling back to UTF-8',
  ],
  [
    'an incoming flow that does not exist',
    task('', '<incoming>gone</incoming>'),
    't: unresolved reference <gone>',
  ],
  [
    'a choice without a default flow',
    diagram(`${START}${END}<exclusiveGateway id="g"/>${flow('in', 'start', 'g')}
      ${choice('yes', 'g', 'end', 'paid')}`),
    'g: the gateway has no default flow: no way out when no condition holds',
  ],
  ...NAMESPACES.map((each): [string, string, string] => [
    `performers as ${each} writes them`,
    task(`${each}:assignee="ann"`),
    `t: "${each}:assignee" is ignored: use kontor:performer to say who does the task`,
  ]),
  [
    'a listener',
    task('', extended('<camunda:taskListener event="create" class="x.Y"/>')),
    't: "camunda:taskListener" is ignored: listeners are not supported',
  ],
  [
    'a form',
    task('camunda:formKey="embedded:x"'),
    't: "camunda:formKey" is ignored: use kontor:form to describe the form',
  ],
  [
    'retries',
    task(
      '',
      extended('<camunda:failedJobRetryTimeCycle>R3/PT1M</camunda:failedJobRetryTimeCycle>'),
    ),
    't: "camunda:failedJobRetryTimeCycle" is ignored: retries are the same for every step',
  ],
  [
    'mappings',
    task('', extended('<zeebe:ioMapping><zeebe:input source="=a" target="b"/></zeebe:ioMapping>')),
    't: "zeebe:ioMapping" is ignored: use kontor:mappings to pass values in and out',
  ],
  [
    'a foreign part of a loop',
    task(
      '',
      '<multiInstanceLoopCharacteristics camunda:collection="x"><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>',
    ),
    't: "camunda:collection" is ignored',
  ],
])('%s is a warning with its element, and the diagram compiles', async (_, xml, expected) => {
  const { model, problems } = await compile(xml)

  expect(problems.map(({ element, message }) => `${element}: ${message}`)).toEqual([expected])
  expect(problems.map(({ severity }) => severity)).toEqual(['warning'])
  expect(model).toBeDefined()
})

test('elements after an unreadable one are not reported', async () => {
  const { problems } = await compile(
    diagram(`${START}<task id="a b"/><task id="c"/>${END}${flow('f', 'start', 'a b')}
      ${flow('g', 'a b', 'c')}${flow('h', 'c', 'end')}`),
  )

  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringContaining('illegal ID <a b>'),
  ])
})
