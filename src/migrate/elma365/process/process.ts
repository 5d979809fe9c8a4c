import { toFields } from '../fields.ts'
import type { Component } from '../package/package.ts'
import type { Rights } from '../rights.ts'
import { FormField, readList } from '../schemas.ts'
import { fieldCode, namesIn, toName, toTemplate } from '../text.ts'
import { addressOf, enter, isDouble, type Say, type World } from '../world.ts'
import { toYaml } from '../yaml.ts'
import { beginWithItems } from './beginnings.ts'
import { processCodes } from './codes.ts'
import type { Bounds, Piece } from './diagram.ts'
import { convertElement } from './elements/registry.ts'
import { byProgram, type Shape, textIn } from './elements/shape.ts'
import { addEscalations } from './escalations.ts'
import { toFlows } from './flows.ts'
import { performerOf } from './people.ts'
import { Item, Lane, Process, Transition } from './schemas.ts'
import { hasFunction, programOf, sayOfProgram } from './scripts.ts'
import { addVariable, isVariable, toId, type Work } from './work.ts'
import { writeBpmn } from './write.ts'

export function convertProcess(
  world: World,
  component: Component,
  rights: Map<string, Rights>,
): void {
  const from = addressOf(component)
  const { entry, say } = enter(world, component, from)
  const { data } = Process.safeParse(component.body)
  if (!data) {
    say('not understood', 'process', 'it has another form than those that are known')
    return
  }
  const [namespace = '', vendorCode = ''] = from.split('/')
  const code = processCodes(world).get(`process:${from}`) ?? ''
  const target = world.targets.of(namespace)
  const file = `${target.folder}/processes/${code}.yaml`
  if (isDouble(world, file, say)) return
  entry.name = toName(data.__name, code)
  entry.file = file
  if (target.isMoved)
    say('changed', 'process', `it belongs to the workspace "${target.namespace}" here`)
  if (code !== vendorCode) say('changed', 'code', `it is "${code}"`)
  const program = programOf(component, data, say)
  const work = workOf(world, { data, from, say, code, name: entry.name, program })
  const items = convertItems(work)
  const nameTemplate = nameTemplateOf(work, items)
  beginWithItems(work, items)
  keepProgram(work)
  const granted = rights.get(`process:${from}`) ?? {}
  world.files.set(
    entry.file,
    toYaml({
      name: entry.name,
      ...nameTemplate,
      ...(!data.manualRun && { manualRun: false }),
      ...(data.hideInList && { hidden: true }),
      ...(Object.keys(work.variables).length > 0 && { variables: work.variables }),
      ...(Object.keys(granted).length > 0 && { rights: granted }),
    }),
  )
  world.files.set(`${target.folder}/processes/${code}.bpmn`, writeBpmn(work.diagram))
}

/** A program that no step calls stays in the package. */
function keepProgram({ diagram, program, say }: Work): void {
  const isCalled = diagram.pieces.some(({ tag }) => tag === 'scriptTask')
  if (program === undefined || !isCalled) return
  diagram.scripts = program
  sayOfProgram(program, say)
}

type Beginning = {
  data: Process
  from: string
  say: Say
  code: string
  name: string
  program: string | undefined
}

function workOf(world: World, { data, from, say, code, name, program }: Beginning): Work {
  const { process } = data
  const work: Work = {
    ...{ world, say, from, process: data, program },
    variables: toFields(data.context, { say, targets: world.targets }),
    diagram: { id: `process_${code}`, name, pieces: [], flows: [], lanes: [] },
    transitions: readList(Transition, Object.values(process.transitions)).known.sort(byId),
    ...{ performers: new Map(), each: new Map(), answers: new Map() },
  }
  for (const lane of readList(Lane, Object.values(process.lanes)).known.sort(byPlace)) {
    const performer = performerOf(lane, {
      world,
      say,
      isVariable: (each) => isVariable(work, each),
    })
    work.performers.set(lane.id, performer)
    if (lane.multiInstance) divide(work, lane, performer)
    const { x, y, width, height } = lane
    const bounds = { x, y, width, height }
    const own = toName(lane.name, 'Lane')
    work.diagram.lanes.push({ id: toId(lane.id, 'lane'), name: own, performer, bounds })
  }
  return work
}

/** In the lane everybody gets a task of their own. */
function divide({ each, say }: Work, { id, name }: Lane, performer: string): void {
  const [, variable] = /^variable:(\w+)$/.exec(performer) ?? []
  if (variable !== undefined) each.set(id, variable)
  else say('by hand', `lane ${name}`, 'one task goes to all of its people, not one to each')
}

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
const byPlace = (one: Lane, other: Lane) => one.x - other.x || byId(one, other)

function convertItems(work: Work): Map<string, Item> {
  const { known, odd } = readList(Item, Object.values(work.process.process.items))
  if (odd > 0) work.say('not understood', 'elements', `${odd} of them have no id`)
  const items = new Map(known.sort(byId).map((item) => [item.id, item]))
  const starts = new Map<string, string>()
  for (const item of items.values()) {
    const piece = toPiece(work, item)
    work.diagram.pieces.push(piece)
    for (const [exit, event] of addEscalations(work, item, piece)) starts.set(exit, event)
    if (item.type === 'gateway' && item.settings.useFunc === true) askBefore(work, item, piece)
  }
  work.diagram.flows.push(...toFlows(work, { items, starts }))
  for (const gateway of work.answers.keys()) leadThrough(work, toId(gateway))
  setDefaults(work)
  return items
}

function toPiece(work: Work, item: Item): Piece {
  const { x, y, width, height } = item
  const shape = convertElement(work, item)
  if (item.loop !== '' && shape.children === undefined) {
    work.say('not understood', item.name || item.type, `loop "${item.loop}": it runs once`)
  }
  const lane = toId(item.lane, 'lane')
  return {
    ...shape,
    ...{ id: toId(item.id), name: toName(item.name, ''), bounds: { x, y, width, height } },
    ...(work.diagram.lanes.some(({ id }) => id === lane) && { lane }),
  }
}

/** The function of a gateway becomes a step before it, whose answer its ways ask for. */
function askBefore(work: Work, item: Item, { id, bounds, lane }: Piece): void {
  const { x, y, height } = bounds
  const name = toName(item.name, textIn(item.settings, 'func') || 'Decide')
  const type = item.settings.funcType === 'BOOLEAN' ? 'BOOLEAN' : 'STRING'
  const variable = addVariable(work, 'decision', { name: `${name}: answer`, type })
  const place: Bounds = { x: x - 100, y: y + height / 2 - 32, width: 80, height: 64 }
  work.diagram.pieces.push({
    ...decide(work, item, variable),
    ...{ id: `${id}_function`, name, bounds: place },
    ...(lane !== undefined && { lane }),
  })
  work.answers.set(item.id, variable)
}

function decide(work: Work, item: Item, variable: string): Shape {
  const called = textIn(item.settings, 'func')
  if (hasFunction(work.program, called)) {
    return { tag: 'scriptTask', settings: { function: called, result: variable } }
  }
  work.say('by hand', item.name || 'gateway', 'its function is a step of a program, before it')
  const mappings: Shape['mappings'] = [{ direction: 'out', source: 'result', target: variable }]
  return { ...byProgram(work, called || 'decide'), mappings }
}

function leadThrough({ diagram: { flows } }: Work, gateway: string): void {
  for (const flow of flows.filter(({ target }) => target === gateway)) {
    flow.target = `${gateway}_function`
    flow.path = []
  }
  const source = `${gateway}_function`
  flows.push({ id: `${gateway}_asked`, name: '', source, target: gateway, path: [] })
}

function setDefaults({ transitions, diagram: { pieces, flows } }: Work): void {
  for (const { id, source, type } of transitions) {
    const flow = flows.find((each) => each.id === toId(id, 'f'))
    const piece = pieces.find((each) => each.id === toId(source))
    const canHave =
      piece && !['startEvent', 'parallelGateway', 'intermediateCatchEvent'].includes(piece.tag)
    if (type === 'default' && flow && canHave) {
      piece.attributes = { ...piece.attributes, default: flow.id }
    }
  }
}

const SYSTEM = ['__createdAt', '__createdBy', '__id', '__index']

/** What an instance is called, and what its start asks for. */
function nameTemplateOf(work: Work, items: Map<string, Item>) {
  const start = [...items.values()].find(({ type }) => type === 'start')
  const settings = start?.settings ?? {}
  const form = Array.isArray(settings.formFields) ? settings.formFields : []
  for (const { code, required } of readList(FormField, form).known) {
    const own = fieldCode(code)
    const variable = isVariable(work, own) ? work.variables[own] : undefined
    if (required && variable) variable.required = true
  }
  const { template } = toTemplate(textIn(settings, 'titleTemplate'))
  if (template === '') return {}
  const unknown = namesIn(template).filter(
    (each) => !SYSTEM.includes(each) && !isVariable(work, each),
  )
  if (unknown.length === 0 && template.length <= 500) return { nameTemplate: template }
  work.say('by hand', 'name of instances', `it is too long, or has ${unknown.join(', ')} in it`)
  return {}
}
