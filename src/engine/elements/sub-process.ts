import type { Element } from '../element.ts'
import { openScope } from '../scope.ts'

/** Its own start event begins inside; it is left when nothing runs in it any more. */
export const subProcess: Element = { enter: (run, no) => openScope(run, no) }
