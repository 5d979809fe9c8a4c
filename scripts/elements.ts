import { BpmnModdle } from 'bpmn-moddle'
import { compile } from '../src/engine/compile.ts'
import { withDrawing } from '../src/engine/drawing.ts'
import { extension } from '../src/engine/extension.ts'
import { read } from '../src/engine/models/load.ts'
import { DRAWN, TRIGGERS, TYPES } from '../src/engine/refuse.ts'
import { isActivity, kindOf } from '../web/pages/build/processes/settings/kind.ts'
import { elementsIn, type Moddle } from '../web/pages/build/processes/settings/moddle.ts'
import { settingsOf } from '../web/pages/build/processes/settings/table.ts'
import { processes as texts } from '../web/texts/en/build/processes.ts'

/** A section of the guide: a test diagram, the element in it, and what people see of it. */
type Section = { title: string; model: string; element: string; sees: string }

const section = (model: string, element: string, sees: string) => ({ model, element, sees })
type Described = ReturnType<typeof section>

const ELEMENTS: Record<string, Described> = {
  'bpmn:StartEvent': section(
    'pattern-01-sequence',
    's',
    'A process that people may start has a button “Start” on its page, with the form of the event. With a trigger it begins by itself: at a time, with a message or a signal, or when something happens to an item.',
  ),
  'bpmn:EndEvent': section(
    'element-ends',
    'shout',
    'Nothing more happens on this way. When no token is left, the instance is completed, and its page shows when.',
  ),
  'bpmn:UserTask': section(
    'element-user-task',
    'check',
    'The performers find a task in their list, with a form and one button for each flow that leads out of it. One person takes it; whoever presses a button moves the process on.',
  ),
  'bpmn:ManualTask': section(
    'element-plain-tasks',
    'hand',
    'Nothing: work outside of the system is drawn and passed at once. For work that somebody confirms, use a user task.',
  ),
  'bpmn:Task': section(
    'element-plain-tasks',
    'abstract',
    'Nothing by itself: it is passed at once. With an action in its settings it is an automatic step.',
  ),
  'bpmn:ScriptTask': section(
    'element-script',
    'work',
    'Nothing while it runs. What the script returns becomes variables; one that fails is an incident with its message.',
  ),
  'bpmn:ServiceTask': section(
    'element-action',
    'check',
    'An automatic step: its action works on items, sends mail, makes a document, keeps an approval sheet, or calls a module. With a topic, a program outside pulls it; the page of the instance shows that it waits for one.',
  ),
  'bpmn:SendTask': section(
    'element-send-and-receive',
    'ask',
    'People get the notification or the message, other processes receive it. The process goes on at once.',
  ),
  'bpmn:ReceiveTask': section(
    'element-send-and-receive',
    'answer',
    'The instance waits, and its page says for which message. A message that came before is delivered at once.',
  ),
  'bpmn:BusinessRuleTask': section(
    'element-decision',
    'rate',
    'Nothing: the values of the rule that holds become variables. A decision of the solution also keeps which rules held.',
  ),
  'bpmn:CallActivity': section(
    'element-call',
    'escalate',
    'Another process runs; the pages of both instances lead to each other. The caller waits for it, unless it is told not to.',
  ),
  'bpmn:SubProcess': section(
    'element-sub-process',
    'work',
    'The steps inside, as if they stood outside. Events on its border act on all of them together.',
  ),
  'bpmn:Transaction': section(
    'element-transaction',
    'trip',
    'The steps inside. When it is cancelled, what was done in it is undone before the process leaves through the cancel event.',
  ),
  'bpmn:AdHocSubProcess': section(
    'element-ad-hoc',
    'case',
    'The tasks of people are there at once. Every other activity is begun with a button on the page of the instance, as often as needed, until the condition holds or somebody says that it is over.',
  ),
  'bpmn:ExclusiveGateway': section(
    'pattern-04-exclusive-choice',
    'choice',
    'Nothing: the first flow whose condition holds is taken, else the default flow. If none is there, it is an incident.',
  ),
  'bpmn:InclusiveGateway': section(
    'pattern-06-multi-choice',
    'choice',
    'Nothing: every flow whose condition holds is taken. Where flows come together, it waits for all that can still arrive.',
  ),
  'bpmn:ParallelGateway': section(
    'pattern-02-parallel-split',
    'split',
    'Work on all flows at the same time, such as two tasks for two people. Where flows come together, it waits for all of them.',
  ),
  'bpmn:EventBasedGateway': section(
    'element-event-gateway',
    'choice',
    'The instance waits for what happens first; its page lists what it waits for. The rest is forgotten.',
  ),
  'bpmn:ComplexGateway': section(
    'element-complex-join',
    'g',
    'Nothing: it goes on as soon as its condition holds, such as two of three approvals, and takes up those that come later.',
  ),
  'bpmn:IntermediateCatchEvent': section(
    'element-timer-catch',
    'wait',
    'The instance waits, and its page says for what and until when.',
  ),
  'bpmn:IntermediateThrowEvent': section(
    'element-signal',
    'shout',
    'Nothing here: what it throws is caught elsewhere, in this process, around it or in others.',
  ),
  'bpmn:BoundaryEvent': section(
    'element-message-boundary',
    'asked',
    'Nothing until it happens. One that interrupts takes the tasks of its activity away; the others let them go on and begin something beside.',
  ),
  'bpmn:DataObject': section(
    'element-data',
    'dr',
    'Documentation only, drawn by a reference to it.',
  ),
  'bpmn:DataObjectReference': section('element-data', 'dr', 'Documentation only.'),
  'bpmn:DataStoreReference': section('element-data', 'ds', 'Documentation only.'),
}

const EVENTS: Record<string, Described> = {
  timer: section(
    'element-timer-catch',
    'until',
    'At a time, after a time, or again and again. On the border of a task it warns or takes the task away.',
  ),
  message: section(
    'element-message-catch',
    'paid',
    'A message with this name, for this instance by its correlation, or to begin a process.',
  ),
  signal: section(
    'element-signal',
    'hear',
    'A signal reaches everybody who waits for it, in all processes.',
  ),
  error: section(
    'rule-error-codes',
    'exact',
    'What goes wrong inside leaves through the event with its code, else through one without a code.',
  ),
  escalation: section(
    'element-escalation',
    'late',
    'Something to tell those around, while the work may go on.',
  ),
  condition: section('element-condition', 'large', 'As soon as a condition on variables holds.'),
  link: section(
    'element-link',
    'into',
    'A way that is too long to draw goes on at the event with the same name.',
  ),
  terminate: section(
    'element-terminate-inside',
    'stop',
    'Everything else in this process or sub-process ends as well; open tasks are withdrawn.',
  ),
  compensation: section(
    'element-compensation',
    'undo',
    'What was completed is undone, the last one first.',
  ),
  cancel: section(
    'element-transaction',
    'cancelled',
    'The way out of a transaction that was cancelled.',
  ),
}

/** Not in BPMN: a condition about an item. */
const ITEMS: Record<string, Described> = {
  item: section(
    'element-starts',
    'made',
    'A process begins when an item of an app is created, changed, deleted or gets a status.',
  ),
  status: section(
    'element-status-wait',
    'shipped',
    'The process waits until an item has a status; a person or another process sets it.',
  ),
}

/** `bpmn:AdHocSubProcess` → "ad hoc sub process". */
export const labelOf = (type: string): string =>
  type
    .replace(/^bpmn:/, '')
    .replace(/(?<!^)([A-Z])/g, ' $1')
    .toLowerCase()

const eventTitle = (trigger: string): string => `event: ${trigger}`

/** Every element and every trigger that the engine knows, in its own order. */
export const SECTIONS: Section[] = [
  ...[...Object.keys(TYPES), ...DRAWN].map((type) => titled(labelOf(type), ELEMENTS[type])),
  ...Object.values(TRIGGERS).map((trigger) => titled(eventTitle(trigger), EVENTS[trigger])),
  ...Object.entries(ITEMS).map(([kind, given]) => titled(eventTitle(kind), given)),
]

function titled(title: string, given: Described | undefined): Section {
  if (!given) throw new Error(`scripts/elements.ts says nothing of "${title}"`)
  return { title, ...given }
}

export const pictureOf = ({ title }: Section): string =>
  `images/elements/${title.replace(/\W+/g, '-')}.svg`

/** A test diagram as it is drawn: with the ids as names, because tests need none. */
export async function drawnModel(name: string): Promise<string> {
  const { model } = await compile(read(name))
  if (!model) throw new Error(`${name} has problems`)
  const drawn = await withDrawing(read(name), model)
  return withData(drawn).replace(NAMED, (whole, tag: string, id: string, rest: string) => {
    const isPlain = rest.includes('name=') || (/^(start|end)Event$/.test(tag) && id.length <= 2)
    return isPlain ? whole : `<${tag} id="${id}" name="${words(id)}"${rest}`
  })
}

const NAMED =
  /<((?:start|end|boundary)Event|intermediate(?:Catch|Throw)Event|\w*[tT]ask|callActivity|transaction|\w*[sS]ubProcess) id="(\w+)"([^>]*)/g

const words = (id: string): string => {
  const text = id.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Data is no part of the graph: it stands below it. */
function withData(xml: string): string {
  const ids = Array.from(xml.matchAll(/<data(?:Object|Store)Reference id="(\w+)"/g), ([, id]) => id)
  const shapes = ids.map(
    (id, at) =>
      `<bpmndi:BPMNShape id="${id}_shape" bpmnElement="${id}"><dc:Bounds x="${80 + at * 110}" y="150" width="50" height="50"/></bpmndi:BPMNShape>`,
  )
  return xml.replace('</bpmndi:BPMNPlane>', `${shapes.join('')}</bpmndi:BPMNPlane>`)
}

/** docs/guides/elements.md. */
export async function describeElements(): Promise<string> {
  const parts = await Promise.all(SECTIONS.map(describe))
  return `# Elements of processes

What the designer offers and the engine runs, one by one: a small diagram that is also a test, what people see when an instance gets there, and the settings of the panel. The rules of execution are in [The process engine](../engine.md), how processes are written in [Processes](processes.md).

Generated by \`npm run generate\` from the tables of the engine and of the designer; the pictures by \`npm run pictures\` from the diagrams in \`src/engine/models\`.

${parts.join('\n')}`
}

async function describe(of: Section): Promise<string> {
  const heading = of.title.charAt(0).toUpperCase() + of.title.slice(1)
  const settings = await settingsIn(of)
  const hints = settings.filter(([, hint]) => hint).map(([name, hint]) => `- **${name}**: ${hint}`)
  return `## ${heading}

![${heading}: ${of.model}](../${pictureOf(of)})

${of.sees}

Settings: ${settings.map(([name]) => name).join(', ') || 'none'}.

${hints.join('\n')}

Diagram: [\`${of.model}\`](../../src/engine/models/${of.model}.bpmn)
`
}

const LEVELS =
  'how long it may take, whom it warns and who is told in the end ([working time](working-time.md#service-levels)).'

/** The settings that the panel shows of the element, with their hints. */
async function settingsIn({ model, element }: Section): Promise<[string, string][]> {
  const { rootElement } = await new BpmnModdle({ kontor: extension }).fromXML(read(model))
  const found = elementsIn(rootElement as unknown as Moddle).find(({ id }) => id === element)
  if (!found) throw new Error(`${model} has no element "${element}"`)
  const [names, hints]: Record<string, string>[] = [texts.settings, texts.hints]
  const own = settingsOf(kindOf(found)).map(({ name, control }): [string, string] => [
    names?.[name] ?? name,
    hints?.[control.kind === 'condition' ? 'condition' : name] ?? '',
  ])
  return isActivity(found.$type) ? [...own, [texts.levels.title, LEVELS]] : own
}
