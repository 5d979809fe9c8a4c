import { decide } from '../decision.ts'
import type { Element } from '../element.ts'
import { leave } from '../leave.ts'
import { inputsOf, isReadable } from '../mapping.ts'
import { contextOf, setVariables } from '../run.ts'

/** Sets variables: from the mappings, then from the first rule of a decision that holds. */
export const assignment: Element = {
  enter: (run, no, node) => {
    if (!isReadable(run, no, node)) return
    setVariables(run, no, inputsOf(run, no, node))
    const { decision } = node.settings
    if (decision) {
      setVariables(run, no, decide(decision, run.program.expressions, contextOf(run, no)))
    }
    leave(run, no)
  },
}
