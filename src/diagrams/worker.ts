import { type Compiled, compile } from '../engine/compile.ts'
import { serve } from '../workers/serve.ts'

/** What is left out is not checked. */
export type Task = {
  xml: string
  variables: Record<string, string>
  processes?: string[]
  decisions?: string[]
  /** Those that agents can use. */
  operations?: readonly string[]
}

serve<Task, Compiled>(({ xml, variables, operations, ...known }) => {
  const [processes, decisions] = [new Set(known.processes), new Set(known.decisions)]
  return compile(xml, {
    variables,
    ...(known.processes && { hasProcess: (path) => processes.has(path) }),
    ...(known.decisions && { hasDecision: (path) => decisions.has(path) }),
    ...(operations && { hasOperation: (name) => operations.includes(name) }),
  })
})
