import { ANY_APP } from '../../../engine/starts.ts'
import { toFree } from '../text.ts'
import type { ItemStart } from '../world.ts'
import type { Piece } from './diagram.ts'
import type { Item } from './schemas.ts'
import { isVariable, toId, type Work } from './work.ts'
import { expression } from './write.ts'

/** Start events for whatever begins the process with an item: buttons that save one, handlers of modules. */
export function beginWithItems(work: Work, items: ReadonlyMap<string, Item>): void {
  const heard = [...(work.world.starts.get(work.from) ?? [])].sort(inOrder)
  const wanted = [...buttonsFor(work), ...heard]
  const added = wanted.filter((start) => isPossible(work, start, items))
  for (const [at, start] of added.entries()) addStart(work, items, { ...start, at })
  if (added.length > 0) relax(work, added)
}

/** Packages list handlers in any order. */
const inOrder = (one: ItemStart, other: ItemStart) => (keyOf(one) < keyOf(other) ? -1 : 1)
const keyOf = ({ app, event, variable = '' }: ItemStart) => `${app} ${event} ${variable}`

/** A process on the button that saves a new item begins with the item. */
function buttonsFor({ world, from, say }: Work): ItemStart[] {
  return [...world.apps].sort().flatMap(([app, { body }]) => {
    const isBound = body.settings.createSettings.buttons.some(
      ({ code, processNamespace, processCode }) =>
        code === 'save' && `${processNamespace}/${processCode}` === from,
    )
    const [namespace = '', code = ''] = app.split('/')
    const path = world.targets.appPath(namespace, code)
    return isBound && path !== undefined ? [{ app: path, event: 'created', say }] : []
  })
}

const startOf = (items: ReadonlyMap<string, Item>) =>
  [...items.values()].find(({ type }) => type === 'start')

const firstFlow = ({ diagram }: Work, { id }: Item) =>
  diagram.flows.find(({ source }) => source === toId(id))

function isPossible(work: Work, start: ItemStart, items: ReadonlyMap<string, Item>): boolean {
  const begin = startOf(items)
  const { variable, say } = start
  if (!begin || !firstFlow(work, begin)) {
    say('by hand', 'start', 'the process has no start that leads to a step: draw a start event')
    return false
  }
  if (variable === undefined || canHold(work, variable, start.app)) return true
  const why = isVariable(work, variable)
    ? `its variable "${variable}" cannot hold the item: add a start event with one that can`
    : `the process has no variable "${variable}" for the item: add one, and a start event`
  say('by hand', 'start', why)
  return false
}

function canHold({ variables }: Work, variable: string, app: string): boolean {
  const definition = variables[variable]
  const isLink = definition?.type === 'SYS_COLLECTION' && definition.app === app
  return isLink || definition?.type === 'REF_ITEM'
}

function addStart(
  work: Work,
  items: ReadonlyMap<string, Item>,
  { app, event, variable, at }: ItemStart & { at: number },
): void {
  const { diagram } = work
  const begin = startOf(items)
  const flow = begin && firstFlow(work, begin)
  if (!begin || !flow) return
  const wanted = `${event}_${app === ANY_APP ? 'any' : app.replaceAll(/\W/g, '_')}`
  const id = toFree(wanted, (each) => diagram.pieces.some((piece) => piece.id === each))
  const { x, y, width, height } = begin
  const lane = diagram.pieces.find((each) => each.id === toId(begin.id))?.lane
  const piece: Piece = {
    ...{ id, tag: 'startEvent', name: '' },
    bounds: { x, y: y + (height + 24) * (at + 1), width, height },
    ...(lane !== undefined && { lane }),
    settings: { app, event, ...(variable !== undefined && { result: variable }) },
    children: [
      { tag: 'bpmn:conditionalEventDefinition', children: [expression('condition', 'item')] },
    ],
  }
  diagram.pieces.push(piece)
  diagram.flows.push({ id: `${id}_begin`, name: '', source: id, target: flow.target, path: [] })
}

/** What the form of the start asks for, an item does not bring: the process could not begin. */
function relax(work: Work, starts: ItemStart[]): void {
  const filled = starts.map(({ app, variable }) => variable ?? linkTo(work, app))
  for (const [code, definition] of Object.entries(work.variables)) {
    if (!definition.required || filled.every((each) => each === code)) continue
    delete definition.required
    const why = 'it is not required, as the process also begins with items, which do not bring it'
    work.say('changed', `variable ${code}`, why)
  }
}

const linkTo = ({ variables }: Work, app: string): string | undefined =>
  Object.keys(variables).find(
    (code) => variables[code]?.type === 'SYS_COLLECTION' && variables[code]?.app === app,
  )
