import { type Compiled, compile } from '../engine/compile.ts'
import { serve } from '../workers/serve.ts'

export type Task = { xml: string; variables: Record<string, string>; processes: string[] }

serve<Task, Compiled>(({ xml, variables, processes }) => {
  const paths = new Set(processes)
  return compile(xml, { variables, hasProcess: (path) => paths.has(path) })
})
