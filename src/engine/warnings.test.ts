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

const SCRIPT = '<scriptTask id="t" scriptFormat="groovy"><script>x = 1</script></scriptTask>'
const OWNED = `<userTask id="t"><potentialOwner><resourceAssignmentExpression>
  <formalExpression>user(ann)</formalExpression></resourceAssignmentExpression></potentialOwner></userTask>`
const ERROR_END = '<endEvent id="end"><errorEventDefinition/></endEvent>'

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
    't: "camunda:failedJobRetryTimeCycle" is ignored: use the settings "retries" and "backoff" to say how often it is tried',
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

test.each<[string, string]>([
  ['a service task of another tool', between('t', '<serviceTask id="t" camunda:class="x.Y"/>')],
  ['a send task of another tool', between('t', '<sendTask id="t"/>')],
  ['a business rule task without a rule', between('t', '<businessRuleTask id="t"/>')],
  ['an empty script task', between('t', '<scriptTask id="t"/>')],
  ['a script of another language', between('t', SCRIPT)],
  ['a receive task without a message', between('t', '<receiveTask id="t"/>')],
  ['a catching event without a trigger', between('t', '<intermediateCatchEvent id="t"/>')],
  ['performers of the standard', between('t', OWNED)],
  ['an element that cannot be reached', `${between('t', '<task id="t"/>')}<task id="lost"/>`],
  ['an empty sub-process', between('t', '<subProcess id="t"/>')],
  ['no start and no end event', '<task id="a"/><task id="b"/>'],
  [
    'two plain start events',
    `${between('t', '<task id="t"/>')}<startEvent id="again"/>${flow('x', 'again', 't')}`,
  ],
  [
    'conditions behind a parallel gateway',
    `${between('t', '<parallelGateway id="t"/>')}${choice('x', 't', 'end', 'paid')}`,
  ],
  [
    'flows without names out of a task',
    `${between('t', '<userTask id="t"/>')}${flow('x', 't', 'end')}`,
  ],
  ['a thrown error without a code', between('t', '<task id="t"/>').replace(END, ERROR_END)],
])('%s can be published', async (_, inner) => {
  const { model, problems } = await compile(foreign(diagram(inner)))

  expect(problems.filter(({ severity }) => severity !== 'warning')).toEqual([])
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
