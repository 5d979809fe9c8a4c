import { expect, test } from 'vitest'
import { compile } from './compile.ts'
import { diagram, END, flow, START } from './models/diagram.ts'

const problemsOf = async (inner: string) =>
  (await compile(diagram(inner))).problems.map(({ element, message }) => `${element}: ${message}`)

test('a diagram becomes a graph', async () => {
  const { model, problems } = await compile(
    diagram(`
      <laneSet id="lanes"><lane id="clerks" name="Clerks" kontor:performer="group:clerks">
        <flowNodeRef>check</flowNodeRef></lane></laneSet>
      ${START}
      <userTask id="check" name="Check" kontor:due="P2D" camunda:assignee="x">
        <extensionElements><kontor:form>
          <kontor:formField code="amount" name="Amount" required="true"/>
        </kontor:form></extensionElements>
      </userTask>
      ${END}
      ${flow('f1', 'start', 'check')}
      ${flow('yes', 'check', 'end', 'name="Yes" kontor:confirm="text" kontor:confirmText="Sure?"')}
      ${flow('no', 'check', 'end', 'name="No" kontor:buttonClass="danger"')}`),
  )

  expect(problems).toMatchObject([{ element: 'check', severity: 'warning' }])
  expect(model?.nodes.check).toMatchObject({
    type: 'user',
    lane: 'clerks',
    due: 'P2D',
    outgoing: ['yes', 'no'],
    form: [{ code: 'amount', name: 'Amount', required: true, readonly: false }],
  })
  expect(model?.flows.yes?.exit).toMatchObject({ confirm: 'text', confirmText: 'Sure?' })
  expect(model?.lanes.clerks).toMatchObject({ performer: 'group:clerks', nodes: ['check'] })
})

test('a model is plain JSON', async () => {
  const { model } = await compile(diagram(`${START}${END}${flow('f', 'start', 'end')}`))

  expect(JSON.parse(JSON.stringify(model))).toEqual(model)
})

const cases: [string, string, string[]][] = [
  [
    'no start',
    `${END}`,
    ['demo: nothing in the process can begin', 'end: this element cannot be reached'],
  ],
  [
    'an unreachable element',
    `${START}${END}<userTask id="lost"/>${flow('f', 'start', 'end')}`,
    ['lost: this element cannot be reached'],
  ],
  [
    'a gateway without a default flow',
    `${START}${END}<exclusiveGateway id="g"/>${flow('f', 'start', 'g')}
     <sequenceFlow id="a" sourceRef="g" targetRef="end"><conditionExpression>x</conditionExpression></sequenceFlow>
     <sequenceFlow id="b" sourceRef="g" targetRef="end"><conditionExpression>y</conditionExpression></sequenceFlow>`,
    ['g: the gateway has no default flow: no way out when no condition holds'],
  ],
  [
    'exits without names',
    `${START}${END}<userTask id="u"/>${flow('f', 'start', 'u')}${flow('a', 'u', 'end')}${flow('b', 'u', 'end')}`,
    ['u: its flows have no names: nobody chooses, all that may be taken are taken'],
  ],
  [
    'a cancel event outside a transaction',
    `${START}<endEvent id="c"><cancelEventDefinition/></endEvent>${flow('f', 'start', 'c')}`,
    ['c: only a transaction can be cancelled'],
  ],
  [
    'an unknown step',
    `${START}<serviceTask id="s" kontor:step="fly"/>${flow('f', 'start', 's')}`,
    [expect.stringContaining('s: unknown step "fly"')] as string[],
  ],
  [
    'an unknown attribute in our namespace',
    `<startEvent id="start" kontor:colour="red"/>`,
    [expect.stringContaining('unknown attribute <kontor:colour>')] as string[],
  ],
  [
    'a mistyped attribute of ours',
    `${START}<userTask id="t" kontor:performr="role:author"/>${flow('f', 'start', 't')}`,
    [
      expect.stringContaining('unknown attribute <kontor:performr>, did you mean "performer"?'),
    ] as string[],
  ],
  [
    'an attribute of ours on another element',
    `<startEvent id="start" kontor:performer="role:author"/>`,
    [expect.stringContaining('unknown attribute <kontor:performer> on this element')] as string[],
  ],
  [
    'a mistyped attribute of an element of ours',
    `${START}<userTask id="t"><extensionElements><kontor:form>
      <kontor:formField code="a" requird="true"/></kontor:form></extensionElements></userTask>
      ${flow('f', 'start', 't')}`,
    [expect.stringContaining('unknown attribute <requird>, did you mean "required"?')] as string[],
  ],
  [
    'a mistyped element of ours',
    `${START}<userTask id="t"><extensionElements><kontor:seting/></extensionElements></userTask>
      ${flow('f', 'start', 't')}`,
    [expect.stringContaining('unknown type <kontor:Seting>, did you mean "setting"?')] as string[],
  ],
  [
    'a flow to nowhere',
    `${START}<sequenceFlow id="f" sourceRef="start" targetRef="nowhere"/>`,
    [expect.stringContaining('unresolved reference <nowhere>') as unknown as string],
  ],
  [
    'the same id twice',
    `${START}<endEvent id="start"/>`,
    [expect.stringContaining('duplicate ID <start>')] as string[],
  ],
  [
    'a call without a process',
    `${START}<callActivity id="c"/>${flow('f', 'start', 'c')}`,
    ['c: a call needs the process to call'],
  ],
  [
    'a timer without time',
    `${START}<intermediateCatchEvent id="t"><timerEventDefinition/></intermediateCatchEvent>${flow('f', 'start', 't')}`,
    ['t: a timer needs a date, a duration or a cycle'],
  ],
]

test.each(cases)('%s is refused with its element', async (_, inner, expected) => {
  expect(await problemsOf(inner)).toEqual(expected)
})

test.each(['not xml', '<a/>', '', '<definitions/>'])('%j is not BPMN', async (xml) => {
  const { problems } = await compile(xml)

  expect(problems[0]?.message).toMatch(/^this is not BPMN 2.0 XML/)
})

test('a diagram without an executable process is refused', async () => {
  const { problems } = await compile(
    '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p" isExecutable="false"/></definitions>',
  )

  expect(problems[0]?.message).toBe('the diagram has no executable process')
})
