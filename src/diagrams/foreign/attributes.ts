import { isTime } from '../../engine/time/due.ts'
import type { Work } from './import.ts'
import type { Moddle } from './moddle.ts'
import { literalIn, translate, variableIn } from './translate.ts'
import { addSetting, setOwn, toCode } from './write.ts'

/** Whether it was understood: then it leaves the file. */
type Convert = (work: Work, element: Moddle, given: { from: string; value: string }) => boolean

/** Reports what an attribute or element has become. */
const say =
  (what: 'taken' | 'changed' | 'not understood') =>
  (work: Work, element: Moddle, from: string, to: string): boolean => {
    work.say(element, { what, from, to })
    return what !== 'not understood'
  }
export const taken = say('taken')
export const changed = say('changed')
export const notUnderstood = say('not understood')

/** One of the people: a login, or a variable. */
function toPerformer({ starters }: Work, kind: 'user' | 'group', text: string): string | undefined {
  const variable = variableIn(text)
  if (variable !== undefined) return starters.has(variable) ? 'role:author' : `variable:${variable}`
  const literal = literalIn(text)
  if (literal === undefined || literal === '') return undefined
  return kind === 'user' ? `user:${literal}` : `group:${toCode(literal)}`
}

/** People are added to those who are named already. */
export function addPerformers(
  work: Work,
  element: Moddle,
  { from, value, kind }: { from: string; value: string; kind: 'user' | 'group' },
): boolean {
  const parts = variableIn(value) === undefined ? (literalIn(value)?.split(',') ?? []) : [value]
  const found = parts.map((part) => toPerformer(work, kind, part))
  if (found.length === 0 || found.includes(undefined)) {
    return notUnderstood(work, element, from, 'say who does it with kontor:performer')
  }
  const before = typeof element.performer === 'string' ? [element.performer] : []
  setOwn(element, 'performer', [...before, ...found].join(', '))
  return taken(work, element, from, `kontor:performer="${found.join(', ')}"`)
}

export function setDue(work: Work, element: Moddle, from: string, value: string): boolean {
  const literal = literalIn(value)
  const due = literal !== undefined && isTime(literal) ? literal : translate(value)?.text
  if (due === undefined)
    return notUnderstood(work, element, from, 'say when it is due with kontor:due')
  setOwn(element, 'due', due)
  return taken(work, element, from, `kontor:due="${due}"`)
}

export function setTopic(work: Work, element: Moddle, from: string, value: string): boolean {
  const topic = literalIn(value)
  if (!topic) return notUnderstood(work, element, from, 'name the topic with kontor:topic')
  setOwn(element, 'topic', topic)
  return taken(work, element, from, `kontor:topic="${topic}"`)
}

export function setDecision(work: Work, element: Moddle, from: string, value: string): boolean {
  const id = literalIn(value)
  if (!id) return notUnderstood(work, element, from, 'name the decision with kontor:decision')
  const path = `${work.workspace}/${toCode(id)}`
  setOwn(element, 'decision', path)
  return changed(work, element, from, `kontor:decision="${path}"`)
}

export function setCalled(work: Work, element: Moddle, from: string, value: string): boolean {
  const id = literalIn(value)
  if (!id) return notUnderstood(work, element, from, 'a call names its process, not an expression')
  element.calledElement = `${work.workspace}/${toCode(id)}`
  return changed(work, element, from, `calledElement="${element.calledElement}"`)
}

/** What a class did is done by a program that pulls the work. */
const byProgram: Convert = (work, element, { from, value }) => {
  const name = toCode(
    value
      .replace(/^[$#]\{(.*)\}$/s, '$1')
      .replace(/\(.*$/s, '')
      .split(/[.#]/)
      .at(-1) ?? '',
  )
  if (!/Task$/.test(element.$type))
    return notUnderstood(work, element, from, 'code of an engine is not run')
  setOwn(element, 'topic', name)
  return changed(
    work,
    element,
    from,
    `kontor:topic="${name}": a program that pulls it does what the code did`,
  )
}

const unneeded =
  (why: string): Convert =>
  (work, element, { from }) =>
    changed(work, element, from, `left out: ${why}`)

const people =
  (kind: 'user' | 'group'): Convert =>
  (work, element, given) =>
    addPerformers(work, element, { ...given, kind })

const result: Convert = (work, element, { from, value }) => {
  addSetting(work, element, 'result', value)
  return taken(work, element, from, `setting result = ${value}`)
}

const loopList: Convert = (work, element, { from, value }) => {
  const name = variableIn(value) ?? literalIn(value)
  if (!name || !/^\w+$/.test(name))
    return notUnderstood(work, element, from, 'the list is a variable')
  element.loopCardinality = work.maker.create('bpmn:FormalExpression', { body: name })
  return taken(work, element, from, `loopCardinality = ${name}`)
}

const loopItem: Convert = (work, element, { from, value }) => {
  element.inputDataItem = work.maker.create('bpmn:DataInput', { id: `${value}_item`, name: value })
  return taken(work, element, from, `inputDataItem = ${value}`)
}

const ATTRIBUTES: Record<string, Convert> = {
  assignee: people('user'),
  candidateUsers: people('user'),
  candidateGroups: people('group'),
  dueDate: (work, element, { from, value }) => setDue(work, element, from, value),
  topic: (work, element, { from, value }) => setTopic(work, element, from, value),
  type: (work, element, { from, value }) =>
    value === 'external'
      ? taken(work, element, from, 'its topic')
      : notUnderstood(work, element, from, 'say what it does with kontor:step'),
  decisionRef: (work, element, { from, value }) => setDecision(work, element, from, value),
  resultVariable: result,
  class: byProgram,
  delegateExpression: byProgram,
  expression: byProgram,
  initiator: (work, element, { from }) => taken(work, element, from, 'role:author'),
  collection: loopList,
  elementVariable: loopItem,
  asyncBefore: unneeded('steps outside of the database are jobs of their own'),
  asyncAfter: unneeded('steps outside of the database are jobs of their own'),
  async: unneeded('steps outside of the database are jobs of their own'),
  exclusive: unneeded('one move of an instance at a time'),
  decisionRefBinding: unneeded('the newest version decides'),
  calledElementBinding: unneeded('the newest version is called'),
  mapDecisionResult: unneeded('outputs are taken over by their names'),
  isStartableInTasklist: unneeded('manualRun in the YAML file'),
  historyTimeToLive: unneeded('the history stays'),
}

const ADVICE: [RegExp, string][] = [
  [/formKey|formRef/i, 'describe the form with kontor:form'],
  [/retr|jobPriority|priority/i, 'every step has the same retries and no priority'],
  [/candidateStarter/i, 'rights in the YAML file say who starts it'],
  [/followUp/i, 'tasks have a due date only'],
]

export const adviceFor = (name: string, otherwise: string): string =>
  ADVICE.find(([pattern]) => pattern.test(name))?.[1] ?? otherwise

export function convertAttribute(
  work: Work,
  element: Moddle,
  name: string,
  value: string,
): boolean {
  const local = name.replace(/^.*:/, '')
  const from = `${name}="${value}"`
  const convert = Object.hasOwn(ATTRIBUTES, local) ? ATTRIBUTES[local] : undefined
  if (!convert) return notUnderstood(work, element, from, adviceFor(local, 'it is ignored'))
  return convert(work, element, { from, value })
}
