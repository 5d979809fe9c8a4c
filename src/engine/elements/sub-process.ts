import type { Element } from '../element.ts'
import { settle } from '../leave.ts'
import { isReadable } from '../mapping.ts'
import { tokenOf } from '../run.ts'
import { openScope } from '../scope.ts'
import { adHoc } from './ad-hoc.ts'

/** Begins at its own start event; completes when nothing runs in it any more. */
export const subProcess: Element = {
  enter: (run, no, node) => {
    if (!isReadable(run, no, node)) return
    if (node.adHoc) return adHoc.enter(run, no, node)
    openScope(run, no)
    if (tokenOf(run, no).waits === 'inside') settle(run, no)
  },
}
