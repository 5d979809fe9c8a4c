import { TRIGGERS } from '../../../../../src/engine/refuse.ts'
import {
  definitionOf,
  definitionsOf,
  elementsIn,
  type Moddle,
  many,
  one,
  type Pen,
} from './moddle.ts'

export type TriggerPart = 'name' | 'value' | 'timer' | 'undone' | 'isAwaited'

export const TIMERS = ['timeDuration', 'timeDate', 'timeCycle'] as const

/** What an event refers to by name: the reference, the type behind it, and its code. */
type Named = { reference: string; type: string; code?: string }

const NAMED: Record<string, Named> = {
  message: { reference: 'messageRef', type: 'bpmn:Message' },
  signal: { reference: 'signalRef', type: 'bpmn:Signal' },
  error: { reference: 'errorRef', type: 'bpmn:Error', code: 'errorCode' },
  escalation: { reference: 'escalationRef', type: 'bpmn:Escalation', code: 'escalationCode' },
}

const TALKING = ['bpmn:SendTask', 'bpmn:ReceiveTask']

/** What an element waits for or throws: `timer`, `message`, …; empty for none. */
export function triggerOf(element: Moddle): string {
  if (TALKING.includes(element.$type)) return 'message'
  return TRIGGERS[definitionOf(element)?.$type ?? ''] ?? ''
}

/** Who has the reference: the trigger of an event, or a task that sends or receives. */
const holderOf = (element: Moddle): Moddle | undefined =>
  TALKING.includes(element.$type) ? element : definitionOf(element)

const timerOf = (definition: Moddle | undefined) =>
  TIMERS.find((each) => one(definition, each)) ?? TIMERS[0]

export function readTrigger(element: Moddle, name: TriggerPart): string | boolean {
  const definition = definitionOf(element)
  if (name === 'undone') return one(definition, 'activityRef')?.id ?? ''
  if (name === 'isAwaited') return definition?.get('waitForCompletion') !== false
  if (name === 'timer') return timerOf(definition)
  if (name === 'value') return String(one(definition, valueName(element))?.get('body') ?? '')
  const named = NAMED[triggerOf(element)]
  if (!named) return definition?.name ?? ''
  const behind = one(holderOf(element), named.reference)
  const code = named.code && behind?.get(named.code)
  return String(code ?? behind?.name ?? '')
}

const valueName = (element: Moddle): string =>
  triggerOf(element) === 'timer' ? timerOf(definitionOf(element)) : 'condition'

export function writeTrigger(
  pen: Pen,
  element: Moddle,
  name: TriggerPart,
  value: string | boolean,
): void {
  const definition = definitionOf(element)
  if (name === 'name') writeName(pen, element, String(value))
  else if (!definition) return
  else if (name === 'undone') pen.set(definition, { activityRef: activityOf(element, value) })
  else if (name === 'isAwaited') pen.set(definition, { waitForCompletion: value })
  else if (name === 'timer')
    writeTimer(pen, definition, String(value), String(readTrigger(element, 'value')))
  else writeValue(pen, definition, valueName(element), String(value))
}

/** An activity of the diagram, by its id. */
function activityOf(element: Moddle, id: string | boolean): Moddle | undefined {
  const definitions = definitionsOf(element)
  return definitions && elementsIn(definitions).find((each) => each.id === id)
}

/** The same text, as another kind of time. */
function writeTimer(pen: Pen, definition: Moddle, kind: string, text: string): void {
  const others = TIMERS.filter((each) => each !== kind).map((each) => [each, undefined])
  pen.set(definition, { ...Object.fromEntries(others), [kind]: bodyOf(pen, definition, text) })
}

function writeValue(pen: Pen, definition: Moddle, name: string, value: string): void {
  const isGone = value === '' && name === 'condition'
  pen.set(definition, { [name]: isGone ? undefined : bodyOf(pen, definition, value) })
}

function bodyOf(pen: Pen, owner: Moddle, body: string): Moddle {
  const made = pen.create('bpmn:FormalExpression', { body })
  made.$parent = owner
  return made
}

function writeName(pen: Pen, element: Moddle, value: string): void {
  const named = NAMED[triggerOf(element)]
  const holder = holderOf(element)
  if (!holder) return
  if (named) refer(pen, element, named, value)
  else pen.set(holder, { name: value === '' ? undefined : value })
}

/** Refers to what has the name; a name that nobody else uses is changed, else there is a new one. */
function refer(pen: Pen, element: Moddle, named: Named, value: string): void {
  const holder = holderOf(element) as Moddle
  const { reference, code } = named
  const own = one(holder, reference)
  const known = value === '' ? undefined : rootNamed(element, named, value)
  if (value === '' || known) pen.set(holder, { [reference]: known })
  else if (own && isAlone(element, reference, own)) pen.set(own, nameAs(code, value))
  else pen.set(holder, { [reference]: addRoot(pen, element, named, value) })
}

const nameAs = (code: string | undefined, value: string) => ({
  name: value,
  ...(code && { [code]: value }),
})

const rootNamed = (element: Moddle, { type, code }: Named, value: string): Moddle | undefined =>
  many(definitionsOf(element), 'rootElements').find(
    (each) => each.$type === type && String((code && each.get(code)) ?? each.name ?? '') === value,
  )

/** Whether nobody else refers to it: then it can be renamed. */
function isAlone(element: Moddle, reference: string, root: Moddle): boolean {
  const definitions = definitionsOf(element)
  const holders = definitions ? elementsIn(definitions).flatMap((each) => holderOf(each) ?? []) : []
  const refers = (holder: Moddle) =>
    NAMED[holder.$type.includes('EventDefinition') ? (TRIGGERS[holder.$type] ?? '') : 'message']
      ?.reference === reference && one(holder, reference) === root
  return holders.filter(refers).length < 2
}

function addRoot(pen: Pen, element: Moddle, { type, code }: Named, value: string): Moddle {
  const made = pen.create(type, nameAs(code, value))
  const definitions = definitionsOf(element)
  if (!definitions) return made
  made.$parent = definitions
  const taken = new Set(elementsIn(definitions).map(({ id }) => id))
  if (!made.id || taken.has(made.id)) made.set('id', freeId(type, taken))
  pen.set(definitions, { rootElements: [...many(definitions, 'rootElements'), made] })
  return made
}

function freeId(type: string, taken: Set<string | undefined>): string {
  const base = type.replace(/^\w+:/, '').toLowerCase()
  for (let number = 1; ; number++) {
    if (!taken.has(`${base}_${number}`)) return `${base}_${number}`
  }
}
