import { diagram, flow } from './process.ts'
import { solution } from './solution.ts'

const SECRETS = `
name: Secrets
fields:
  title: { name: Title, type: STRING }
rights:
  role:performer: [read, update]
`
const LINKS = `
  one: { name: One, type: SYS_COLLECTION, app: hidden/secrets }
  any: { name: Any, type: REF_ITEM }
  papers: { name: Papers, type: FILE }
  rows:
    name: Rows
    type: TABLE
    columns:
      cell: { name: Cell, type: SYS_COLLECTION, app: hidden/secrets }
`
const NOTES = `
name: Notes
fields:
  title: { name: Title, type: STRING }${LINKS}
statuses:
  - { code: work, name: Work, statuses: [{ id: 1, code: new, name: New }, { id: 2, code: done, name: Done }] }
`
const CONTRACT = `
name: Notes of all
fields:${LINKS}
apps:
  hidden/notes: { one: one, any: any, papers: papers, rows: rows }
default: hidden/notes
`
const WORKSPACE = `
name: Open
parameters:${LINKS}
`
const REPORT = `
name: Report
columns: { n: { name: N, type: INTEGER } }
parameters:${LINKS}
sql: "select 1 as n"
`
const process = `name: Review\nnameTemplate: "About {$one}"\nvariables:${LINKS}`
const form = ['one', 'any', 'papers', 'rows'].map((code) => `<kontor:formField code="${code}" />`)
const task = diagram(`<startEvent id="start" />
  <userTask id="check" name="Check" kontor:performer="role:author"><extensionElements>
    <kontor:form>${form.join('')}</kontor:form></extensionElements></userTask>
  <endEvent id="end" />${flow('start -> check:go -> end')}`)

const MODULE = `
name: Oracle
actions:
  ask:
    name: Ask
    url: http://127.0.0.1:9/ask
    output:${LINKS.replaceAll('\n', '\n    ')}
`
const action = diagram(`<startEvent id="start" />
  <serviceTask id="ask" kontor:step="ca"><extensionElements><kontor:settings>
    <kontor:setting name="module" value="oracle" /><kontor:setting name="action" value="ask" />
  </kontor:settings></extensionElements></serviceTask>
  <endEvent id="end" />${flow('start -> ask -> end')}`)

const pulled = diagram(`<startEvent id="start" /><serviceTask id="work" kontor:topic="naming" />
  <endEvent id="end" />${flow('start -> work -> end')}`)

const told = diagram(
  `<startEvent id="start" /><intermediateCatchEvent id="catch"><messageEventDefinition messageRef="naming" />
  </intermediateCatchEvent><endEvent id="end" />${flow('start -> catch -> end')}`,
  '<message id="naming" name="naming" />',
)

/** Objects that a stranger may not read, and everything that can name them. */
export const namingFiles = solution('hidden', {
  'workspaces/open/workspace.yaml': WORKSPACE,
  'workspaces/hidden/contracts/all.yaml': CONTRACT,
  'workspaces/hidden/reports/numbers.yaml': REPORT,
  'workspaces/hidden/apps/secrets.yaml': SECRETS,
  'workspaces/hidden/apps/notes.yaml': NOTES,
  'workspaces/hidden/processes/review.yaml': process,
  'workspaces/hidden/processes/review.bpmn': task,
  'modules/oracle.yaml': MODULE,
  'workspaces/hidden/processes/ask.yaml': 'name: Ask\n',
  'workspaces/hidden/processes/ask.bpmn': action,
  'workspaces/hidden/processes/pulled.yaml': process,
  'workspaces/hidden/processes/pulled.bpmn': pulled,
  'workspaces/hidden/processes/told.yaml': process,
  'workspaces/hidden/processes/told.bpmn': told,
})
