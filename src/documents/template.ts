import type { Format } from './format.ts'
import type { Values } from './values.ts'

export type DocumentFormat = 'docx' | 'xlsx'

/** A name used in a template. */
export type Used = {
  name: string
  /** `section` = it repeats or shows what is between `{#name}` and `{/name}`. */
  type: 'value' | 'section'
  /** The sections around it, the outermost first. */
  in: string[]
}

export type Template = { format: DocumentFormat; variables: Used[] }

export type Limits = {
  /** Files in the archive, and the bytes they unpack to. */
  parts: number
  unpacked: number
  /** Bytes of the document. */
  document: number
}

export type Task = { content: Uint8Array; limits: Limits } & (
  | { type: 'check' }
  | { type: 'fill'; values: Values; format: Format }
)
