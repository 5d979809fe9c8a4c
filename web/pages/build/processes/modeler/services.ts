import type { Moddle } from '../settings/moddle.ts'

type Box = { x: number; y: number; width: number; height: number }

/** The parts of bpmn-js that we use; its own types do not name its services. */
export type Shape = {
  id: string
  type: string
  businessObject: Moddle
  parent?: Shape
  x: number
  y: number
  width: number
  height: number
  waypoints?: unknown[]
}
export type Entries = Record<string, object>
/** Entries, or what becomes of those of other providers. */
export type Update = (entries: Entries) => Entries

export type Services = {
  canvas: {
    viewbox: (box?: Box) => Box & { inner: Box; outer: { width: number; height: number } }
    getRootElement: () => Shape
    scrollToElement: (shape: Shape) => void
    addMarker: (id: string, name: string) => void
    removeMarker: (id: string, name: string) => void
    resized: () => void
  }
  elementRegistry: {
    get: (id: string) => Shape | undefined
    filter: (is: (shape: Shape) => boolean) => Shape[]
    getGraphics: (shape: Shape) => SVGElement
  }
  selection: { get: () => Shape[]; select: (shape: Shape | Shape[] | null) => void }
  overlays: {
    add: (id: string, type: string, overlay: object) => string
    remove: (filter: { type: string }) => void
  }
  modeling: {
    updateProperties: (shape: Shape, properties: object) => void
    updateModdleProperties: (shape: Shape, owner: Moddle, properties: object) => void
    connect: (source: Shape, target: Shape) => unknown
    removeElements: (shapes: Shape[]) => void
  }
  commandStack: {
    canUndo: () => boolean
    canRedo: () => boolean
    undo: () => void
    redo: () => void
  }
  moddle: { create: (type: string, properties: object) => Moddle }
  eventBus: { on: (events: string | string[], act: (event: never) => void) => void }
  elementFactory: { createShape: (of: object) => Shape }
  directEditing: { cancel: () => void }
  autoPlace: { append: (source: Shape, shape: Shape) => Shape }
  create: { start: (event: Event, shape: Shape, context?: object) => void }
  rules: { allowed: (rule: string, context: object) => unknown }
  zoomScroll: { stepZoom: (by: number) => void }
  bpmnReplace: { replaceElement: (shape: Shape, target: object) => Shape }
  graphicsFactory: { update: (kind: 'shape', shape: Shape, drawn: SVGElement) => void }
  palette: { registerProvider: (priority: number, provider: object) => void }
  contextPad: { registerProvider: (priority: number, provider: object) => void }
  popupMenu: {
    registerProvider: (menu: string, priority: number, provider: object) => void
    open: (shape: Shape, menu: string, at: { x: number; y: number }, options: object) => void
  }
  translate: (text: string) => string
}
