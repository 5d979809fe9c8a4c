import { ALLOWED } from '../src/engine/checks/triggers.ts'
import { SEMANTICS } from '../src/engine/models/semantics/all.ts'
import { DRAWN, TYPES } from '../src/engine/refuse.ts'

const [BEGIN, END] = ['<!-- generated: elements -->', '<!-- /generated: elements -->']

/** Puts what the engine runs into a document, between its marks. */
export function withSemantics(document: string): string {
  const [before = '', rest = ''] = document.split(BEGIN)
  const [, after = ''] = rest.split(END)
  return `${before}${BEGIN}\n\n${describe()}\n${END}${after}`
}

const describe = (): string =>
  [
    `Elements of BPMN 2.0 that the engine runs, from its own tables:\n`,
    ...table(['Element', 'State'], elements()),
    '',
    ...table(['Event', 'Triggers'], events()),
    '',
    `${SEMANTICS.length} rules of the execution semantics have a diagram in \`src/engine/models\` with the path that tokens take; all hold (\`npx vitest run src/engine/semantics.test.ts\`). More diagrams and tests stand beside the elements.\n`,
    ...table(['Element', 'Rule', 'Diagram'], rules()),
    '',
  ].join('\n')

const elements = (): string[][] => [
  ...Object.keys(TYPES).map((type) => [label(type), 'runs']),
  ...DRAWN.map((type) => [label(type), 'drawn']),
]

/** `bpmn:AdHocSubProcess` → "ad hoc sub process". */
const label = (type: string): string =>
  type
    .replace(/^bpmn:/, '')
    .replace(/(?<!^)([A-Z])/g, ' $1')
    .toLowerCase()

const events = (): string[][] =>
  Object.entries(ALLOWED).map(([role, triggers]) => [
    ROLES[role] ?? role,
    [...triggers.map((each) => each || 'none'), 'several'].join(', '),
  ])

const ROLES: Record<string, string> = {
  start: 'start of a process',
  handler: 'start of an event sub-process',
  inside: 'start of a sub-process',
  boundary: 'boundary',
  catch: 'intermediate, catching',
  throw: 'intermediate, throwing',
  end: 'end',
}

const rules = (): string[][] =>
  SEMANTICS.map(({ element, rule, model }) => [element, rule, `\`${model}\``])

function table(head: string[], rows: string[][]): string[] {
  const all = [head, ...rows]
  const widths = head.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)))
  const line = (row: string[]) =>
    `| ${widths.map((width, at) => (row[at] ?? '').padEnd(width)).join(' | ')} |`
  return [
    line(head),
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...rows.map(line),
  ]
}
