import type { Element } from '../element.ts'
import { isReadable } from '../mapping.ts'
import { listen } from '../watchers.ts'

/** Waits for its trigger: intermediate events, receive tasks. */
export const catchEvent: Element = {
  enter: (run, no, node) => {
    if (isReadable(run, no, node)) listen(run, no)
  },
}
