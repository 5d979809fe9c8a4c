import type { Element } from '../element.ts'
import { leave } from '../leave.ts'

/** The token is done; its scope ends with the last one. */
export const endEvent: Element = { enter: (run, no) => leave(run, no, []) }
