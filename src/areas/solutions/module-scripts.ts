import type { LoadedDefinition } from '../../definitions/load.ts'
import type { Problem } from '../../definitions/source.ts'
import type { Context } from '../../platform/context.ts'
import { ScriptError } from '../../platform/scripts/problem.ts'
import { WRONG } from './publish.ts'

/** Reads the scripts of a module, as those of processes are read when they are published. */
export async function checkModule(
  { scripts }: Pick<Context, 'scripts'>,
  { file, source, body }: LoadedDefinition<'module'>,
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const [code, text] of Object.entries(body.scripts)) {
    const problem = await scripts.check(text, 'action')
    if (!problem || !WRONG.includes(problem.kind)) continue
    const { message } = new ScriptError(problem)
    problems.push({ file, ...source.location(['scripts', code]), message })
  }
  return problems
}
