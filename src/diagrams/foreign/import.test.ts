// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of other engines look like templates
import { expect, test } from 'vitest'
import { compile } from '../../engine/compile.ts'
import { type Imported, importDiagram, toReport } from './import.ts'

const CAMUNDA = 'xmlns:camunda="http://camunda.org/schema/1.0/bpmn"'
const FLOWABLE = 'xmlns:flowable="http://flowable.org/bpmn"'
const ZEEBE = 'xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"'

const wrap = (element: string, { inProcess = '', outside = '' } = {}) =>
  `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ${CAMUNDA} ${FLOWABLE} ${ZEEBE} id="d" targetNamespace="t">${outside}
<bpmn:process id="p" isExecutable="true">${inProcess}
<bpmn:startEvent id="s" camunda:initiator="starter"/>${element}<bpmn:endEvent id="e"/>
<bpmn:sequenceFlow id="f1" sourceRef="s" targetRef="t"/><bpmn:sequenceFlow id="f2" sourceRef="t" targetRef="e"/>
</bpmn:process></bpmn:definitions>`

const user = (attributes: string, inside = '') =>
  wrap(`<bpmn:userTask id="t" name="T" ${attributes}>${inside}</bpmn:userTask>`)
const service = (attributes: string, inside = '') =>
  wrap(`<bpmn:serviceTask id="t" ${attributes}>${inside}</bpmn:serviceTask>`)
const extended = (inside: string) => `<bpmn:extensionElements>${inside}</bpmn:extensionElements>`

const work = (xml: string) => importDiagram(xml, { workspace: 'crm' })
const said = ({ lines }: Imported) =>
  lines.filter(({ element }) => element !== 's').map(({ what, to }) => `${what}: ${to}`)
const nodeIn = async ({ xml }: Imported) => (await compile(xml)).model?.nodes.t

test.each<[string, string, object]>([
  ['an assignee', user('camunda:assignee="demo"'), { performer: 'user:demo' }],
  ['who started it', user('camunda:assignee="${starter}"'), { performer: 'role:author' }],
  ['a variable', user('flowable:assignee="${boss}"'), { performer: 'variable:boss' }],
  [
    'groups',
    user('camunda:candidateGroups="sales, back office"'),
    { performer: 'group:sales, group:back_office' },
  ],
  [
    'several',
    user('camunda:assignee="demo" camunda:candidateUsers="a,b"'),
    { performer: 'user:demo, user:a, user:b' },
  ],
  ['a duration', user('flowable:dueDate="P2D"'), { due: 'P2D' }],
  ['a date in a variable', user('camunda:dueDate="${deadline}"'), { due: 'deadline' }],
  [
    'people of Zeebe',
    user('', extended('<zeebe:assignmentDefinition assignee="= boss" candidateGroups="sales"/>')),
    { performer: 'variable:boss, group:sales' },
  ],
  [
    'a time of Zeebe',
    user('', extended('<zeebe:taskSchedule dueDate="= deadline"/>')),
    { due: 'deadline' },
  ],
  [
    'a form',
    user(
      '',
      extended(
        '<camunda:formData><camunda:formField id="why not" label="Why?" type="string"><camunda:validation><camunda:constraint name="required"/></camunda:validation></camunda:formField></camunda:formData>',
      ),
    ),
    { form: [{ code: 'why_not', name: 'Why?', required: true }] },
  ],
  [
    'an external topic',
    service('camunda:type="external" camunda:topic="charge"'),
    { topic: 'charge', type: 'worker' },
  ],
  [
    'a job of Zeebe',
    service('', extended('<zeebe:taskDefinition type="charge" retries="5"/>')),
    { topic: 'charge' },
  ],
  ['a class', service('camunda:class="org.acme.ChargeCard"'), { topic: 'ChargeCard' }],
  ['an expression', service('flowable:delegateExpression="${charger}"'), { topic: 'charger' }],
  [
    'parameters',
    service(
      'camunda:topic="x" camunda:type="external"',
      extended(
        '<camunda:inputOutput><camunda:inputParameter name="sum">${order.total}</camunda:inputParameter><camunda:inputParameter name="kind">card</camunda:inputParameter><camunda:outputParameter name="number">${receipt}</camunda:outputParameter></camunda:inputOutput>',
      ),
    ),
    {
      mappings: [
        { direction: 'in', source: 'order.total', target: 'sum' },
        { direction: 'in', source: '"card"', target: 'kind' },
        { direction: 'out', source: 'receipt', target: 'number' },
      ],
    },
  ],
  [
    'mappings of Zeebe',
    service(
      '',
      extended(
        '<zeebe:taskDefinition type="x"/><zeebe:ioMapping><zeebe:input source="= a + 1" target="b"/><zeebe:output source="= c" target="d"/></zeebe:ioMapping>',
      ),
    ),
    {
      mappings: [
        { direction: 'in', source: 'a + 1', target: 'b' },
        { direction: 'out', source: 'c', target: 'd' },
      ],
    },
  ],
  [
    'a decision',
    wrap(
      '<bpmn:businessRuleTask id="t" camunda:decisionRef="dish-of-the-day" camunda:resultVariable="dish"/>',
    ),
    { decision: 'crm/dish_of_the_day', type: 'decision', settings: { result: 'dish' } },
  ],
  [
    'a decision of Zeebe',
    wrap(
      `<bpmn:businessRuleTask id="t">${extended('<zeebe:calledDecision decisionId="dish" resultVariable="d"/>')}</bpmn:businessRuleTask>`,
    ),
    { decision: 'crm/dish', settings: { result: 'd' } },
  ],
  [
    'a call',
    wrap(
      `<bpmn:callActivity id="t" calledElement="pay-out">${extended('<camunda:in source="a" target="b"/><camunda:in sourceExpression="${a * 2}" target="c"/><camunda:out source="r" target="s"/>')}</bpmn:callActivity>`,
    ),
    {
      called: 'crm/pay_out',
      mappings: [
        { direction: 'in', source: 'a', target: 'b' },
        { direction: 'in', source: 'a * 2', target: 'c' },
        { direction: 'out', source: 'r', target: 's' },
      ],
    },
  ],
  [
    'a call of Zeebe',
    wrap(
      `<bpmn:callActivity id="t">${extended('<zeebe:calledElement processId="pay"/>')}</bpmn:callActivity>`,
    ),
    { called: 'crm/pay' },
  ],
  [
    'a loop',
    wrap(
      '<bpmn:userTask id="t"><bpmn:multiInstanceLoopCharacteristics camunda:collection="people" camunda:elementVariable="one"/></bpmn:userTask>',
    ),
    { loop: { over: 'people', item: 'one' } },
  ],
  [
    'a loop of Zeebe',
    wrap(
      `<bpmn:userTask id="t"><bpmn:multiInstanceLoopCharacteristics>${extended('<zeebe:loopCharacteristics inputCollection="= people" inputElement="one"/>')}</bpmn:multiInstanceLoopCharacteristics></bpmn:userTask>`,
    ),
    { loop: { over: 'people', item: 'one' } },
  ],
  [
    'a timer',
    wrap(
      '<bpmn:intermediateCatchEvent id="t"><bpmn:timerEventDefinition><bpmn:timeDuration xsi:type="bpmn:tFormalExpression">= "PT5M"</bpmn:timeDuration></bpmn:timerEventDefinition></bpmn:intermediateCatchEvent>',
    ),
    { trigger: { value: 'PT5M' } },
  ],
  [
    'the key of a message',
    wrap(
      '<bpmn:intermediateCatchEvent id="t"><bpmn:messageEventDefinition messageRef="m"/></bpmn:intermediateCatchEvent>',
      {
        outside: `<bpmn:message id="m" name="paid">${extended('<zeebe:subscription correlationKey="= orderId"/>')}</bpmn:message>`,
      },
    ),
    { settings: { correlation: 'orderId' } },
  ],
  [
    'a form of the process',
    wrap(
      `<bpmn:userTask id="t">${extended('<zeebe:formDefinition formKey="camunda-forms:bpmn:F1"/>')}</bpmn:userTask>`,
      {
        inProcess: extended(
          '<zeebe:userTaskForm id="F1">{"components":[{"key":"ok","label":"Fine?","validate":{"required":true}},{"type":"text"}]}</zeebe:userTaskForm>',
        ),
      },
    ),
    { form: [{ code: 'ok', name: 'Fine?', required: true }] },
  ],
])('%s becomes ours', async (_, xml, node) => {
  const imported = await work(xml)

  expect(await nodeIn(imported)).toMatchObject(node)
  expect(imported.problems).toEqual([])
  expect(said(imported).filter((line) => line.startsWith('not'))).toEqual([])
})

test.each<[string, string, string]>([
  [
    'a form by its key',
    user('camunda:formKey="embedded:app:forms/x.html"'),
    'describe the form with kontor:form',
  ],
  [
    'a listener',
    user('', extended('<camunda:taskListener class="a.B" event="create"/>')),
    'listeners are not run: draw a step, or use a webhook',
  ],
  [
    'all variables',
    wrap(
      `<bpmn:callActivity id="t" calledElement="x">${extended('<camunda:in variables="all"/>')}</bpmn:callActivity>`,
    ),
    'name each value with kontor:mappings',
  ],
  [
    'a script',
    service(
      'camunda:type="external" camunda:topic="x"',
      extended(
        '<camunda:inputOutput><camunda:inputParameter name="a"><camunda:script scriptFormat="groovy">1</camunda:script></camunda:inputParameter></camunda:inputOutput>',
      ),
    ),
    'scripts, lists and maps are not mapped',
  ],
  [
    'a call of a bean',
    user('camunda:assignee="${people.find(order)}"'),
    'say who does it with kontor:performer',
  ],
  [
    'retries',
    service(
      'camunda:topic="x"',
      extended('<camunda:failedJobRetryTimeCycle>R3/PT5M</camunda:failedJobRetryTimeCycle>'),
    ),
    'every step has the same retries and no priority',
  ],
  ['what nobody knows', user('camunda:modelerTemplate="x"'), 'it is ignored'],
])('%s is not understood, stays in the file and is reported', async (_, xml, advice) => {
  const imported = await work(xml)

  expect(said(imported)).toContain(`not understood: ${advice}`)
  expect(imported.xml).toMatch(
    /camunda:(formKey|taskListener|in|inputOutput|assignee|failedJob|modeler)/,
  )
})

const flow = (condition: string) =>
  wrap('<bpmn:exclusiveGateway id="t"/><bpmn:endEvent id="e2"/>').replace(
    '<bpmn:sequenceFlow id="f2" sourceRef="t" targetRef="e"/>',
    `<bpmn:sequenceFlow id="f2" sourceRef="t" targetRef="e"><bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">${condition}</bpmn:conditionExpression></bpmn:sequenceFlow><bpmn:sequenceFlow id="f3" sourceRef="t" targetRef="e2"/>`,
  )

test.each<[string, string | undefined]>([
  ['${approved}', 'approved'],
  ["${amount &gt; 100 and kind eq 'gold'}", "amount > 100 && kind == 'gold'"],
  ['${not empty name || amount lt 5}', 'name != null || amount < 5'],
  ['#{execution.getVariable("amount") ge 10}', 'amount >= 10'],
  ['${kind.equals("and or not")}', 'kind == "and or not"'],
  ['= amount &gt; 100 and kind = "a = b"', 'amount > 100 && kind == "a = b"'],
  ['= not(approved) or amount between 1 and 5', '!(approved) || (amount >= 1 && amount <= 5)'],
  ['= if a then b else c', '(a ? b : c)'],
  ['= list contains(kinds, "x")', '("x" in kinds)'],
  ['${bean.isGood(order)}', undefined],
  ['${a} ${b}', undefined],
  ['= some x in list satisfies x > 1'.replace('>', '&gt;'), undefined],
])('the condition %s becomes %s', async (condition, text) => {
  const imported = await work(flow(condition))
  const body = (await compile(imported.xml)).model?.flows.f2?.condition

  if (text === undefined) expect(said(imported)).toContain('not understood: write it in CEL')
  else expect(body?.replace(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')')).toBe(text)
})

test('the same file gives the same result, which has nothing left to do', async () => {
  const xml = user('camunda:assignee="demo" camunda:asyncBefore="true" camunda:formKey="x"')

  const [once, again] = [await work(xml), await work(xml)]
  const twice = await work(once.xml)

  expect(again).toEqual(once)
  expect(twice.lines.map(({ what }) => what)).toEqual(['not understood'])
  expect(toReport(once)).toBe(`# Import: 2 taken, 1 changed, 1 not understood

## Not understood

- T (t): \`camunda:formKey="x"\` → describe the form with kontor:form

## Changed

- T (t): \`camunda:asyncBefore="true"\` → left out: steps outside of the database are jobs of their own

## Taken

- s: \`camunda:initiator="starter"\` → role:author
- T (t): \`camunda:assignee="demo"\` → kontor:performer="user:demo"
`)
})
