import { diagram, flow, processSolution } from '../../process.ts'

const settings = (values: Record<string, string>, mappings = '') =>
  `<extensionElements><kontor:settings>${Object.entries(values)
    .map(([name, value]) => `<kontor:setting name="${name}" value="${value}" />`)
    .join('')}</kontor:settings>${mappings}</extensionElements>`

const mapping = (direction: string, source: string, target: string) =>
  `<kontor:mapping direction="${direction}" source="${source}" target="${target}" />`

const VARIABLES = `
variables:
  number: { name: Number, type: INTEGER, required: true }
  answer: { name: Answer, type: INTEGER }
`

/** Both clocks of the process: one that is always late, one that never is. */
const SLA = `calendar: always
sla:
  whole: { name: Whole, within: PT0.01S, escalate: [{ to: "role:author" }] }
  check: { name: Check, step: check, within: 8 working hours, warn: 1 working hour }
`

const undoable = (id: string, undoing: string) => `<task id="${id}" />${undoing}
  <boundaryEvent id="${id}ed" attachedToRef="${id}"><compensateEventDefinition /></boundaryEvent>
  <association id="un${id}s" sourceRef="${id}ed" targetRef="un${id}" associationDirection="One" />`

/**
 * Timers, one of them in working time, and a task in parallel, an item, a call, work for a worker, a message,
 * and two things to undo, the first of them by a worker.
 */
const parent = diagram(
  `<startEvent id="start" />
  <parallelGateway id="split" /><parallelGateway id="join" />
  <intermediateCatchEvent id="wait"><timerEventDefinition><timeDuration>PT0.2S</timeDuration></timerEventDefinition></intermediateCatchEvent>
  <intermediateCatchEvent id="work"><timerEventDefinition><timeDuration>0 working minutes</timeDuration></timerEventDefinition></intermediateCatchEvent>
  <userTask id="check" kontor:performer="role:author" />
  <serviceTask id="note" kontor:step="app_create">${settings(
    { app: 'crash/notes' },
    `<kontor:mappings>${mapping('in', 'number', 'number')}</kontor:mappings>`,
  )}</serviceTask>
  <callActivity id="call" calledElement="crash/child"><extensionElements><kontor:mappings>
    ${mapping('in', 'number', 'number')}${mapping('out', 'answer', 'answer')}
  </kontor:mappings></extensionElements></callActivity>
  <serviceTask id="stamp" kontor:topic="crash" />
  <intermediateCatchEvent id="hear">${settings({ correlation: 'number' })}
    <messageEventDefinition messageRef="go" /></intermediateCatchEvent>
  ${undoable('mark', '<serviceTask id="unmark" kontor:topic="crash" isForCompensation="true" />')}
  ${undoable('sign', '<task id="unsign" isForCompensation="true" />')}
  <intermediateThrowEvent id="undo"><compensateEventDefinition /></intermediateThrowEvent>
  <endEvent id="end" />
  ${flow(`
    start -> split
    split -> wait -> join
    split -> check -> join
    join -> work -> note -> mark -> sign -> call -> stamp -> hear -> undo -> end`)}`,
  '<message id="go" name="go" />',
)

const child = diagram(`<startEvent id="start" />
  <serviceTask id="ask" kontor:step="ca">${settings(
    { module: 'oracle', action: 'ask' },
    `<kontor:mappings>${mapping('in', 'number', 'number')}${mapping('out', 'answer', 'answer')}</kontor:mappings>`,
  )}</serviceTask>
  <intermediateCatchEvent id="pause"><timerEventDefinition><timeDuration>PT0.05S</timeDuration></timerEventDefinition></intermediateCatchEvent>
  <endEvent id="end" />${flow('start -> ask -> pause -> end')}`)

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** The processes of the test, with the external program at this address. */
export const crashSolution = (oracle: string) =>
  processSolution(
    'crash',
    {
      parent: { yaml: `${SLA}${VARIABLES}`, bpmn: parent },
      child: { yaml: VARIABLES, bpmn: child },
    },
    {
      'calendars/always.yaml': `name: Always\nzone: UTC\nhours:\n${DAYS.map((day) => `  ${day}: ["00:00-24:00"]\n`).join('')}`,
      'workspaces/crash/apps/notes.yaml':
        'name: Notes\nfields:\n  number: { name: Number, type: INTEGER }\n',
      'modules/oracle.yaml': `name: Oracle
actions:
  ask:
    name: Ask
    url: ${oracle}
    isAsync: true
    input: { number: { name: Number, type: INTEGER } }
    output: { answer: { name: Answer, type: INTEGER } }
`,
    },
  )
