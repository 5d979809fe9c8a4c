import { attributeOf, childrenOf, type Element, elementsOf, textIn } from './xml.ts'

export type Cell = { id: string; text: string; element: Element }
export type InputColumn = {
  id: string
  label: string
  expression: string
  type: string
  element: Element
}
export type OutputColumn = {
  id: string
  label: string
  name: string
  type: string
  element: Element
}
export type Rule = { id: string; when: Cell[]; results: Cell[]; notes: Cell[]; element: Element }

/** A decision table as it stands in a text. */
export type Table = {
  id: string
  /** Of the decision around it. */
  name: string
  hitPolicy: string
  aggregation: string
  inputs: InputColumn[]
  outputs: OutputColumn[]
  notes: string[]
  rules: Rule[]
  element: Element
}

export type Parts = { tables: Table[]; inputs: { name: string; type: string }[] }

/** What a grid shows of a file of decisions. */
export function partsOf(text: string): Parts {
  const all = elementsOf(text)
  return {
    tables: all.filter(({ name }) => name === 'decisionTable').map((each) => tableOf(text, each)),
    inputs: all.filter(({ name }) => name === 'inputData').map((each) => variableOf(text, each)),
  }
}

/** What others call an input, a decision or a function. */
export function variableOf(text: string, element: Element): { name: string; type: string } {
  const [variable] = childrenOf(element, 'variable')
  return {
    name: attributeOf(text, variable ?? element, 'name') || attributeOf(text, element, 'name'),
    type: variable ? attributeOf(text, variable, 'typeRef') : '',
  }
}

function tableOf(text: string, element: Element): Table {
  const attribute = (of: Element | undefined, name: string) =>
    of ? attributeOf(text, of, name) : ''
  const cells = (of: Element, name: string): Cell[] =>
    childrenOf(of, name).map((each) => ({
      id: attribute(each, 'id'),
      text: textIn(text, each),
      element: each,
    }))
  return {
    id: attribute(element, 'id'),
    name: attribute(element.parent, 'name') || attribute(element.parent, 'id'),
    hitPolicy: attribute(element, 'hitPolicy') || 'UNIQUE',
    aggregation: attribute(element, 'aggregation'),
    inputs: childrenOf(element, 'input').map((each) => {
      const [expression] = childrenOf(each, 'inputExpression')
      return {
        id: attribute(each, 'id'),
        label: attribute(each, 'label'),
        expression: textIn(text, expression),
        type: attribute(expression, 'typeRef'),
        element: each,
      }
    }),
    outputs: childrenOf(element, 'output').map((each) => ({
      id: attribute(each, 'id'),
      label: attribute(each, 'label'),
      name: attribute(each, 'name'),
      type: attribute(each, 'typeRef'),
      element: each,
    })),
    notes: childrenOf(element, 'annotation').map((each) => attribute(each, 'name')),
    rules: childrenOf(element, 'rule').map((each) => ({
      id: attribute(each, 'id'),
      when: cells(each, 'inputEntry'),
      results: cells(each, 'outputEntry'),
      notes: cells(each, 'annotationEntry'),
      element: each,
    })),
    element,
  }
}
