import type { Element } from '../element.ts'
import { leave } from '../leave.ts'
import { wait } from '../run.ts'

/**
 * Splits like an activity: along every flow whose condition holds. As a join it waits until no other token
 * can arrive, which is decided when nothing else can move (`joins.ts`).
 */
export const inclusiveGateway: Element = {
  enter: (run, no, { incoming }) => {
    if (incoming.length > 1) wait(run, no, 'join')
    else leave(run, no)
  },
}
