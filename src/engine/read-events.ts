import type { Node, Trigger } from './model.ts'
import { type Element, TRIGGERS } from './refuse.ts'

type Settings = Record<string, string>

/** What an event catches or throws; several triggers become one of the kind `multiple`. */
export function readTriggers(
  element: Element,
  settings: Settings,
): Pick<Node, 'trigger' | 'triggers' | 'isParallelMultiple'> {
  const message = messageOf(element)
  const definitions = message ? [message] : definitionsOf(element)
  const triggers = definitions.map((each) => readTrigger(each, settings))
  const [trigger] = triggers
  if (!trigger) return {}
  if (triggers.length === 1) return { trigger }
  return {
    trigger: { kind: 'multiple', name: '', value: '' },
    triggers,
    ...(element.parallelMultiple === true && { isParallelMultiple: true }),
  }
}

export const definitionsOf = ({ eventDefinitions, eventDefinitionRef }: Element): Element[] => [
  ...((eventDefinitions as Element[] | undefined) ?? []),
  ...((eventDefinitionRef as Element[] | undefined) ?? []),
]

/** A send or receive task names its message itself. */
const messageOf = ({ $type, messageRef }: Element): Element | undefined =>
  messageRef || $type === 'bpmn:ReceiveTask'
    ? { $type: 'bpmn:MessageEventDefinition', messageRef }
    : undefined

export function readTrigger(definition: Element, settings: Settings): Trigger {
  const kind = kindOf(definition, settings)
  if (kind === 'compensation') return readCompensation(definition)
  const timer = ['timeDate', 'timeDuration', 'timeCycle'].find((key) => definition[key])
  return {
    kind,
    name: timer ?? referenceName(definition) ?? (definition.name as string | undefined) ?? '',
    value: body(definition[timer ?? 'condition']),
  }
}

/** Errors and escalations are known by their code, messages and signals by their name, or else their id. */
function referenceName(definition: Element): string | undefined {
  const { messageRef, signalRef, errorRef, escalationRef } = definition
  const coded = (errorRef ?? escalationRef) as Element | undefined
  if (coded) return (coded.errorCode ?? coded.escalationCode ?? coded.name) as string | undefined
  const named = (messageRef ?? signalRef) as Element | undefined
  return named?.name ?? named?.id
}

/** `name` is the activity to undo, `value` says whether the event waits until it is undone. */
const readCompensation = ({ activityRef, waitForCompletion }: Element): Trigger => ({
  kind: 'compensation',
  name: (activityRef as Element | undefined)?.id ?? '',
  value: waitForCompletion === false ? 'continue' : 'wait',
})

/** A condition is about variables, or with these settings about the status or the lifecycle of an item. */
function kindOf({ $type }: Element, settings: Settings): string {
  const kind = TRIGGERS[$type] ?? ''
  if (kind !== 'condition') return kind
  if (settings.app !== undefined) return 'item'
  return settings.status === undefined ? kind : 'status'
}

export const body = (expression: unknown): string =>
  String((expression as { body?: string } | undefined)?.body ?? '').trim()
