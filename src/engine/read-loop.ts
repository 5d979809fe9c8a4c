import type { Node } from './model.ts'
import { body, definitionsOf, readTrigger } from './read-events.ts'
import type { Element } from './refuse.ts'

type Loop = NonNullable<Node['loop']>

/** How often an activity runs: a standard loop, or one run per member of a list. */
export function readLoop(activity: Element): Loop | undefined {
  const element = activity.loopCharacteristics as Element | undefined
  if (!element) return undefined
  const isStandard = element.$type === 'bpmn:StandardLoopCharacteristics'
  return {
    kind: isStandard ? 'standard' : element.isSequential ? 'sequential' : 'parallel',
    over: body(element.loopCardinality) || listOf(activity, element),
    until: body(element.completionCondition),
    condition: body(element.loopCondition),
    ...readItems(activity, element),
    ...readBehavior(element),
    ...(element.testBefore === true && { testBefore: true }),
    ...(element.loopMaximum !== undefined && { maximum: Number(element.loopMaximum) }),
  }
}

/** The variable with the list, also as other tools name it. */
const listOf = (activity: Element, element: Element): string =>
  variableBehind(activity, element.loopDataInputRef as Element | undefined, 'in') ||
  foreign(element, 'collection')

function readItems(activity: Element, element: Element): Partial<Loop> {
  const item =
    nameOf(element.inputDataItem as Element | undefined) || foreign(element, 'elementVariable')
  const output = variableBehind(activity, element.loopDataOutputRef as Element | undefined, 'out')
  const outputItem = nameOf(element.outputDataItem as Element | undefined)
  return {
    ...(item && { item }),
    ...(output && { output }),
    ...(output && outputItem && { outputItem }),
  }
}

/** A loop may refer to an input or output of its activity, which an association connects to a variable. */
function variableBehind(
  activity: Element,
  reference: Element | undefined,
  way: 'in' | 'out',
): string {
  if (!reference) return ''
  const associations = activity[way === 'in' ? 'dataInputAssociations' : 'dataOutputAssociations']
  const found = ((associations as Element[] | undefined) ?? []).find(({ sourceRef, targetRef }) =>
    way === 'in'
      ? targetRef === reference
      : ((sourceRef as Element[] | undefined) ?? []).includes(reference),
  )
  const [source] = (found?.sourceRef as Element[] | undefined) ?? []
  const behind = way === 'in' ? source : (found?.targetRef as Element | undefined)
  return nameOf(behind ?? reference)
}

const nameOf = (element: Element | undefined): string => {
  const { name, id, dataObjectRef } = element ?? { $type: '' }
  return name ?? (dataObjectRef as Element | undefined)?.name ?? id ?? ''
}

/** An attribute of another tool, such as `camunda:collection`, without the marks of an expression. */
function foreign({ $attrs }: Element, name: string): string {
  const all = Object.entries(($attrs as Record<string, string> | undefined) ?? {})
  const [, value = ''] = all.find(([key]) => key.endsWith(`:${name}`)) ?? []
  return value.replace(/^[$#]\{(.*)\}$/s, '$1').trim()
}

/** The events that completed runs throw. */
function readBehavior(element: Element): Partial<Loop> {
  const { behavior } = element
  const reference = (
    behavior === 'None' ? element.noneBehaviorEventRef : element.oneBehaviorEventRef
  ) as Element | undefined
  if ((behavior === 'None' || behavior === 'One') && reference) {
    const trigger = readTrigger(reference, {})
    return {
      events: [{ trigger, when: behavior === 'None' ? '' : 'numberOfCompletedInstances == 1' }],
    }
  }
  if (behavior !== 'Complex') return {}
  const definitions = (element.complexBehaviorDefinition as Element[] | undefined) ?? []
  const events = definitions.flatMap(({ condition, event }) =>
    definitionsOf((event as Element | undefined) ?? { $type: '' }).map((each) => ({
      trigger: readTrigger(each, {}),
      when: body(condition),
    })),
  )
  return { events }
}
