import { DmnModdle } from 'dmn-moddle'
import { DOCUMENT_TYPE, hasDocumentType } from '../lib/document-type.ts'
import {
  AGGREGATIONS,
  type Aggregation,
  type DecisionProblem,
  type Expression,
  HIT_POLICIES,
  type HitPolicy,
  type Input,
  type Model,
  type Output,
  type Rule,
  type Table,
  type Type,
} from './model.ts'

/** An element as the DMN library returns it. */
type Element = { $type: string; id?: string; name?: string; [key: string]: unknown }

export type Reading = { model?: Model; problems: DecisionProblem[] }

const LARGEST = 2 * 1024 ** 2

/** The library knows 1.3; what we read is the same from 1.1 to 1.5. */
const NAMESPACES =
  /(?:https?:\/\/www\.omg\.org\/spec\/DMN\/(?:20151101\/dmn\.xsd|20180521|20191111|20211108|20230324)(\/MODEL|\/DMNDI)?\/?)(?=["'])/g
const toKnown = (xml: string) =>
  xml.replaceAll(
    NAMESPACES,
    (_, part = '/MODEL') => `https://www.omg.org/spec/DMN/20191111${part}/`,
  )

/** Reads DMN 1.1 to 1.5 XML. Everything that cannot be evaluated is reported with its element. */
export async function readDecisions(xml: string): Promise<Reading> {
  if (xml.length > LARGEST) return failed(`the file is larger than ${LARGEST / 1024 ** 2} MiB`)
  if (hasDocumentType(xml)) return failed(`this is not DMN XML: ${DOCUMENT_TYPE}`)
  try {
    const { rootElement, warnings } = await new DmnModdle().fromXML(toKnown(xml))
    const reader = new Reader(rootElement as Element)
    const said = warnings
      .filter(({ message }) => isAbout(message))
      .map(({ message, element }) => ({
        element: element?.id ?? '',
        message: oneLine(message),
      }))
    return { model: reader.model, problems: [...said, ...reader.problems] }
  } catch (error) {
    return failed(`this is not DMN XML: ${oneLine((error as Error).message)}`)
  }
}

/** Drawings, and attributes of other tools, change nothing. */
const isAbout = (message: string) =>
  /unknown type|unparsable|unresolved/.test(message) &&
  !/<(dmndi|di|dc|biodi|kie|trisofeed|triso):/.test(message)

const failed = (message: string): Reading => ({ problems: [{ element: '', message }] })

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

const all = (value: unknown): Element[] => (value as Element[] | undefined) ?? []
const textOf = (value: unknown): string => {
  const text = (value as Element | undefined)?.text
  return typeof text === 'string' ? text.trim() : ''
}
const given = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
const referred = (value: unknown): string =>
  String((value as Element | undefined)?.href ?? '').replace(/^.*#/, '')

class Reader {
  readonly problems: DecisionProblem[] = []
  readonly model: Model

  constructor(root: Element) {
    const elements = all(root.drgElement)
    const of = (type: string) => elements.filter(({ $type }) => $type === `dmn:${type}`)
    const byId = <Value>(found: Element[], read: (each: Element) => Value) =>
      Object.fromEntries(found.map((each) => [each.id ?? each.name ?? '', read(each)]))
    this.model = {
      name: root.name ?? '',
      decisions: byId(of('Decision'), (each) => ({
        id: each.id ?? '',
        ...variableOf(each),
        needs: needsOf(each),
        logic: this.#expression(each.decisionLogic, each.id ?? ''),
      })),
      functions: byId(of('BusinessKnowledgeModel'), (each) => ({
        id: each.id ?? '',
        name: variableOf(each).name,
        needs: needsOf(each),
        logic: this.#expression(each.encapsulatedLogic, each.id ?? ''),
      })),
      inputs: byId(of('InputData'), variableOf),
      types: Object.fromEntries(
        all(root.itemDefinition).map((each) => [each.name ?? '', typeOf(each)]),
      ),
    }
    for (const each of of('DecisionService')) {
      this.#warn(each.id, 'decision services are not used: evaluate the decision itself')
    }
    for (const each of all(root.import)) {
      this.#refuse(each.id, `"${each.name ?? ''}" is imported: put everything into one file`)
    }
  }

  #refuse(element: string | undefined, message: string): void {
    this.problems.push({ element: element ?? '', message })
  }

  #warn(element: string | undefined, message: string): void {
    this.problems.push({ element: element ?? '', message, severity: 'warning' })
  }

  /** `near` is the id of the element around it, for those without one. */
  #expression(value: unknown, near: string): Expression {
    const element = value as Element | undefined
    const id = element?.id ?? near
    const inner = (each: unknown) => this.#expression(each, id)
    switch (element?.$type) {
      case 'dmn:LiteralExpression':
        this.#checkLanguage(element, id)
        return { kind: 'literal', id, text: textOf(element) }
      case 'dmn:DecisionTable':
        return this.#table(element, id)
      case 'dmn:Context':
        return {
          kind: 'context',
          id,
          entries: all(element.contextEntry).map(({ variable, value: entry }) => ({
            ...(variable ? named(variable as Element) : {}),
            value: inner(entry),
          })),
        }
      case 'dmn:Invocation':
        return {
          kind: 'invocation',
          id,
          callee: inner(element.calledFunction),
          bindings: all(element.binding).map(({ parameter, bindingFormula }) => ({
            name: (parameter as Element | undefined)?.name ?? '',
            value: inner(bindingFormula),
          })),
        }
      case 'dmn:List':
        return { kind: 'list', id, items: all(element.elements).map(inner) }
      case 'dmn:Relation':
        return {
          kind: 'relation',
          id,
          columns: all(element.column).map(({ name = '' }) => name),
          rows: all(element.row).map(({ elements }) => all(elements).map(inner)),
        }
      case 'dmn:FunctionDefinition':
        if ((element.kind ?? 'FEEL') !== 'FEEL') {
          this.#refuse(id, `functions are written in FEEL, not ${String(element.kind)}`)
        }
        return {
          kind: 'function',
          id,
          parameters: all(element.formalParameter).map(named),
          body: inner(element.body),
        }
      default:
        this.#refuse(id, element ? `${element.$type} is not supported` : 'it has no expression')
        return { kind: 'literal', id, text: 'null' }
    }
  }

  #table(element: Element, id: string): Table {
    const hitPolicy = (element.hitPolicy ?? 'UNIQUE') as HitPolicy
    const aggregation = element.aggregation as Aggregation | undefined
    if (!HIT_POLICIES.includes(hitPolicy)) this.#refuse(id, `unknown hit policy "${hitPolicy}"`)
    if (aggregation && !AGGREGATIONS.includes(aggregation)) {
      this.#refuse(id, `unknown aggregation "${aggregation}"`)
    }
    if (aggregation && hitPolicy !== 'COLLECT') {
      this.#refuse(id, `only COLLECT aggregates, not ${hitPolicy}`)
    }
    const table: Table = {
      kind: 'table',
      id,
      hitPolicy,
      ...(aggregation && { aggregation }),
      inputs: all(element.input).map((each) => this.#input(each, id)),
      outputs: all(element.output).map((each) => this.#output(each, id)),
      notes: all(element.annotation).map(({ name = '' }) => name),
      rules: all(element.rule).map((each) => this.#rule(each, id)),
    }
    this.#checkTable(table)
    return table
  }

  #checkTable(table: Table): void {
    const { id, inputs, outputs, rules, hitPolicy, aggregation } = table
    if (outputs.length === 0) this.#refuse(id, 'a table needs an output')
    const isByValue = hitPolicy === 'PRIORITY' || hitPolicy === 'OUTPUT ORDER'
    if (isByValue && outputs.every(({ values }) => values === undefined)) {
      this.#refuse(id, `${hitPolicy} needs the output values, in the order of their priority`)
    }
    if (outputs.length > 1 && outputs.some(({ name }) => name === '')) {
      this.#refuse(id, 'where there are several outputs each has a name')
    }
    if (aggregation && aggregation !== 'COUNT' && outputs.length > 1) {
      this.#refuse(id, `${aggregation} needs exactly one output`)
    }
    for (const [at, rule] of rules.entries()) {
      const isWhole = rule.when.length === inputs.length && rule.results.length === outputs.length
      if (!isWhole) this.#refuse(rule.id, `rule ${at + 1} does not have one cell for each column`)
    }
  }

  #input(element: Element, near: string): Input {
    const id = element.id ?? near
    const expression = element.inputExpression as Element | undefined
    if (expression) this.#checkLanguage(expression, id)
    if (textOf(expression) === '') this.#refuse(id, 'an input needs an expression')
    const allowed = given(textOf(element.inputValues))
    const type = given(expression?.typeRef)
    return {
      id,
      label: given(element.label) ?? textOf(expression),
      expression: textOf(expression) || 'null',
      ...(type && { type }),
      ...(allowed && { allowed }),
    }
  }

  #output(element: Element, near: string): Output {
    const values = given(textOf(element.outputValues))
    const otherwise = given(textOf(element.defaultOutputEntry))
    const type = given(element.typeRef)
    return {
      id: element.id ?? near,
      name: element.name ?? '',
      label: given(element.label) ?? element.name ?? '',
      ...(type && { type }),
      ...(values && { values }),
      ...(otherwise && { otherwise }),
    }
  }

  #rule(element: Element, near: string): Rule {
    const id = element.id ?? near
    const cells = [...all(element.inputEntry), ...all(element.outputEntry)]
    for (const each of cells) this.#checkLanguage(each, each.id ?? id)
    return {
      id,
      when: all(element.inputEntry).map(textOf),
      results: all(element.outputEntry).map(textOf),
      notes: all(element.annotationEntry).map(textOf),
      cells: cells.map((each) => each.id ?? id),
    }
  }

  #checkLanguage({ expressionLanguage }: Element, id: string): void {
    if (typeof expressionLanguage !== 'string' || /feel/i.test(expressionLanguage)) return
    this.#refuse(id, `expressions are written in FEEL, not ${expressionLanguage}`)
  }
}

const named = ({ name = '', typeRef }: Element) => {
  const type = given(typeRef)
  return { name, ...(type && { type }) }
}

/** The variable of an element has its name; before 1.2 it could have another. */
const variableOf = (element: Element) => {
  const variable = element.variable as Element | undefined
  const type = given(variable?.typeRef)
  return { name: variable?.name ?? element.name ?? element.id ?? '', ...(type && { type }) }
}

const needsOf = ({ informationRequirement, knowledgeRequirement }: Element): string[] => [
  ...all(informationRequirement).map(({ requiredDecision, requiredInput }) =>
    referred(requiredDecision ?? requiredInput),
  ),
  ...all(knowledgeRequirement).map(({ requiredKnowledge }) => referred(requiredKnowledge)),
]

function typeOf(element: Element): Type {
  const parts = all(element.itemComponent)
  const type = given(element.typeRef)
  return {
    isList: element.isCollection === true,
    ...(type && { type }),
    ...(parts.length > 0 && {
      parts: Object.fromEntries(parts.map((part) => [part.name ?? '', typeOf(part)])),
    }),
  }
}
