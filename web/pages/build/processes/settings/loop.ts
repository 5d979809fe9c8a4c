import { filled, type Moddle, one, type Pen } from './moddle.ts'

const MULTI = 'bpmn:MultiInstanceLoopCharacteristics'
const STANDARD = 'bpmn:StandardLoopCharacteristics'

/** Parts of a loop that are expressions. */
const EXPRESSIONS = ['loopCardinality', 'completionCondition', 'loopCondition']

export const loopOf = (element: Moddle): Moddle | undefined => one(element, 'loopCharacteristics')

/** `parallel`, `sequential`, `standard`; empty without a loop. */
export function loopKind(element: Moddle): string {
  const loop = loopOf(element)
  if (!loop) return ''
  if (loop.$type === STANDARD) return 'standard'
  return loop.get('isSequential') === true ? 'sequential' : 'parallel'
}

export function readLoop(element: Moddle, name: string): string | boolean {
  if (name === 'kind') return loopKind(element)
  const loop = loopOf(element)
  if (name === 'inputDataItem') return String(one(loop, name)?.get('name') ?? '')
  if (EXPRESSIONS.includes(name)) return String(one(loop, name)?.get('body') ?? '')
  const value = loop?.get(name)
  return typeof value === 'boolean' ? value : String(value ?? '')
}

export function writeLoop(pen: Pen, element: Moddle, name: string, value: unknown): void {
  const loop = loopOf(element)
  if (name === 'kind') writeKind(pen, element, String(value))
  else if (loop) pen.set(loop, { [name]: partOf(pen, loop, name, value) })
}

function writeKind(pen: Pen, element: Moddle, kind: string): void {
  const loop = loopOf(element)
  const type = kind === 'standard' ? STANDARD : MULTI
  const isSequential = kind === 'sequential' || undefined
  if (kind !== '' && loop?.$type === type) pen.set(loop, { isSequential })
  else pen.set(element, { loopCharacteristics: kind === '' ? undefined : make(pen, element, kind) })
}

function make(pen: Pen, element: Moddle, kind: string): Moddle {
  const made =
    kind === 'standard'
      ? pen.create(STANDARD)
      : pen.create(MULTI, kind === 'sequential' ? { isSequential: true } : {})
  made.$parent = element
  return made
}

function partOf(pen: Pen, loop: Moddle, name: string, value: unknown): unknown {
  if (filled(value) === undefined) return undefined
  if (name === 'loopMaximum') return Number(value)
  const isPart = EXPRESSIONS.includes(name) || name === 'inputDataItem'
  if (!isPart) return value
  const made = EXPRESSIONS.includes(name)
    ? pen.create('bpmn:FormalExpression', { body: value })
    : pen.create('bpmn:DataInput', { name: value })
  made.$parent = loop
  return made
}
