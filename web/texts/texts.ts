import type { en } from './en/index.ts'

/** Every text that people read; a text with a gap is a function. */
export type Texts = typeof en
