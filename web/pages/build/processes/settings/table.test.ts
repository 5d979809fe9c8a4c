import { BpmnModdle } from 'bpmn-moddle'
import { expect, test } from 'vitest'
import { SETTINGS } from '../../../../../src/engine/checks/steps.ts'
import { extension } from '../../../../../src/engine/extension.ts'
import { processesOf } from '../../../../../src/engine/ids.ts'
import type { Exit, Flow, Lane, Model, Node } from '../../../../../src/engine/model.ts'
import { readProcess } from '../../../../../src/engine/read.ts'
import type { Element } from '../../../../../src/engine/refuse.ts'
import { processes as en } from '../../../../texts/en/build/processes.ts'
import { kindOf } from './kind.ts'
import { elementsIn, type Moddle, many, type Pen } from './moddle.ts'
import { CELLS, read, type Value, write } from './place.ts'
import type { Setting } from './setting.ts'
import { withoutControl } from './steps.ts'
import { settingsOf, TABLE } from './table.ts'

const EVERYTHING = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"
  xmlns:kontor="urn:kontor:bpmn" targetNamespace="test">
  <process id="all" isExecutable="true">
    <laneSet id="lanes"><lane id="lane" /></laneSet>
    <startEvent id="start" /><exclusiveGateway id="choice" /><endEvent id="end" />
    <serviceTask id="service" /><serviceTask id="pulled" kontor:topic="work" />
    ${Object.keys(SETTINGS)
      .filter(
        (type) =>
          !['start', 'end', 'event', 'user', 'call', 'script', 'worker', 'agent'].includes(type),
      )
      .map((step) => `<serviceTask id="step_${step}" kontor:step="${step}" />`)
      .join('')}
    <userTask id="user" /><scriptTask id="script" /><businessRuleTask id="rule" /><callActivity id="call" />
    <userTask id="several"><multiInstanceLoopCharacteristics /></userTask>
    <userTask id="again"><standardLoopCharacteristics /></userTask>
    <complexGateway id="complex" /><eventBasedGateway id="first" />
    <adHocSubProcess id="any" /><adHocSubProcess id="agent" kontor:step="agent" />
    <intermediateThrowEvent id="undo"><compensateEventDefinition /></intermediateThrowEvent>
    <intermediateThrowEvent id="saying"><messageEventDefinition /></intermediateThrowEvent>
    <receiveTask id="receive" /><sendTask id="send" />
    ${['timer', 'message', 'signal', 'error', 'escalation', 'conditional', 'link']
      .map(
        (kind) =>
          `<intermediateCatchEvent id="on_${kind}"><${kind}EventDefinition /></intermediateCatchEvent>`,
      )
      .join('')}
    <boundaryEvent id="border" attachedToRef="user"><timerEventDefinition /></boundaryEvent>
    <subProcess id="handler" triggeredByEvent="true">
      <startEvent id="handled"><signalEventDefinition /></startEvent>
    </subProcess>
    <startEvent id="with_item"><conditionalEventDefinition /></startEvent>
    <startEvent id="told"><messageEventDefinition /></startEvent>
    <endEvent id="telling"><messageEventDefinition /></endEvent>
    <sequenceFlow id="exit" sourceRef="user" targetRef="choice" />
    <sequenceFlow id="way" sourceRef="choice" targetRef="end" />
  </process>
</definitions>`

async function open() {
  const moddle = new BpmnModdle({ kontor: extension })
  const { rootElement } = await moddle.fromXML(EVERYTHING)
  const pen: Pen = {
    create: (type, properties) =>
      (moddle as unknown as { create: (type: string, of: object) => Moddle }).create(
        type,
        properties ?? {},
      ),
    set: (owner, properties) => {
      for (const [name, value] of Object.entries(properties)) owner.set(name, value)
    },
  }
  const root = rootElement as Moddle
  const [process] = many(root, 'rootElements') as [Moddle]
  const lanes = many(process, 'laneSets').flatMap((set) => many(set, 'lanes'))
  const again = async () => {
    const { xml } = await moddle.toXML(root)
    const copy = (await new BpmnModdle({ kontor: extension }).fromXML(xml)).rootElement as Element
    return readProcess(processesOf(copy)[0] as Element).model
  }
  return { pen, elements: [...elementsIn(root).slice(1), ...lanes], again }
}

/** Another value than the element has, of the kind that the control gives. */
function another({ control, place }: Setting, before: Value): Value {
  if (place.at === 'rows') {
    const cells = CELLS[place.name].map((cell) => [
      cell,
      /read|requ/.test(cell) ? true : `${cell}1`,
    ])
    return [
      Object.fromEntries([...cells, ...(place.name === 'mappings' ? [['direction', 'out']] : [])]),
    ]
  }
  if (control.kind === 'yes-no') return before !== true
  if (control.kind === 'choice') return control.values.find((each) => each !== before) ?? ''
  if (place.name === 'undone') return 'user'
  return place.at === 'count' || place.name === 'loopMaximum' ? '7' : 'another'
}

/** The keys of the model that a change of one setting changed: `nodes.performer`, `flows.exit.confirm`. */
function changedKeys(before: unknown, after: unknown, above = ''): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  const isObject = (each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
  if (!isObject(before) && !isObject(after)) return [above]
  const [one, other] = [before ?? {}, after ?? {}] as Record<string, unknown>[]
  const keys = new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])
  return [...keys].flatMap((key) => changedKeys(one?.[key], other?.[key], `${above}.${key}`))
}

const withoutIds = (key: string) => key.replace(/^\.(nodes|flows|lanes)\.[^.]+/, '$1')

test('every setting of the panel is read by the engine, and comes back as it was written', async () => {
  const found = new Map<string, Set<string>>()
  const before = await (await open()).again()
  for (const setting of TABLE) {
    for (const at of ['node', 'flow', 'lane'] as const) {
      const { pen, elements, again } = await open()
      const isMeant = (each: Moddle) =>
        levelOf(each) === at && settingsOf(kindOf(each)).includes(setting)
      const element = elements.find(isMeant)
      if (!element) continue
      const value = another(setting, read(element, setting.place))

      write(pen, element, setting.place, value)

      expect([setting.name, read(element, setting.place)]).toEqual([setting.name, value])
      const changed = changedKeys(before, await again()).map(withoutIds)
      expect([setting.name, changed.length > 0]).toEqual([setting.name, true])
      found.set(setting.name, new Set([...(found.get(setting.name) ?? []), ...changed]))
    }
  }
  expect(TABLE.filter(({ name }) => !found.has(name))).toEqual([])
  expect(missingFrom(new Set([...found.values()].flatMap((keys) => [...keys])))).toEqual([])
})

const levelOf = ({ $type }: Moddle) =>
  $type === 'bpmn:SequenceFlow' ? 'flow' : $type === 'bpmn:Lane' ? 'lane' : 'node'

/** What the drawing says, and not the panel. A new key of the model fails to compile until it is here. */
const DRAWN = 'drawn'
const SET = 'set'
/** Of other tools: the modeller keeps it and cannot draw it. */
const FILE = 'in the file'
type Source = typeof DRAWN | typeof SET | typeof FILE
const NODE: Record<Exclude<keyof Node, 'trigger' | 'loop'>, Source> = {
  id: SET,
  name: SET,
  type: SET,
  element: DRAWN,
  incoming: DRAWN,
  outgoing: DRAWN,
  parent: DRAWN,
  lane: DRAWN,
  attachedTo: DRAWN,
  isInterrupting: SET,
  isThrowing: DRAWN,
  isHandler: DRAWN,
  isForCompensation: DRAWN,
  undoneBy: DRAWN,
  isTransaction: DRAWN,
  isPool: DRAWN,
  isCalled: DRAWN,
  calls: DRAWN,
  adHoc: SET,
  startQuantity: SET,
  completionQuantity: SET,
  triggers: FILE,
  isParallelMultiple: FILE,
  activation: SET,
  isInstantiating: SET,
  isParallel: SET,
  isStep: SET,
  topic: SET,
  gateway: DRAWN,
  defaultFlow: SET,
  performer: SET,
  due: SET,
  decision: SET,
  script: SET,
  called: SET,
  form: SET,
  settings: SET,
  mappings: SET,
}
const TRIGGER: Record<keyof NonNullable<Node['trigger']>, Source> = {
  kind: DRAWN,
  name: SET,
  value: SET,
}
const LOOP: Record<keyof NonNullable<Node['loop']>, Source> = {
  kind: SET,
  over: SET,
  until: SET,
  condition: SET,
  item: SET,
  output: FILE,
  outputItem: FILE,
  events: FILE,
  testBefore: SET,
  maximum: SET,
}
const FLOW: Record<Exclude<keyof Flow, 'exit'>, Source> = {
  id: SET,
  name: SET,
  source: DRAWN,
  target: DRAWN,
  condition: SET,
}
const EXIT: Record<keyof Exit, Source> = {
  confirm: SET,
  confirmText: SET,
  buttonClass: SET,
  interrupt: SET,
  skipCheck: SET,
  form: SET,
}
const LANE: Record<keyof Lane, Source> = { id: DRAWN, name: SET, performer: SET, nodes: DRAWN }
const MODEL: Record<keyof Model, Record<string, Record<string, Source>>> = {
  id: {},
  name: {},
  nodes: { '': NODE, '.trigger': TRIGGER, '.loop': LOOP },
  flows: { '': FLOW, '.exit': EXIT },
  lanes: { '': LANE },
  scripts: {},
}

/** Everything that the engine reads and no setting of the panel changes. */
function missingFrom(found: Set<string>): string[] {
  const wanted = Object.entries(MODEL).flatMap(([key, parts]) =>
    Object.entries(parts).flatMap(([part, keys]) =>
      Object.entries(keys)
        .filter(([, source]) => source === SET)
        .map(([name]) => `${key}${part}.${name}`),
    ),
  )
  return wanted.filter(
    (each) => ![...found].some((key) => key === each || key.startsWith(`${each}.`)),
  )
}

test('the panel has every attribute of our extension', () => {
  const attributes = extension.types
    .filter((type) => 'extends' in type)
    .flatMap(({ properties }) => properties.map(({ name }) => name.replace('kontor:', '')))
  const inPanel = TABLE.flatMap(({ place }) => (place.at === 'element' ? [place.name] : []))
  const cells = extension.types.filter(({ name }) => name === 'FormField' || name === 'Mapping')

  expect(attributes.filter((name) => !inPanel.includes(`kontor:${name}`))).toEqual([])
  expect(
    cells.flatMap(({ properties }) => properties.map(({ name }) => name.replace(/^.*:/, ''))),
  ).toEqual([...CELLS.form, ...CELLS.mappings])
})

test('the panel has every setting that a step takes, and no other', async () => {
  const { elements } = await open()
  const shown: Record<string, Set<string>> = {}
  for (const element of elements) {
    const kind = kindOf(element)
    for (const { place } of settingsOf(kind)) {
      if (place.at !== 'setting') continue
      shown[kind.type] = (shown[kind.type] ?? new Set()).add(place.name)
    }
  }
  const wanted = Object.fromEntries(
    Object.entries(SETTINGS).map(([type, { must = [], may = [] }]) => [
      type,
      [...must, ...may].sort(),
    ]),
  )

  expect(
    Object.fromEntries(Object.entries(shown).map(([type, names]) => [type, [...names].sort()])),
  ).toEqual(wanted)
  expect(withoutControl()).toEqual([])
})

test('every setting and every choice has its text', () => {
  const names = TABLE.map(({ name }) => name)
  const { none: _, ...choices }: Record<string, object | string> = en.choices
  const untold = TABLE.flatMap(({ name, control }) =>
    control.kind === 'choice'
      ? control.values.filter((each) => !(each in Object(choices[control.texts ?? name])))
      : [],
  )

  expect(names.filter((name) => !(name in en.settings))).toEqual([])
  expect(untold).toEqual([])
  expect(Object.keys(en.settings).filter((name) => !names.includes(name))).toEqual([])
})

test('a setting that is emptied leaves nothing behind', async () => {
  const { pen, elements } = await open()
  const status = elements.find(({ id }) => id === 'step_status') as Moddle
  const place = { at: 'setting', name: 'target' } as const

  write(pen, status, place, 'order')
  write(pen, status, { at: 'setting', name: 'status' }, 'new')
  write(pen, status, place, '')
  expect(many(status.get('extensionElements') as Moddle, 'values')).toHaveLength(1)
  write(pen, status, { at: 'setting', name: 'status' }, '')

  expect(status.get('extensionElements')).toBeUndefined()
})

test('an event gets the message of that name, and a message of its own is renamed', async () => {
  const { pen, elements } = await open()
  const of = (id: string) => elements.find((each) => each.id === id) as Moddle
  const place = { at: 'trigger', name: 'name' } as const

  write(pen, of('on_message'), place, 'paid')
  write(pen, of('receive'), place, 'paid')
  write(pen, of('receive'), place, 'sent')
  write(pen, of('receive'), place, 'gone')

  const root = of('receive').$parent?.$parent as Moddle
  const messages = many(root, 'rootElements').filter(({ $type }) => $type === 'bpmn:Message')
  expect(messages.map(({ id, name }) => [id, name])).toEqual([
    ['message_1', 'paid'],
    ['message_2', 'gone'],
  ])
  expect(read(of('on_message'), place)).toBe('paid')
})
