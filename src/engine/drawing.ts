import { withIds } from './ids.ts'
import { isScope, type Model, type Node } from './model.ts'

// Draws diagrams that have no drawing: left to right, one row per branch.

type Box = { x: number; y: number; width: number; height: number }
type Point = { x: number; y: number }
type Placed = { boxes: Map<string, Box>; width: number; height: number }

const GAP = 60
const PAD = 40
const EVENT = 36

/** Adds a drawing to a diagram that has none. */
export async function withDrawing(xml: string, model: Model): Promise<string> {
  if (/<(\w+:)?BPMNDiagram[\s>]/.test(xml)) return xml
  const named = await withIds(xml, model)
  const end = named.search(/<\/(\w+:)?definitions\s*>\s*$/)
  return end < 0 ? named : `${named.slice(0, end)}${draw(model)}${named.slice(end)}`
}

function draw(model: Model): string {
  const { boxes } = place(model, undefined)
  const shapes = [...boxes].map(([id, box]) => shape(id, box, model.nodes[id]))
  const edges = Object.values(model.flows).map(({ id, source, target }) => {
    const [from, to] = [boxes.get(source), boxes.get(target)]
    return from && to ? edge(id, way(from, to, model.nodes[source])) : ''
  })
  return `<bpmndi:BPMNDiagram xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI"
  xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI"
  id="drawing"><bpmndi:BPMNPlane id="drawing_plane" bpmnElement="${escaped(model.id)}">
${[...shapes, ...edges].join('\n')}
</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>
`
}

/** The boxes of everything in a process or sub-process, relative to its corner. */
function place(model: Model, scope: string | undefined): Placed {
  const own = Object.values(model.nodes).filter(({ parent, isPool }) => parent === scope && !isPool)
  const inner = new Map(own.filter(isScope).map(({ id }) => [id, place(model, id)]))
  const cells = cellsOf(model, own)
  const columns = tracks(cells, 'column', (id) => sizeOf(model.nodes[id], inner.get(id)).width)
  const rows = tracks(cells, 'row', (id) => sizeOf(model.nodes[id], inner.get(id)).height)
  const boxes = new Map<string, Box>()
  for (const [id, { column, row }] of cells) {
    const { width, height } = sizeOf(model.nodes[id], inner.get(id))
    const [across, down] = [columns.of(column), rows.of(row)]
    const x = across.start + (across.size - width) / 2
    const y = down.start + (down.size - height) / 2
    boxes.set(id, { x, y, width, height })
    for (const [child, box] of inner.get(id)?.boxes ?? []) {
      boxes.set(child, { ...box, x: box.x + x, y: box.y + y })
    }
  }
  hangBorders(own, boxes)
  return { boxes, width: columns.end, height: rows.end }
}

function sizeOf(node: Node | undefined, inner: Placed | undefined) {
  if (inner) return { width: Math.max(inner.width, 100), height: Math.max(inner.height, 80) }
  if (node?.type === 'gateway') return { width: 50, height: 50 }
  const isEvent = node?.element.endsWith('Event')
  return isEvent ? { width: EVENT, height: EVENT } : { width: 100, height: 80 }
}

/** Boundary events are placed side by side on the lower edge of their activity. */
function hangBorders(nodes: readonly Node[], boxes: Map<string, Box>): void {
  const hung = Map.groupBy(
    nodes.filter(({ attachedTo }) => attachedTo !== undefined),
    ({ attachedTo = '' }) => attachedTo,
  )
  for (const [host, events] of hung) {
    const box = boxes.get(host)
    if (!box) continue
    for (const [at, { id }] of events.entries()) {
      const x = box.x + (box.width * (at + 1)) / (events.length + 1) - EVENT / 2
      boxes.set(id, { x, y: box.y + box.height - EVENT / 2, width: EVENT, height: EVENT })
    }
  }
}

type Cell = { column: number; row: number }

/** Successors are placed to the right: the first branch in the same row, the others below. */
function cellsOf(model: Model, own: readonly Node[]): Map<string, Cell> {
  const standing = own.filter(({ attachedTo }) => attachedTo === undefined)
  const next = followers(model, own)
  const columns = columnsOf(standing, next)
  const cells = new Map<string, Cell>()
  const taken = new Set<string>()
  const put = (id: string, wanted: number) => {
    if (cells.has(id)) return
    const column = columns.get(id) ?? 0
    let row = wanted
    while (taken.has(`${column} ${row}`)) row++
    taken.add(`${column} ${row}`)
    cells.set(id, { column, row })
    for (const [at, follower] of (next.get(id) ?? []).entries()) put(follower, row + at)
  }
  const targets = new Set([...next.values()].flat())
  const firsts = standing.filter(({ id }) => !targets.has(id))
  for (const { id } of [...firsts, ...standing]) {
    if (!cells.has(id)) put(id, below(cells))
  }
  return cells
}

const below = (cells: Map<string, Cell>): number =>
  Math.max(-1, ...[...cells.values()].map(({ row }) => row)) + 1

/** The successors of each element; those of a boundary event count as those of its activity. */
function followers({ flows }: Model, own: readonly Node[]): Map<string, string[]> {
  const hosts = new Map(own.map(({ id, attachedTo }) => [id, attachedTo ?? id]))
  const next = new Map<string, string[]>()
  const ordered = own.toSorted((a, b) => Number(!!a.attachedTo) - Number(!!b.attachedTo))
  for (const { id, outgoing } of ordered) {
    const host = hosts.get(id) ?? id
    const targets = outgoing.flatMap((flow) => flows[flow]?.target ?? [])
    const known = next.get(host) ?? []
    next.set(host, [...known, ...targets.filter((target) => hosts.has(target))])
  }
  return next
}

/** The longest path from a start event, not counting flows back. */
function columnsOf(nodes: readonly Node[], next: Map<string, string[]>): Map<string, number> {
  const columns = new Map<string, number>()
  const order: string[] = []
  const state = new Map<string, 'open' | 'done'>()
  const back = new Set<string>()
  const visit = (id: string) => {
    state.set(id, 'open')
    for (const follower of next.get(id) ?? []) {
      if (state.get(follower) === 'open') back.add(`${id} ${follower}`)
      else if (!state.has(follower)) visit(follower)
    }
    state.set(id, 'done')
    order.unshift(id)
  }
  const targets = new Set([...next.values()].flat())
  const firsts = nodes.filter(({ id }) => !targets.has(id))
  for (const { id } of [...firsts, ...nodes]) if (!state.has(id)) visit(id)
  for (const id of order) {
    const column = columns.get(id) ?? 0
    columns.set(id, column)
    for (const follower of next.get(id) ?? []) {
      if (back.has(`${id} ${follower}`)) continue
      columns.set(follower, Math.max(columns.get(follower) ?? 0, column + 1))
    }
  }
  return columns
}

/** Columns are as wide, and rows as high, as their largest element. */
function tracks(cells: Map<string, Cell>, by: keyof Cell, sizeOf: (id: string) => number) {
  const sizes: number[] = []
  for (const [id, cell] of cells) sizes[cell[by]] = Math.max(sizes[cell[by]] ?? 0, sizeOf(id))
  const starts: number[] = []
  let start = PAD
  for (const [at, size = 0] of sizes.entries()) {
    starts[at] = start
    start += size + GAP
  }
  return {
    of: (at: number) => ({ start: starts[at] ?? PAD, size: sizes[at] ?? 0 }),
    end: start - GAP + PAD,
  }
}

/** Waypoints with right angles; a flow back is drawn below. */
function way(from: Box, to: Box, source: Node | undefined): Point[] {
  const end = { x: to.x, y: to.y + to.height / 2 }
  if (source?.attachedTo !== undefined) {
    const start = { x: from.x + from.width / 2, y: from.y + from.height }
    const level = end.y > start.y + GAP / 4 ? end.y : start.y + GAP / 3
    return [
      start,
      { x: start.x, y: level },
      { x: end.x - GAP / 4, y: level },
      { ...end, x: end.x - GAP / 4 },
      end,
    ]
  }
  const start = { x: from.x + from.width, y: from.y + from.height / 2 }
  if (start.x >= end.x) {
    const level = Math.max(from.y + from.height, to.y + to.height) + GAP / 3
    const [out, back] = [from.x + from.width / 2, to.x + to.width / 2]
    return [
      { x: out, y: from.y + from.height },
      { x: out, y: level },
      { x: back, y: level },
      { x: back, y: to.y + to.height },
    ]
  }
  if (start.y === end.y) return [start, end]
  const middle = end.x - GAP / 2
  return [start, { x: middle, y: start.y }, { x: middle, y: end.y }, end]
}

function shape(id: string, { x, y, width, height }: Box, node: Node | undefined): string {
  const expanded = node && isScope(node) ? ' isExpanded="true"' : ''
  return `<bpmndi:BPMNShape id="${escaped(id)}_di" bpmnElement="${escaped(id)}"${expanded}><dc:Bounds x="${Math.round(x)}" y="${Math.round(y)}" width="${Math.round(width)}" height="${Math.round(height)}" /></bpmndi:BPMNShape>`
}

const edge = (id: string, points: Point[]): string =>
  `<bpmndi:BPMNEdge id="${escaped(id)}_di" bpmnElement="${escaped(id)}">${points
    .map(({ x, y }) => `<di:waypoint x="${Math.round(x)}" y="${Math.round(y)}" />`)
    .join('')}</bpmndi:BPMNEdge>`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
