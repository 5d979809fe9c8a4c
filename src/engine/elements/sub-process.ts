import type { Element } from '../element.ts'
import { openScope } from '../scope.ts'

/** Starts at its own start event; completes when nothing runs in it any more. */
export const subProcess: Element = { enter: (run, no) => openScope(run, no) }
