import 'bpmn-js/dist/assets/diagram-js.css'
import 'bpmn-js/dist/assets/bpmn-js.css'
import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer'

export type Mark = 'passed' | 'active' | 'stumbled' | 'heat-1' | 'heat-2' | 'heat-3' | 'heat-4'
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
type Registry = { get: (id: string) => Box | undefined }
type Overlays = {
  add: (id: string, type: string, overlay: object) => string
  remove: (filter: { type: string }) => void
}
type Zoom = { stepZoom: (by: number) => void }

/** Lines and texts are variables, so that another theme needs no new drawing. */
const COLOURS = {
  defaultFillColor: 'var(--diagram-fill)',
  defaultStrokeColor: 'var(--diagram-line)',
  defaultLabelColor: 'var(--diagram-text)',
}
const FONT = { fontFamily: 'Inter, system-ui, sans-serif', fontSize: 12, lineHeight: 1.2 }
/** Smaller than this nobody can read it. */
const SMALLEST = 0.62
const MARGIN = 28

/** A diagram in a place on the page. */
export function openViewer(container: HTMLElement) {
  const viewer = new NavigatedViewer({
    container,
    bpmnRenderer: COLOURS,
    textRenderer: { defaultStyle: FONT, externalStyle: { ...FONT, fontSize: 11 } },
  })
  const canvas = () => viewer.get('canvas') as Canvas
  const registry = () => viewer.get('elementRegistry') as Registry
  const overlays = () => viewer.get('overlays') as Overlays
  let marked: [string, Mark][] = []
  return {
    show: (xml: string) => viewer.importXML(xml),
    destroy: () => viewer.destroy(),
    /** The height at which all of it can be seen in this width. */
    heightFor: (width: number) => {
      const { inner } = canvas().viewbox()
      const scale = Math.min(1, Math.max(SMALLEST, (width - 2 * MARGIN) / inner.width))
      return Math.round(inner.height * scale + 2 * MARGIN)
    },
    /** All of it, or as much as can be read, from where something happens. */
    fit: (from: string | undefined) => {
      canvas().resized()
      const { inner, outer } = canvas().viewbox()
      const fitting = Math.min(
        (outer.width - 2 * MARGIN) / inner.width,
        (outer.height - 2 * MARGIN) / inner.height,
      )
      const scale = Math.min(1, Math.max(SMALLEST, fitting))
      const [width, height] = [outer.width / scale, outer.height / scale]
      const middle = from ? registry().get(from) : undefined
      const across = {
        all: inner.x + (inner.width - width) / 2,
        from: (middle ? middle.x + middle.width / 2 - width / 2 : inner.x - MARGIN) / 1,
      }
      const down = {
        all: inner.y + (inner.height - height) / 2,
        from: middle ? middle.y + middle.height / 2 - height / 2 : inner.y - MARGIN,
      }
      const x =
        inner.width <= width ? across.all : within(across.from, inner.x, inner.width - width)
      const y =
        inner.height <= height ? down.all : within(down.from, inner.y, inner.height - height)
      canvas().viewbox({ x, y, width, height })
    },
    zoom: (by: number) => (viewer.get('zoomScroll') as Zoom).stepZoom(by),
    scroll: (dx: number, dy: number) => canvas().scroll({ dx, dy }),
    mark: (marks: Marks) => {
      for (const [id, mark] of marked) canvas().removeMarker(id, mark)
      marked = Object.entries(marks).filter(([id]) => registry().get(id) !== undefined)
      for (const [id, mark] of marked) canvas().addMarker(id, mark)
    },
    /** Puts places above elements for what is told of them. */
    place: (places: ReadonlyMap<string, HTMLElement>) => {
      overlays().remove({ type: 'badge' })
      for (const [id, html] of places) {
        if (!registry().get(id)) continue
        overlays().add(id, 'badge', { position: { top: -12, right: 14 }, scale: false, html })
      }
    },
  }
}

export type Viewer = ReturnType<typeof openViewer>

const within = (value: number, from: number, room: number): number =>
  Math.min(Math.max(value, from - MARGIN), from + room + MARGIN)
