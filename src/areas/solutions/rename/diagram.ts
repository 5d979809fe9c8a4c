import { type RenameContext, reaches, type Scope } from './rename-context.ts'
import {
  renameDotted,
  renameExpression,
  renamePerformers,
  renameTemplate,
  renameTree,
} from './texts.ts'
import { replaceTexts, textsIn, type XmlElement, type XmlText } from './xml.ts'

/** A reference in a diagram; `after` is null if people must correct it themselves. */
export type InDiagram = { element: string; before: string; after: string | null }

type Process = { xml: string; scope: Scope | undefined; context: RenameContext }

/** The diagram with new names, and every place that has one. */
export function mendDiagram({ xml, scope, context }: Process): {
  xml: string
  places: InDiagram[]
} {
  const changes: (readonly [XmlText, string])[] = []
  const places: InDiagram[] = []
  const texts = textsIn(xml)
  const settings = settingsIn(texts)
  for (const text of texts) {
    const reading: Reading = {
      text,
      scope,
      context,
      settings: settings.get(nodeOf(text.element)) ?? {},
    }
    const after = isScript(text) ? text.value : mend(reading)
    const element = idOf(text.element)
    if (after !== text.value) {
      changes.push([text, after])
      places.push({ element, before: text.value, after })
    } else if (mayMean(reading)) {
      places.push({ element, before: text.value.slice(0, 200), after: null })
    }
  }
  return { xml: replaceTexts(xml, changes), places }
}

type Settings = Record<string, string>
type Reading = {
  text: XmlText
  scope: Scope | undefined
  context: RenameContext
  settings: Settings
}
type Rename = (value: string, scope: Scope | undefined, context: RenameContext) => string

/** How each setting of a step is read. A test compares them with the settings that the engine knows. */
export const READ_AS: Record<string, Rename | 'status' | 'decision' | 'nothing'> = {
  target: renameExpression,
  targetFieldCode: renameExpression,
  correlation: renameExpression,
  ttl: renameExpression,
  result: renameDotted,
  receivers: renamePerformers,
  participants: renamePerformers,
  status: 'status',
  decision: 'decision',
  taskName: renameTemplate,
  subject: renameTemplate,
  body: renameTemplate,
  to: renameTemplate,
  cc: renameTemplate,
  bcc: renameTemplate,
  attachments: renameTemplate,
  messageHeader: renameTemplate,
  messageBody: renameTemplate,
  goal: renameTemplate,
  app: 'nothing',
  event: 'nothing',
  async: 'nothing',
  module: 'nothing',
  action: 'nothing',
  template: 'nothing',
  autoApproval: 'nothing',
  allowReassign: 'nothing',
  cleanUp: 'nothing',
  confirm: 'nothing',
  always: 'nothing',
  retries: 'nothing',
  backoff: 'nothing',
  retryOn: 'nothing',
  approved: 'nothing',
  signExit: 'nothing',
  cancelExit: 'nothing',
  folder: 'nothing',
  function: 'nothing',
  auto: 'nothing',
  operations: 'nothing',
  user: 'nothing',
  approval: 'nothing',
  model: 'nothing',
  maxSteps: 'nothing',
  maxTokens: 'nothing',
  maxTime: 'nothing',
}

/** Texts between tags that are conditions, values or times. */
const EXPRESSIONS = [
  ...[
    'conditionExpression',
    'condition',
    'completionCondition',
    'loopCondition',
    'activationCondition',
  ],
  ...['loopCardinality', 'timeDate', 'timeDuration', 'timeCycle'],
  ...['loopDataInputRef', 'loopDataOutputRef'],
]

function mend(reading: Reading): string {
  const { text, scope, context } = reading
  const { element, attribute, value } = text
  if (attribute === undefined) {
    return EXPRESSIONS.includes(element.tag)
      ? renameExpression(value, scope, context)
      : renameTemplate(value, scope, context)
  }
  if (element.tag === 'formField' && attribute === 'code')
    return renameDotted(value, scope, context)
  if (element.tag === 'setting' && attribute === 'value') return mendSetting(reading)
  if (element.tag === 'mapping') return mendMapping(reading)
  if (attribute === 'performer') return renamePerformers(value, scope, context)
  if (attribute === 'due' || attribute === 'collection')
    return renameExpression(value, scope, context)
  return renameTemplate(value, scope, context)
}

function mendSetting({ text: { element, value }, scope, context, settings }: Reading): string {
  const rename = READ_AS[element.attributes.name ?? ''] ?? 'nothing'
  if (typeof rename === 'function') return rename(value, scope, context)
  if (rename === 'decision') return mendDecision(value, scope, context)
  const { what, owner, from, to } = context.renaming
  const isOf =
    rename === 'status' && what === 'status' && itemScope(settings, scope, context)?.owner
  return isOf === owner && value === from ? to : value
}

/** The app whose items a step is about. */
function itemScope(
  { app, target, targetFieldCode }: Settings,
  scope: Scope | undefined,
  { graph }: RenameContext,
) {
  if (app !== undefined) return graph.scopeOf(`app:${app}`)
  const keys = (target ?? targetFieldCode ?? '').split('.')
  return keys.reduce<Scope | undefined>((at, key) => at && graph.behind(at.fields[key]), scope)
}

/** A step maps values in and out, under names of its own. */
function mendMapping({ text: { element, attribute, value }, scope, context, settings }: Reading) {
  const isOut = element.attributes.direction === 'out'
  const node = nodeOf(element)
  const { step } = node.attributes
  const called = node.attributes.calledElement
  const inside =
    step === 'app_create' || step === 'app_update'
      ? itemScope(settings, scope, context)
      : called === undefined
        ? undefined
        : context.graph.scopeOf(`process:${called}`)
  const own = step === 'assignment' ? scope : inside
  if (attribute === 'source') return renameExpression(value, isOut ? inside : scope, context)
  if (attribute === 'target') return renameDotted(value, isOut ? scope : own, context)
  return value
}

/** `[{"when": "amount > 100", "then": {"level": "high"}}]`; a condition may also be a tree. */
function mendDecision(value: string, scope: Scope | undefined, context: RenameContext): string {
  const renamed = (key: string) => renameDotted(key, scope, context)
  const conditions = value.replace(
    /("when"\s*:\s*)("(?:[^"\\]|\\.)*")/g,
    (_, before: string, text: string) =>
      before + JSON.stringify(renameExpression(JSON.parse(text), scope, context)),
  )
  return renameTree(conditions, scope, context).replace(
    /("then"\s*:\s*\{)([^}]*)/g,
    (_, before: string, values: string) =>
      before + values.replace(/"(\w+)"(\s*:)/g, (__, key, end) => `"${renamed(key)}"${end}`),
  )
}

const isScript = ({ element, attribute }: XmlText): boolean =>
  element.tag === 'script' && attribute === undefined

/** Scripts refer to fields in ways only their author knows; so do texts that compare with a status or an option. */
function mayMean({ text, scope, context: { graph, renaming } }: Reading): boolean {
  const { what, from, owner } = renaming
  const isWord = new RegExp(`\\b${RegExp.escape(from)}\\b`).test(text.value)
  if (!isWord || !(scope?.owner === owner || reaches(scope, owner, graph))) return false
  if (isScript(text)) return true
  const isExpression = EXPRESSIONS.includes(text.element.tag) || text.attribute === 'source'
  return (what === 'option' || what === 'status') && isExpression
}

const OURS = [
  'setting',
  'settings',
  'mapping',
  'mappings',
  'form',
  'formField',
  'extensionElements',
]

/** The element of the diagram that ours are in. */
export const nodeOf = (element: XmlElement): XmlElement =>
  OURS.includes(element.tag) && element.parent ? nodeOf(element.parent) : element

export function idOf(element: XmlElement | undefined): string {
  return element ? (element.attributes.id ?? idOf(element.parent)) : ''
}

export function settingsIn(texts: readonly XmlText[]): Map<XmlElement, Settings> {
  const found = new Map<XmlElement, Settings>()
  for (const { element } of texts) {
    if (element.tag !== 'setting') continue
    const { name = '', value = '' } = element.attributes
    const node = nodeOf(element)
    found.set(node, { ...found.get(node), [name]: value })
  }
  return found
}
