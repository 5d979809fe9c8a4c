import { readLoop, writeLoop } from './loop.ts'
import { filled, type Moddle, many, one, type Pen } from './moddle.ts'
import { readTrigger, type TriggerPart, writeTrigger } from './trigger.ts'

/** Where a setting stands in the diagram. */
export type SettingTarget =
  /** An attribute of the element. */
  | { at: 'element'; name: string }
  /** A mark that is set unless it is `false`. */
  | { at: 'unless'; name: string }
  /** A number that is 1 where nothing is said. */
  | { at: 'count'; name: string }
  /** The text of an expression below the element. */
  | { at: 'expression'; name: string }
  /** A `kontor:setting`. */
  | { at: 'setting'; name: string }
  /** The rows of `kontor:form` or `kontor:mappings`. */
  | { at: 'rows'; name: RowsName }
  /** What an event waits for or throws. */
  | { at: 'trigger'; name: TriggerPart }
  | { at: 'loop'; name: string }
  /** On a flow: whether its source takes it when no other condition holds. */
  | { at: 'default'; name: 'default' }

type RowsName = 'form' | 'mappings'
export type Cells = Record<string, string | boolean>
export type Value = string | boolean | Cells[]

export function read(element: Moddle, place: SettingTarget): Value {
  switch (place.at) {
    case 'element':
      return plain(element.get(place.name))
    case 'unless':
      return element.get(place.name) !== false
    case 'count':
      return element.get(place.name) === 1 ? '' : plain(element.get(place.name))
    case 'expression':
      return plain(one(element, place.name)?.get('body'))
    case 'setting':
      return plain(settingOf(element, place.name)?.get('value'))
    case 'rows':
      return rowsOf(element, place.name)
    case 'trigger':
      return readTrigger(element, place.name)
    case 'loop':
      return readLoop(element, place.name)
    case 'default':
      return one(one(element, 'sourceRef'), 'default') === element
  }
}

type Writer = (pen: Pen, element: Moddle, name: string, value: Value) => void

const WRITERS: Record<SettingTarget['at'], Writer> = {
  element: (pen, element, name, value) => pen.set(element, { [name]: filled(value) }),
  unless: (pen, element, name, value) => pen.set(element, { [name]: value }),
  count: (pen, element, name, value) =>
    pen.set(element, { [name]: value === '' ? undefined : Number(value) }),
  expression: (pen, element, name, value) =>
    pen.set(element, { [name]: expression(pen, element, value) }),
  setting: (pen, element, name, value) => writeSetting(pen, element, name, String(value)),
  rows: (pen, element, name, value) => writeRows(pen, element, name as RowsName, value as Cells[]),
  trigger: (pen, element, name, value) =>
    writeTrigger(pen, element, name as TriggerPart, value as string | boolean),
  loop: writeLoop,
  default: (pen, element, _, value) => writeDefault(pen, element, value === true),
}

export const write = (pen: Pen, element: Moddle, { at, name }: SettingTarget, value: Value): void =>
  WRITERS[at](pen, element, name, value)

const plain = (value: unknown): string | boolean =>
  typeof value === 'boolean' ? value : value === undefined || value === null ? '' : String(value)

function expression(pen: Pen, owner: Moddle, value: Value): Moddle | undefined {
  if (value === '') return undefined
  const made = pen.create('bpmn:FormalExpression', { body: value })
  made.$parent = owner
  return made
}

function writeDefault(pen: Pen, flow: Moddle, is: boolean): void {
  const source = one(flow, 'sourceRef')
  if (source) pen.set(source, { default: is ? flow : undefined })
}

/** Our extension elements: their type, the list inside, and the type of its members. */
const LISTS = {
  settings: { type: 'kontor:Settings', list: 'values', member: 'kontor:Setting' },
  form: { type: 'kontor:Form', list: 'fields', member: 'kontor:FormField' },
  mappings: { type: 'kontor:Mappings', list: 'values', member: 'kontor:Mapping' },
} as const
type ListName = keyof typeof LISTS

const listIn = (element: Moddle, name: ListName): Moddle | undefined =>
  many(one(element, 'extensionElements'), 'values').find(({ $type }) => $type === LISTS[name].type)

const membersOf = (element: Moddle, name: ListName): Moddle[] =>
  many(listIn(element, name), LISTS[name].list)

const settingOf = (element: Moddle, name: string): Moddle | undefined =>
  membersOf(element, 'settings').find((each) => each.get('name') === name)

/** Replaces the members of a list; an empty list leaves no element behind. */
function writeMembers(pen: Pen, element: Moddle, name: ListName, members: Moddle[]): void {
  const { type, list } = LISTS[name]
  const found = listIn(element, name)
  if (found && members.length > 0) {
    for (const each of members) each.$parent = found
    pen.set(found, { [list]: members })
    return
  }
  const made = members.length > 0 ? pen.create(type, { [list]: members }) : undefined
  for (const each of members) if (made) each.$parent = made
  const around = one(element, 'extensionElements')
  const kept = many(around, 'values').filter((each) => each !== found)
  const values = made ? [...kept, made] : kept
  const holder = values.length > 0 ? pen.create('bpmn:ExtensionElements', { values }) : undefined
  for (const each of values) if (holder) each.$parent = holder
  if (holder) holder.$parent = element
  if (holder || around) pen.set(element, { extensionElements: holder })
}

function writeSetting(pen: Pen, element: Moddle, name: string, value: string): void {
  const others = membersOf(element, 'settings')
  const found = settingOf(element, name)
  if (found && value !== '') {
    pen.set(found, { value })
    return
  }
  const kept = others.filter((each) => each !== found)
  const added = value === '' ? [] : [pen.create('kontor:Setting', { name, value })]
  writeMembers(pen, element, 'settings', [...kept, ...added])
}

/** The attributes of a row, in the order of the file. */
export const CELLS = {
  form: ['code', 'name', 'display', 'readonly', 'required', 'tooltip'],
  mappings: ['direction', 'source', 'target'],
} as const

const rowsOf = (element: Moddle, name: RowsName): Cells[] =>
  membersOf(element, name).map((each) =>
    Object.fromEntries(CELLS[name].map((cell) => [cell, plain(each.get(cell))])),
  )

function writeRows(pen: Pen, element: Moddle, name: RowsName, rows: Cells[]): void {
  const members = rows.map((row) => {
    const kept = Object.entries(row).filter(([, value]) => filled(value) !== undefined)
    return pen.create(LISTS[name].member, Object.fromEntries(kept))
  })
  writeMembers(pen, element, name, members)
}
