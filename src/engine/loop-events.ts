import { contextOf, nodeOf, type Run, update } from './run.ts'
import { throwTrigger } from './trigger.ts'

/** Throws the events of a loop for the runs completed since. Returns whether the loop still exists. */
export function throwForRuns(run: Run, body: number): boolean {
  const { events = [] } = nodeOf(run, body).loop ?? {}
  for (;;) {
    const { loop } = run.tokens.get(body) ?? {}
    if (!loop) return false
    const { told = 0, done } = loop
    if (events.length === 0 || told >= done) return true
    const context = { ...contextOf(run, body), numberOfCompletedInstances: told + 1 }
    update(run, body, { loop: { ...loop, told: told + 1 } })
    for (const { trigger, when } of events) {
      const isThrown = when === '' || run.program.expressions.holds(when, context)
      if (isThrown && run.tokens.has(body)) throwTrigger(run, body, trigger)
    }
  }
}
