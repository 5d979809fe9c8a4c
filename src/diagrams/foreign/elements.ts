import {
  addPerformers,
  adviceFor,
  changed,
  notUnderstood,
  setCalled,
  setDecision,
  setDue,
  setTopic,
  taken,
} from './attributes.ts'
import type { Work } from './import.ts'
import { elementsIn, extensionsOf, type Moddle } from './moddle.ts'
import { translate } from './translate.ts'
import { addField, addMapping, addSetting, toCode } from './write.ts'

/** Whether it was understood: then it leaves the file. */
type Convert = (work: Work, element: Moddle, found: Moddle) => boolean

const childrenOf = ({ $children = [] }: Moddle): Moddle[] => $children
const localName = ({ $type }: Moddle): string => $type.replace(/^.*:/, '')
const attribute = (element: Moddle, name: string): string | undefined => {
  const value = element[name] ?? element.$attrs?.[name]
  return typeof value === 'string' ? value : undefined
}
/** As it stood in the file, without what is inside. */
const shown = (found: Moddle): string => {
  const names = Object.keys(found).filter(
    (name) => !name.startsWith('$') && typeof found[name] === 'string',
  )
  return `<${[found.$type, ...names.map((name) => `${name}="${String(found[name])}"`)].join(' ')}>`
}

/** A value that goes in or out: an expression that translates, or a text. */
function mapOne(
  work: Work,
  element: Moddle,
  {
    found,
    direction,
    source,
    target,
  }: { found: Moddle; direction: 'in' | 'out'; source: string; target: string },
): boolean {
  const isExpression = /^\s*([$#]\{|=)/.test(source)
  const translated = isExpression ? translate(source)?.text : literalOf(source)
  if (translated === undefined || target === '') {
    return notUnderstood(work, element, shown(found), 'write the mapping with kontor:mappings')
  }
  addMapping(work, element, {
    direction,
    source: translated,
    target: direction === 'out' ? toCode(target) : target,
  })
  return taken(work, element, shown(found), `${direction}: ${translated} → ${target}`)
}

const literalOf = (text: string): string =>
  /^(-?\d+(\.\d+)?|true|false|null)$/.test(text.trim()) ? text.trim() : JSON.stringify(text.trim())

/** Camunda 7: parameters with an expression, a text, or a script, a list, a map, which are not read. */
const inputOutput: Convert = (work, element, found) => {
  const results = childrenOf(found).map((parameter) => {
    const direction = localName(parameter) === 'outputParameter' ? 'out' : 'in'
    const target = attribute(parameter, 'name') ?? ''
    const isPlain = childrenOf(parameter).length === 0
    const source = isPlain ? (parameter.$body ?? '') : ''
    if (!isPlain || source === '') {
      return notUnderstood(
        work,
        element,
        shown(parameter),
        'scripts, lists and maps are not mapped',
      )
    }
    return mapOne(work, element, { found: parameter, direction, source, target })
  })
  return results.every(Boolean)
}

/** Zeebe: inputs and outputs with FEEL. */
const ioMapping: Convert = (work, element, found) =>
  childrenOf(found)
    .map((each) => {
      const direction = localName(each) === 'output' ? 'out' : 'in'
      const [source = '', target = ''] = [attribute(each, 'source'), attribute(each, 'target')]
      return mapOne(work, element, { found: each, direction, source, target })
    })
    .every(Boolean)

/** Values of a call of Camunda 7. */
const passed =
  (direction: 'in' | 'out'): Convert =>
  (work, element, found) => {
    if (attribute(found, 'businessKey') !== undefined) {
      return notUnderstood(work, element, shown(found), 'instances have no business key')
    }
    if (attribute(found, 'variables') === 'all') {
      return notUnderstood(work, element, shown(found), 'name each value with kontor:mappings')
    }
    const source = attribute(found, 'source')
    const expression = attribute(found, 'sourceExpression')
    const target = attribute(found, 'target') ?? ''
    return mapOne(work, element, {
      found,
      direction,
      source: expression ?? `\${${source ?? ''}}`,
      target,
    })
  }

/** Fields of a form of Camunda 7. */
const formData: Convert = (work, element, found) => {
  for (const field of childrenOf(found).filter((each) => localName(each) === 'formField')) {
    const id = attribute(field, 'id') ?? ''
    const limits = childrenOf(field).flatMap(childrenOf)
    const required = limits.some((each) => attribute(each, 'name') === 'required')
    const name = attribute(field, 'label') ?? id
    addField(work, element, { code: toCode(id), name, ...(required && { required }) })
    taken(work, element, shown(field), `field "${toCode(id)}" of kontor:form`)
  }
  return true
}

/** A form of Camunda 8 that stands in the process itself. */
const formDefinition: Convert = (work, element, found) => {
  const key = attribute(found, 'formKey') ?? attribute(found, 'formId') ?? ''
  const id = key.split(':').at(-1) ?? ''
  const form = elementsIn(work.root)
    .flatMap(extensionsOf)
    .find((each) => localName(each) === 'userTaskForm' && attribute(each, 'id') === id)
  const fields = form && fieldsIn(form.$body ?? '')
  if (!fields)
    return notUnderstood(work, element, shown(found), 'describe the form with kontor:form')
  for (const field of fields) addField(work, element, field)
  return taken(
    work,
    element,
    shown(found),
    `kontor:form with ${fields.map(({ code }) => code).join(', ')}`,
  )
}

type FormComponent = { key?: string; label?: string; validate?: { required?: boolean } }

function fieldsIn(json: string) {
  try {
    const { components = [] } = JSON.parse(json) as { components?: FormComponent[] }
    return components.flatMap(({ key, label, validate }) =>
      key === undefined
        ? []
        : [
            {
              code: toCode(key),
              name: label ?? key,
              ...(validate?.required && { required: true }),
            },
          ],
    )
  } catch {
    return undefined
  }
}

const assignment: Convert = (work, element, found) =>
  (
    [
      ['assignee', 'user'],
      ['candidateUsers', 'user'],
      ['candidateGroups', 'group'],
    ] as const
  )
    .map(([name, kind]) => {
      const value = attribute(found, name)
      if (value === undefined) return true
      return addPerformers(work, element, { from: `zeebe:${name}="${value}"`, value, kind })
    })
    .every(Boolean)

const taskDefinition: Convert = (work, element, found) => {
  const retries = attribute(found, 'retries')
  if (retries !== undefined) {
    changed(work, element, `retries="${retries}"`, 'left out: every step has the same retries')
  }
  return setTopic(work, element, shown(found), attribute(found, 'type') ?? '')
}

const calledDecision: Convert = (work, element, found) => {
  const result = attribute(found, 'resultVariable')
  if (result !== undefined) addSetting(work, element, 'result', toCode(result))
  return setDecision(work, element, shown(found), attribute(found, 'decisionId') ?? '')
}

const loopCharacteristics: Convert = (work, element, found) => {
  const get = (name: string) => attribute(found, name)
  const list = translate(get('inputCollection') ?? '')?.text
  if (list === undefined)
    return notUnderstood(work, element, shown(found), 'the list is a variable')
  element.loopCardinality = work.maker.create('bpmn:FormalExpression', { body: list })
  const item = get('inputElement')
  if (item)
    element.inputDataItem = work.maker.create('bpmn:DataInput', { id: `${item}_item`, name: item })
  const output = get('outputCollection')
  if (output) {
    return notUnderstood(
      work,
      element,
      shown(found),
      'name the list that is collected with loopDataOutputRef',
    )
  }
  return taken(work, element, shown(found), `loopCardinality = ${list}`)
}

const listener: Convert = (work, element, found) =>
  notUnderstood(work, element, shown(found), 'listeners are not run: draw a step, or use a webhook')

const ELEMENTS: Record<string, Convert> = {
  inputOutput,
  ioMapping,
  in: passed('in'),
  out: passed('out'),
  formData,
  formDefinition,
  userTaskForm: (work, element, found) =>
    taken(work, element, shown(found), 'the form of its tasks'),
  userTask: () => true,
  // Written where the message is waited for.
  subscription: () => true,
  assignmentDefinition: assignment,
  taskSchedule: (work, element, found) =>
    setDue(work, element, shown(found), attribute(found, 'dueDate') ?? ''),
  taskDefinition,
  calledDecision,
  calledElement: (work, element, found) =>
    setCalled(work, element, shown(found), attribute(found, 'processId') ?? ''),
  loopCharacteristics,
  executionListener: listener,
  taskListener: listener,
  executionListeners: listener,
  taskListeners: listener,
}

export function convertElement(work: Work, element: Moddle, found: Moddle): boolean {
  const name = localName(found)
  const convert = Object.hasOwn(ELEMENTS, name) ? ELEMENTS[name] : undefined
  return convert
    ? convert(work, element, found)
    : notUnderstood(work, element, shown(found), adviceFor(name, 'it is ignored'))
}
