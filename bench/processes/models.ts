import { diagram, flow, processSolution } from '../../test/process.ts'

const VARIABLES = `
variables:
  amount: { name: Amount, type: FLOAT, default: 5 }
`

const set = (id: string) => `<businessRuleTask id="${id}" kontor:step="assignment">
  <extensionElements><kontor:mappings>
    <kontor:mapping direction="in" source="amount + 1" target="amount" />
  </kontor:mappings></extensionElements></businessRuleTask>`

const steps = Array.from({ length: 8 }, (_, at) => `s${at + 1}`)

/** Ten elements between start and end: eight assignments and two gateways. */
const ten = diagram(`<startEvent id="start" /><endEvent id="end" />
  ${steps.map(set).join('')}
  <exclusiveGateway id="g1" default="other" /><exclusiveGateway id="g2" />
  <sequenceFlow id="large" sourceRef="g1" targetRef="s5">
    <conditionExpression>amount &gt; 3</conditionExpression></sequenceFlow>
  <sequenceFlow id="other" sourceRef="g1" targetRef="g2" />
  ${flow('start -> s1 -> s2 -> s3 -> s4 -> g1\ns5 -> s6 -> s7 -> s8 -> g2 -> end')}`)

const one = diagram(
  `<startEvent id="start" />${set('s1')}<endEvent id="end" />${flow('start -> s1 -> end')}`,
)

export const TASK = diagram(`<startEvent id="start" />
  <userTask id="check" name="Check" kontor:performer="role:author" />
  <endEvent id="end" />${flow('start -> check -> end')}`)

const timer = diagram(`<startEvent id="start" />
  <intermediateCatchEvent id="wait"><timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition></intermediateCatchEvent>
  <endEvent id="end" />${flow('start -> wait -> end')}`)

/** One task for each of so many members. */
export const MEMBERS = {
  yaml: `
variables:
  count: { name: Count, type: FLOAT }
`,
  bpmn: diagram(`<startEvent id="start" />
  <userTask id="check" name="Check" kontor:performer="role:author">
    <multiInstanceLoopCharacteristics><loopCardinality>count</loopCardinality></multiInstanceLoopCharacteristics>
  </userTask><endEvent id="end" />${flow('start -> check -> end')}`),
}

export const benchSolution = () =>
  processSolution('bench', {
    ten: { yaml: VARIABLES, bpmn: ten },
    one: { yaml: VARIABLES, bpmn: one },
    task: { yaml: VARIABLES, bpmn: TASK },
    timer: { yaml: VARIABLES, bpmn: timer },
  })
