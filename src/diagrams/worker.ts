import { type Compiled, compile } from '../engine/compile.ts'
import { serve } from '../workers/serve.ts'

export type Task = {
  xml: string
  variables: Record<string, string>
  processes: string[]
  decisions: string[]
  /** Those that agents can use. */
  operations: readonly string[]
}

serve<Task, Compiled>(({ xml, variables, ...known }) => {
  const { operations } = known
  const [processes, decisions] = [new Set(known.processes), new Set(known.decisions)]
  return compile(xml, {
    variables,
    hasProcess: (path) => processes.has(path),
    hasDecision: (path) => decisions.has(path),
    hasOperation: (name) => operations.includes(name),
  })
})
