import type { Element } from '../element.ts'
import { wait } from '../run.ts'
import { arm } from '../watchers.ts'

/** Waits for several events; the first one decides. */
export const eventGateway: Element = {
  enter: (run, no, { outgoing }) => {
    wait(run, no, 'events')
    arm(
      run,
      no,
      outgoing.map((id) => run.program.node(run.program.flow(id).target)),
    )
  },
}
