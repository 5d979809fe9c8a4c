import type { Xml } from './xml.ts'

export type Bounds = { x: number; y: number; width: number; height: number }
export type Point = { x: number; y: number }
export type Mapping = { direction: 'in' | 'out'; source: string; target: string }
export type FormRow = {
  code: string
  name: string
  readonly?: boolean
  required?: boolean
  tooltip?: string
}

/** An element of a BPMN diagram. */
export type Piece = {
  id: string
  /** Without its prefix, such as `userTask`. */
  tag: string
  name: string
  bounds: Bounds
  lane?: string
  attributes?: Xml['attributes']
  settings?: Record<string, string | undefined>
  mappings?: Mapping[]
  form?: FormRow[]
  /** What an event waits for, or how often an activity runs. */
  children?: Xml[]
}

export type Flow = {
  id: string
  name: string
  source: string
  target: string
  path: Point[]
  condition?: string
  attributes?: Xml['attributes']
  form?: FormRow[]
}

export type DrawnLane = { id: string; name: string; performer: string; bounds: Bounds }

export type Diagram = {
  id: string
  name: string
  pieces: Piece[]
  flows: Flow[]
  lanes: DrawnLane[]
  /** The program whose functions script tasks call. */
  scripts?: string
}
