import type { Bounds, Diagram, Flow, FormRow, Mapping, Piece } from './diagram.ts'
import { writeXml, type Xml } from './xml.ts'

const NAMESPACES = {
  'xmlns:bpmn': 'http://www.omg.org/spec/BPMN/20100524/MODEL',
  'xmlns:bpmndi': 'http://www.omg.org/spec/BPMN/20100524/DI',
  'xmlns:dc': 'http://www.omg.org/spec/DD/20100524/DC',
  'xmlns:di': 'http://www.omg.org/spec/DD/20100524/DI',
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xmlns:kontor': 'urn:kontor:bpmn',
}

/** The text of a BPMN file, with its drawing if every element has a place. */
export function writeBpmn(diagram: Diagram): Buffer {
  const hasLanes = diagram.lanes.length > 0
  const root: Xml = {
    tag: 'bpmn:definitions',
    attributes: { ...NAMESPACES, id: 'definitions', targetNamespace: 'urn:kontor:migrated' },
    children: [
      ...(hasLanes ? [collaborationOf(diagram)] : []),
      processOf(diagram),
      ...(isDrawn(diagram) ? [drawingOf(diagram)] : []),
    ],
  }
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${writeXml(root)}`)
}

const collaborationOf = ({ id, name }: Diagram): Xml => ({
  tag: 'bpmn:collaboration',
  attributes: { id: 'collaboration' },
  children: [{ tag: 'bpmn:participant', attributes: { id: 'pool', name, processRef: id } }],
})

const processOf = ({ id, name, pieces, flows, lanes, scripts }: Diagram): Xml => ({
  tag: 'bpmn:process',
  attributes: { id, name, isExecutable: true },
  children: [
    ...(scripts === undefined ? [] : [programOf(scripts)]),
    ...(lanes.length > 0 ? [lanesOf(lanes, pieces)] : []),
    ...pieces.map((piece) => pieceOf(piece, flows)),
    ...flows.map(flowOf),
  ],
})

const programOf = (scripts: string): Xml => ({
  tag: 'bpmn:extensionElements',
  children: [{ tag: 'kontor:scripts', verbatim: scripts }],
})

const lanesOf = (lanes: Diagram['lanes'], pieces: Piece[]): Xml => ({
  tag: 'bpmn:laneSet',
  attributes: { id: 'lanes' },
  children: lanes.map(({ id, name, performer }) => ({
    tag: 'bpmn:lane',
    attributes: { id, name, 'kontor:performer': performer || undefined },
    children: pieces
      .filter(({ lane }) => lane === id)
      .map((piece) => ({ tag: 'bpmn:flowNodeRef', text: piece.id })),
  })),
})

function pieceOf(
  { id, tag, name, attributes, children = [], ...piece }: Piece,
  flows: Flow[],
): Xml {
  const ways = (key: 'incoming' | 'outgoing', end: 'target' | 'source') =>
    flows
      .filter((flow) => flow[end] === id)
      .map((flow): Xml => ({ tag: `bpmn:${key}`, text: flow.id }))
  return {
    tag: `bpmn:${tag}`,
    attributes: { id, name: name || undefined, ...attributes },
    children: [
      ...extensionsOf(piece),
      ...ways('incoming', 'target'),
      ...ways('outgoing', 'source'),
      ...children,
    ],
  }
}

type Extended = Pick<Piece, 'settings' | 'mappings' | 'form'>

function extensionsOf({ settings = {}, mappings = [], form = [] }: Extended): Xml[] {
  const values = Object.entries(settings).flatMap(([name, value]): Xml[] =>
    value === undefined ? [] : [{ tag: 'kontor:setting', attributes: { name, value } }],
  )
  const inside = [
    listOf('form', form.map(fieldOf)),
    listOf('settings', values),
    listOf('mappings', mappings.map(mappingOf)),
  ].flat()
  return inside.length > 0 ? [{ tag: 'bpmn:extensionElements', children: inside }] : []
}

const listOf = (name: string, children: Xml[]): Xml[] =>
  children.length > 0 ? [{ tag: `kontor:${name}`, children }] : []

const mappingOf = ({ direction, source, target }: Mapping): Xml => ({
  tag: 'kontor:mapping',
  attributes: { direction, source, target },
})

const fieldOf = ({ code, name, readonly, required, tooltip }: FormRow): Xml => ({
  tag: 'kontor:formField',
  attributes: {
    ...{ code, name, tooltip: tooltip || undefined },
    ...{ readonly: readonly || undefined, required: required || undefined },
  },
})

const flowOf = ({ id, name, source, target, condition, attributes, form }: Flow): Xml => ({
  tag: 'bpmn:sequenceFlow',
  attributes: { id, name: name || undefined, sourceRef: source, targetRef: target, ...attributes },
  children: [
    ...extensionsOf({ ...(form && { form }) }),
    ...(condition === undefined ? [] : [expression('conditionExpression', condition)]),
  ],
})

export const expression = (tag: string, text: string): Xml => ({
  tag: `bpmn:${tag}`,
  attributes: { 'xsi:type': 'bpmn:tFormalExpression' },
  text,
})

const isPlaced = ({ x, y, width, height }: Bounds): boolean =>
  [x, y, width, height].every(Number.isFinite)

const isDrawn = ({ pieces, lanes }: Diagram): boolean =>
  [...pieces, ...lanes].every(({ bounds }) => isPlaced(bounds))

function drawingOf({ id, pieces, flows, lanes }: Diagram): Xml {
  const hasLanes = lanes.length > 0
  const plane = hasLanes ? 'collaboration' : id
  const places = new Map(pieces.map((piece) => [piece.id, piece.bounds]))
  const shapes = [
    ...(hasLanes ? [shapeOf('pool', around(lanes.map(({ bounds }) => bounds)), UPRIGHT)] : []),
    ...lanes.map((lane) => shapeOf(lane.id, lane.bounds, UPRIGHT)),
    ...pieces.map((piece) => shapeOf(piece.id, piece.bounds, {})),
    ...flows.map((flow) => edgeOf(flow, places)),
  ]
  return {
    tag: 'bpmndi:BPMNDiagram',
    attributes: { id: 'diagram' },
    children: [
      {
        tag: 'bpmndi:BPMNPlane',
        attributes: { id: 'plane', bpmnElement: plane },
        children: shapes,
      },
    ],
  }
}

/** Lanes of packages stand beside each other. */
const UPRIGHT = { isHorizontal: false }

const shapeOf = (element: string, bounds: Bounds, attributes: Xml['attributes']): Xml => ({
  tag: 'bpmndi:BPMNShape',
  attributes: { id: `${element}_shape`, bpmnElement: element, ...attributes },
  children: [{ tag: 'dc:Bounds', attributes: { ...bounds } }],
})

function edgeOf({ id, source, target, path }: Flow, places: Map<string, Bounds>): Xml {
  const ends = [source, target].flatMap((each) => {
    const bounds = places.get(each)
    return bounds ? [middleOf(bounds)] : []
  })
  return {
    tag: 'bpmndi:BPMNEdge',
    attributes: { id: `${id}_edge`, bpmnElement: id },
    children: (path.length > 1 ? path : ends).map(({ x, y }) => ({
      tag: 'di:waypoint',
      attributes: { x, y },
    })),
  }
}

const middleOf = ({ x, y, width, height }: Bounds) => ({ x: x + width / 2, y: y + height / 2 })

/** The pool has a strip for its name above the lanes. */
const STRIP = 30

function around(all: Bounds[]): Bounds {
  const left = Math.min(...all.map(({ x }) => x))
  const top = Math.min(...all.map(({ y }) => y)) - STRIP
  const right = Math.max(...all.map(({ x, width }) => x + width))
  const bottom = Math.max(...all.map(({ y, height }) => y + height))
  return { x: left, y: top, width: right - left, height: bottom - top }
}
