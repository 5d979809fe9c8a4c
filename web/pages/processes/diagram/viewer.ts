import 'bpmn-js/dist/assets/diagram-js.css'
import 'bpmn-js/dist/assets/bpmn-js.css'
import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer'
import { COLOURS, FONT, type Graphics, LABEL, type Label, READABLE, widenLabels } from './labels.ts'

export type Mark =
  | 'passed'
  | 'active'
  | 'stumbled'
  | `heat-${1 | 2 | 3 | 4 | 5}`
  /** What became of it between two versions. */
  | 'added'
  | 'removed'
  | 'changed'
  | 'moved'
/** Marks by the id of an element or a flow. */
export type Marks = Readonly<Record<string, Mark>>

type Box = { x: number; y: number; width: number; height: number }
type Canvas = {
  zoom: (scale?: number | 'fit-viewport', center?: 'auto') => number
  viewbox: (box?: Box) => Box & { inner: Box; outer: { width: number; height: number } }
  scroll: (by: { dx: number; dy: number }) => void
  resized: () => void
  addMarker: (id: string, name: string) => void
  removeMarker: (id: string, name: string) => void
}
type Shape = Label
type Registry = {
  get: (id: string) => Box | undefined
  filter: (is: (element: Shape) => boolean) => Shape[]
  getGraphics: (element: Shape) => SVGElement
}
type Overlays = {
  add: (id: string, type: string, overlay: object) => string
  remove: (filter: { type: string }) => void
}
type Clicked = { element: { id: string; labelTarget?: { id: string } } }
type EventBus = {
  on: (event: string, listener: (event: Clicked) => void) => void
  off: (event: string, listener: (event: Clicked) => void) => void
}
type Zoom = { stepZoom: (by: number) => void }

const MARGIN = 24
/** Room for the tools and the sign of the viewer below the diagram. */
const FOOT = 52

/** A diagram in an element of the page. */
export function openViewer(container: HTMLElement) {
  const viewer = new NavigatedViewer({
    container,
    bpmnRenderer: COLOURS,
    textRenderer: { defaultStyle: FONT, externalStyle: LABEL },
  })
  const canvas = () => viewer.get('canvas') as Canvas
  const registry = () => viewer.get('elementRegistry') as Registry
  const overlays = () => viewer.get('overlays') as Overlays
  let marked: [string, Mark][] = []
  let chosen: string | undefined
  return {
    show: async (xml: string) => {
      await viewer.importXML(xml)
      widenLabels(registry(), viewer.get('graphicsFactory') as Graphics<Shape>)
    },
    destroy: () => viewer.destroy(),
    /** The height at which all of it can be seen in this width. */
    heightFor: (width: number) => {
      const { inner } = canvas().viewbox()
      const scale = Math.min(1, Math.max(READABLE, (width - 2 * MARGIN) / inner.width))
      return Math.round(inner.height * scale + MARGIN + FOOT)
    },
    /** All of it, or as much as can be read, from where something happens. */
    fit: (from: string | undefined) => {
      canvas().resized()
      const { inner, outer } = canvas().viewbox()
      const fitting = Math.min(
        (outer.width - 2 * MARGIN) / inner.width,
        (outer.height - MARGIN - FOOT) / inner.height,
      )
      const scale = Math.min(1, Math.max(READABLE, fitting))
      const [width, height] = [outer.width / scale, outer.height / scale]
      const foot = (FOOT - MARGIN) / scale
      const middle = from ? registry().get(from) : undefined
      const across = middle && middle.x + middle.width / 2
      const down = middle && middle.y + middle.height / 2
      const x = placed({ at: inner.x, size: inner.width }, width, across)
      const y = placed({ at: inner.y, size: inner.height + foot }, height, down)
      canvas().viewbox({ x, y, width, height })
    },
    zoom: (by: number) => (viewer.get('zoomScroll') as Zoom).stepZoom(by),
    scroll: (dx: number, dy: number) => canvas().scroll({ dx, dy }),
    mark: (marks: Marks) => {
      for (const [id, mark] of marked) canvas().removeMarker(id, mark)
      marked = Object.entries(marks).filter(([id]) => registry().get(id) !== undefined)
      for (const [id, mark] of marked) canvas().addMarker(id, mark)
    },
    /** Draws a frame around one element, or none. */
    pick: (id: string | undefined) => {
      if (chosen !== undefined) canvas().removeMarker(chosen, 'picked')
      chosen = id !== undefined && registry().get(id) ? id : undefined
      if (chosen !== undefined) canvas().addMarker(chosen, 'picked')
    },
    /** Listens until it is called off; a label stands for its element. */
    onClick: (listener: (id: string) => void) => {
      const events = viewer.get('eventBus') as EventBus
      const listen = ({ element }: Clicked) => listener(element.labelTarget?.id ?? element.id)
      events.on('element.click', listen)
      return () => events.off('element.click', listen)
    },
    /** Puts overlays above elements for their badges. */
    addBadges: (badges: ReadonlyMap<string, HTMLElement>) => {
      overlays().remove({ type: 'badge' })
      for (const [id, html] of badges) {
        if (!registry().get(id)) continue
        // The badge stands on the upper edge, in no place where a name is written.
        overlays().add(id, 'badge', { position: { top: 0, right: 0 }, scale: false, html })
      }
    },
  }
}

export type Viewer = ReturnType<typeof openViewer>

/** Where the view begins: all of it in the middle, else around a point, else at the start. */
function placed(
  { at, size }: { at: number; size: number },
  room: number,
  around: number | undefined,
): number {
  if (size <= room) return at + (size - room) / 2
  const wanted = around === undefined ? at : around - room / 2
  return Math.min(Math.max(wanted, at - MARGIN), at + size - room + MARGIN)
}
