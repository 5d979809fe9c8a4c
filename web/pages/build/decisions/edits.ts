import { partsOf, type Table, variableOf } from './table.ts'
import {
  attributeOf,
  childrenOf,
  type Element,
  elementsOf,
  encode,
  indentOf,
  insertAfter,
  insertBefore,
  nameIn,
  remove,
  type Splice,
  setAttribute,
  setText,
  splice,
} from './xml.ts'

/** A change of a text; what it does not touch stays as it was written. */
export type TableEdit = (text: string, table: Table) => string

/** Does something to the table with this place in the file. */
export function editTable(text: string, at: number, edit: TableEdit): string {
  const table = partsOf(text).tables[at]
  return table ? edit(text, table) : text
}

export type CellPosition = { row: number; part: 'when' | 'results' | 'notes'; column: number }

export const setCell =
  ({ row, part, column }: CellPosition, value: string): TableEdit =>
  (text, { rules }) => {
    const cell = rules[row]?.[part][column]
    return cell ? splice(text, setText(text, cell.element, value)) : text
  }

/** `UNIQUE`, or `COLLECT SUM` with what is done to the results. */
export const setHitPolicy =
  (policy: string): TableEdit =>
  (text, { element }) => {
    const [hitPolicy = '', aggregation = ''] = /^(COLLECT) (.+)$/.exec(policy)?.slice(1) ?? [policy]
    return splice(text, [
      ...setAttribute(text, element, 'hitPolicy', hitPolicy),
      ...setAttribute(text, element, 'aggregation', aggregation),
    ])
  }

/** An empty rule behind another one, or as the first. */
export const addRule =
  (after: number): TableEdit =>
  (text, table) => {
    const before = table.rules[after]
    const last = [...table.outputs, ...table.inputs].map(({ element }) => element)[0]
    const anchor = before?.element ?? table.outputs.at(-1)?.element ?? last
    if (!anchor) return text
    const first = table.rules[0]
    const written = ruleText(text, table)
    if (!before && first) return splice(text, [insertBefore(text, first.element, written)])
    return splice(text, [insertAfter(text, anchor, written)])
  }

/** The same rule once more behind it, with all that is written in it. */
export const copyRule =
  (row: number): TableEdit =>
  (text, { rules }) => {
    const rule = rules[row]?.element
    if (!rule) return text
    const id = freshId(text, 'rule')
    const ids = withDescendants(rule)
      .filter((each) => attributeOf(text, each, 'id') !== '')
      .flatMap((each, at) => setAttribute(text, each, 'id', at === 0 ? id : `${id}_${at}`))
      .map(({ from, to, ...by }) => ({ from: from - rule.start, to: to - rule.start, ...by }))
    return splice(text, [insertAfter(text, rule, splice(text.slice(rule.start, rule.end), ids))])
  }

const withDescendants = (element: Element): Element[] => [
  element,
  ...element.children.flatMap(withDescendants),
]

function ruleText(text: string, table: Table): string {
  const id = freshId(text, 'rule')
  const model = table.rules[0]?.element ?? table.outputs[0]?.element ?? table.element
  const outer = indentOf(text, model)
  const inner = outer === '' ? '' : `${outer}  `
  const cell = (name: string, at: string, value: string) => {
    const [tag, inside] = [nameIn(table.element, name), nameIn(table.element, 'text')]
    return `${inner}<${tag} id="${id}_${at}"><${inside}>${encode(value)}</${inside}></${tag}>`
  }
  const cells = [
    ...table.inputs.map((_, at) => cell('inputEntry', `in${at + 1}`, '-')),
    ...table.outputs.map((_, at) => cell('outputEntry', `out${at + 1}`, '')),
    ...table.notes.map((_, at) =>
      cell('annotationEntry', `note${at + 1}`, '').replace(/ id="[^"]*"/, ''),
    ),
  ]
  const tag = nameIn(table.element, 'rule')
  return `<${tag} id="${id}">${cells.join('')}${outer}</${tag}>`
}

/** Ids name steps of the history: one that was used is not used again for something else. */
function freshId(text: string, beginning: string): string {
  for (;;) {
    const id = `${beginning}_${Math.random().toString(36).slice(2, 9)}`
    if (!text.includes(id)) return id
  }
}

export const removeRule =
  (row: number): TableEdit =>
  (text, { rules }) => {
    const rule = rules[row]
    return rule ? splice(text, [remove(text, rule.element)]) : text
  }

/** The two rules change places, each with the text it has. */
export const swapRules =
  (row: number, other: number): TableEdit =>
  (text, { rules }) => {
    const [one, two] = [rules[row]?.element, rules[other]?.element]
    if (!one || !two) return text
    const written = ({ start, end }: Element) => text.slice(start, end)
    return splice(text, [
      { from: one.start, to: one.end, text: written(two) },
      { from: two.start, to: two.end, text: written(one) },
    ])
  }

export type NewColumn = { label: string; name: string; type: string }

/** A column of inputs, with `-` in every rule; a name that nothing has becomes input data. */
export const addInput =
  ({ label, name, type }: NewColumn): TableEdit =>
  (text, table) => {
    const { inputs, outputs, rules, element } = table
    const id = freshId(text, 'input')
    const tag = (each: string) => nameIn(element, each)
    const written = `<${tag('input')} id="${id}"${attribute('label', label)}><${tag('inputExpression')} id="${id}_expression"${attribute('typeRef', type)}><${tag('text')}>${encode(name)}</${tag('text')}></${tag('inputExpression')}></${tag('input')}>`
    const last = inputs.at(-1)?.element
    const first = outputs[0]?.element
    if (!last && !first) return text
    const column = last
      ? insertAfter(text, last, written)
      : insertBefore(text, first as Element, written)
    const cells = rules.flatMap(({ when, results }, row) => {
      const entry = `<${tag('inputEntry')} id="${id}_${row + 1}"><${tag('text')}>-</${tag('text')}></${tag('inputEntry')}>`
      const before = when.at(-1)?.element
      if (before) return [insertAfter(text, before, entry)]
      return results[0] ? [insertBefore(text, results[0].element, entry)] : []
    })
    return splice(text, [column, ...cells, ...requirement(text, table, { label, name, type })])
  }

const attribute = (name: string, value: string): string =>
  value === '' ? '' : ` ${name}="${encode(value).replaceAll('"', '&quot;')}"`

/** How a decision requires what has a name, by what that is. */
const REQUIREMENTS: Record<string, [outer: string, inner: string]> = {
  inputData: ['informationRequirement', 'requiredInput'],
  decision: ['informationRequirement', 'requiredDecision'],
  businessKnowledgeModel: ['knowledgeRequirement', 'requiredKnowledge'],
}

/** What a table reads has to be declared, and required by its decision. */
function requirement(text: string, { element }: Table, { name, type }: NewColumn): Splice[] {
  const isName = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)
  const [decision, expression] = aroundOf(element)
  if (!isName || !decision) return []
  const declared = elementsOf(text).find(
    (each) => Object.hasOwn(REQUIREMENTS, each.name) && variableOf(text, each).name === name,
  )
  // A decision does not require itself.
  if (declared?.start === decision.start) return []
  const tag = (each: string) => nameIn(element, each)
  const isTaken = text.includes(`"${name}"`) || text.includes(`'${name}'`)
  const id = declared ? attributeOf(text, declared, 'id') : isTaken ? freshId(text, name) : name
  const [outer, inner] = REQUIREMENTS[declared?.name ?? 'inputData'] as [string, string]
  const before = childrenOf(decision, outer)
  const isRequired = before
    .flatMap((each) => childrenOf(each, inner))
    .some((each) => attributeOf(text, each, 'href') === `#${id}`)
  if (isRequired) return []
  const needs = `<${tag(outer)} id="${freshId(text, 'needs')}"><${tag(inner)}${attribute('href', `#${id}`)} /></${tag(outer)}>`
  const last = before.at(-1)
  const data = `<${tag('inputData')} id="${id}" name="${name}"><${tag('variable')} name="${name}"${attribute('typeRef', type)} /></${tag('inputData')}>`
  return [
    ...(declared ? [] : [insertBefore(text, decision, data)]),
    last ? insertAfter(text, last, needs) : insertBefore(text, expression, needs),
  ]
}

/** The decision around a table, and what of it holds the table; no decision in a function. */
function aroundOf(element: Element): [decision: Element | undefined, expression: Element] {
  const { parent } = element
  return !parent || parent.name === 'decision' ? [parent, element] : aroundOf(parent)
}

export const addOutput =
  ({ label, name, type }: NewColumn): TableEdit =>
  (text, { outputs, rules, element }) => {
    const id = freshId(text, 'output')
    const tag = (each: string) => nameIn(element, each)
    const last = outputs.at(-1)?.element
    if (!last) return text
    const written = `<${tag('output')} id="${id}"${attribute('name', name)}${attribute('label', label)}${attribute('typeRef', type)} />`
    const cells = rules.flatMap(({ results }, row) => {
      const before = results.at(-1)?.element
      const entry = `<${tag('outputEntry')} id="${id}_${row + 1}"><${tag('text')}></${tag('text')}></${tag('outputEntry')}>`
      return before ? [insertAfter(text, before, entry)] : []
    })
    return splice(text, [insertAfter(text, last, written), ...cells])
  }

/** A column with its cells. */
export const removeColumn =
  (part: 'inputs' | 'outputs', column: number): TableEdit =>
  (text, table) => {
    const head = table[part][column]?.element
    if (!head) return text
    const cells = table.rules.flatMap(({ when, results }) => {
      const cell = (part === 'inputs' ? when : results)[column]
      return cell ? [remove(text, cell.element)] : []
    })
    return splice(text, [remove(text, head), ...cells])
  }
