import type { Loop, Values } from './state.ts'

/** What conditions can ask about a loop, by the names of BPMN and of other tools; `done` is a short form. */
export function loopValues({ begun, done, total }: Loop): Values {
  const [all, active] = [total ?? begun, begun - done]
  return {
    done,
    loopCounter: done,
    numberOfInstances: all,
    numberOfActiveInstances: active,
    numberOfCompletedInstances: done,
    nrOfInstances: all,
    nrOfActiveInstances: active,
    nrOfCompletedInstances: done,
  }
}

/** The names a condition of a loop can use. */
export const LOOP_NAMES = Object.keys(loopValues({ begun: 0, done: 0 }))
