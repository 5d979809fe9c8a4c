import { attachedIn, isAttachable } from '../attachments.ts'
import { parseDecision } from '../decision.ts'
import { type Model, type Node, type NodeType, nodesOf } from '../model.ts'
import { isPath } from '../path.ts'
import { checkRetry, RETRY_SETTINGS } from '../retry.ts'
import { ANY_APP } from '../starts.ts'
import { AGENT_SETTINGS } from './agents.ts'
import { type Check, problem, warning } from './problem.ts'

/** The required and the optional settings of each step. */
export const SETTINGS: Partial<Record<NodeType, { must?: string[]; may?: string[] }>> = {
  start: { may: ['app', 'event', 'status', 'result', 'correlation', 'always'] },
  end: { may: ['correlation', 'ttl'] },
  event: { may: ['target', 'status', 'correlation', 'ttl'] },
  user: { may: ['taskName', 'participants', 'allowReassign'] },
  call: { may: ['async'] },
  ca: { must: ['module', 'action'], may: RETRY_SETTINGS },
  script: { may: ['function', 'result', ...RETRY_SETTINGS] },
  worker: { may: RETRY_SETTINGS },
  assignment: { may: ['decision'] },
  decision: { may: ['result'] },
  status: { must: ['target', 'status'] },
  notification: { may: ['receivers', 'subject', 'body', 'correlation', 'ttl'] },
  send_mail: {
    must: ['to', 'subject'],
    may: ['body', 'attachments', 'cc', 'bcc', ...RETRY_SETTINGS],
  },
  app_create: { must: ['app'], may: ['result'] },
  app_update: { must: ['target'] },
  doc_template: { must: ['template'], may: ['target', 'result', ...RETRY_SETTINGS] },
  approval_list_process: {
    must: ['targetFieldCode'],
    may: ['taskName', 'autoApproval', 'receivers', 'allowReassign', 'cleanUp', 'confirm'],
  },
  approval_list_close: { must: ['targetFieldCode', 'approved'] },
  inform_list_process: {
    must: ['targetFieldCode'],
    may: ['taskName', 'receivers', 'messageHeader', 'messageBody', 'allowReassign'],
  },
  sign_item: {
    must: ['targetFieldCode'],
    may: ['taskName', 'signExit', 'cancelExit', 'allowReassign'],
  },
  agent: {
    must: ['goal'],
    may: [...AGENT_SETTINGS, 'result', ...RETRY_SETTINGS],
  },
  registration: {
    must: ['targetFieldCode', 'folder'],
    may: ['taskName', 'result', 'auto', 'cancelExit', 'allowReassign'],
  },
}

/** Settings with a fixed set of values. */
export const CHOICES: Record<string, string[]> = {
  approved: ['true', 'false'],
  allowReassign: ['true', 'false'],
  cleanUp: ['true', 'false'],
  autoApproval: ['off', 'approved', 'rejected'],
  confirm: ['none', 'approved', 'rejected', 'all'],
  async: ['true', 'false'],
  always: ['true', 'false'],
  auto: ['true', 'false'],
  event: ['created', 'updated', 'deleted', 'status'],
}

/** Every step has work to do, with valid settings. */
export const checkSteps: Check = (model, { variables, hasProcess, hasDecision }) =>
  nodesOf(model).flatMap((node) => [
    ...[
      ...(isOurs(node) ? missingFor(node) : []),
      ...checkSettings(node),
      ...checkFunction(node, model),
      ...checkWork(node),
      ...checkRetry(node),
      ...checkLoop(node),
      ...checkQuantities(node),
      ...checkCall(node, hasProcess),
      ...checkDecision(node, hasDecision),
      ...checkMappings(node),
      ...checkAttachments(node, variables),
      ...checkItem(node, variables),
    ].map((message) => problem(node, message)),
    ...(isOurs(node) ? [] : missingFor(node)).map((message) => warning(node, message)),
  ])

/** A task of another tool says nothing of ours: it can be published, and stops where it has no work. */
const isOurs = ({ settings, mappings, form, isStep }: Node): boolean =>
  isStep === true || Object.keys(settings).length + mappings.length + form.length > 0

/** What a step needs for its work. */
function missingFor({ type, script, settings, isThrowing, mappings }: Node): string[] {
  const { must = [] } = SETTINGS[type] ?? {}
  const isTelling = type === 'notification' && !isThrowing
  return [
    ...must.filter((name) => !settings[name]).map((name) => `the setting "${name}" is missing`),
    ...(type === 'script' && !script && !settings.function ? ['a script task needs a script'] : []),
    ...(isTelling && !settings.receivers ? ['the setting "receivers" is missing'] : []),
    ...(type === 'assignment' && !settings.decision && mappings.length === 0
      ? ['an assignment needs mappings or a decision']
      : []),
  ]
}

function checkSettings({ type, settings }: Node): string[] {
  const { must = [], may = [] } = SETTINGS[type] ?? {}
  const known = [...must, ...may]
  return [
    ...Object.keys(settings)
      .filter((name) => !known.includes(name))
      .map(
        (name) =>
          `unknown setting "${name}"${known.length > 0 ? `, expected one of ${known.join(', ')}` : ''}`,
      ),
    ...Object.entries(CHOICES)
      .filter(([name, values]) => settings[name] !== undefined && !values.includes(settings[name]))
      .map(([name, values]) => `the setting "${name}" is one of ${values.join(', ')}`),
  ]
}

/** The name of a function that can be called. */
const FUNCTION = /^[A-Za-z_$][\w$]{0,99}$/

function checkFunction(
  { type, script, settings: { function: called, result } }: Node,
  { scripts }: Model,
): string[] {
  if (type !== 'script') return []
  if (!called) return result ? ['the setting "result" needs the setting "function"'] : []
  return [
    ...(FUNCTION.test(called) ? [] : [`"${called}" is no name of a function`]),
    ...(script ? ['a script task has a script of its own or calls a function, not both'] : []),
    ...(scripts === undefined ? ['the process has no <kontor:scripts> with the function'] : []),
  ]
}

function checkWork({ type, settings: { decision } }: Node): string[] {
  if (!decision || type === 'decision') return []
  try {
    parseDecision(decision)
    return []
  } catch (error) {
    return [`the decision cannot be read: ${(error as Error).message}`]
  }
}

const PEOPLE: NodeType[] = ['approval_list_process', 'inform_list_process']
const UNLOOPED: NodeType[] = ['start', 'end', 'gateway']

function checkLoop({ type, loop }: Node): string[] {
  if (!loop) return []
  if (UNLOOPED.includes(type)) return ['only activities can have loops']
  if (PEOPLE.includes(type))
    return loop.over ? ['the number of runs comes from the performers, not from the loop'] : []
  if (loop.kind !== 'standard') return checkOver(loop.over)
  if (loop.maximum !== undefined && !(Number.isInteger(loop.maximum) && loop.maximum > 0)) {
    return ['the maximum of a loop must be a whole number above 0']
  }
  const isEndless = loop.condition === '' && loop.maximum === undefined
  return isEndless ? ['a loop needs a condition or a maximum'] : []
}

function checkOver(over: string): string[] {
  if (over === '') return ['a loop needs a list or a number of runs']
  return /^-\d|^null$/.test(over) ? [`a loop cannot run "${over}" times`] : []
}

/** All tokens of a quantity are sent in one step. */
const MOST_QUANTITY = 100

function checkQuantities({ startQuantity = 1, completionQuantity = 1 }: Node): string[] {
  const isCount = (number: number) =>
    Number.isInteger(number) && number > 0 && number <= MOST_QUANTITY
  return [startQuantity, completionQuantity].every(isCount)
    ? []
    : [`a quantity must be a whole number from 1 to ${MOST_QUANTITY}`]
}

function checkCall(
  { type, called, calls }: Node,
  hasProcess?: (path: string) => boolean,
): string[] {
  if (type !== 'call' || calls !== undefined) return []
  if (!called) return ['a call needs the process to call']
  return hasProcess && !hasProcess(called) ? [`there is no process "${called}"`] : []
}

function checkDecision(
  { type, decision, element }: Node,
  hasDecision?: (path: string) => boolean,
): string[] {
  if (decision === undefined) return []
  if (type !== 'decision')
    return [`only a business rule task has a decision, not ${labelOf(element)}`]
  return hasDecision && !hasDecision(decision) ? [`there is no decision "${decision}"`] : []
}

const labelOf = (element = '') => element.replace(/^\w+:/, '')

function checkMappings({ mappings, type }: Node): string[] {
  const isOwn = (direction: string) => direction === 'out' || type === 'assignment'
  return mappings.flatMap(({ direction, source, target }) => {
    if (source === '' || target === '') return ['a mapping needs a source and a target']
    if (isOwn(direction) && (!isPath(target) || target.includes('.'))) {
      return [`"${target}" is no name of a variable`]
    }
    return []
  })
}

/** The variable that gets the item with which a process begins. */
function checkItem(
  { type, settings: { app, result } }: Node,
  variables: Record<string, string> | undefined,
): string[] {
  if (type !== 'start' || !result) return []
  if (!app) return ['the setting "result" needs the setting "app"']
  const fit = app === ANY_APP ? ['REF_ITEM'] : ['SYS_COLLECTION', 'REF_ITEM']
  return !variables || fit.includes(variables[result] ?? '')
    ? []
    : [`"${result}" cannot hold the item: expected a variable of type ${fit.join(' or ')}`]
}

function checkAttachments(
  { type, settings }: Node,
  variables: Record<string, string> | undefined,
): string[] {
  if (type !== 'send_mail' || !variables) return []
  return attachedIn(settings.attachments ?? '')
    .filter((code) => !isAttachable(variables[code]))
    .map((code) => `"${code}" cannot be attached: expected a variable of type FILE or IMAGE`)
}
