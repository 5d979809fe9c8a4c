import type { Body } from '../../definitions/kinds.ts'
import type { LoadedDefinition } from '../../definitions/load.ts'
import type { Problem } from '../../definitions/source.ts'
import { suggest } from '../../lib/did-you-mean.ts'
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
    if (problem && WRONG.includes(problem.kind)) {
      const { message } = new ScriptError(problem)
      const { line, column } = problem
      problems.push({
        ...{ file, ...source.location(['scripts', code]), message },
        ...(line !== undefined && { inside: { line, ...(column !== undefined && { column }) } }),
      })
      continue
    }
    for (const { path, key, name } of callsOf(body, code)) {
      const others = await scripts.findOthers(text, name)
      if (others === undefined) continue
      const at = path.join('.')
      const message = `${at}: the script "${code}" has no function "${name}"${suggest(name, others)}`
      problems.push({ file, ...source.location([...path, key]), message })
    }
  }
  return problems
}

/** Which functions of a script are called, and where that is said. */
const callsOf = (body: Body<'module'>, code: string) =>
  (['actions', 'routes', 'handlers'] as const).flatMap((part) =>
    Object.entries(body[part])
      .filter(([, { script }]) => script === code)
      .flatMap(([own, called]) => {
        const path = [part, own]
        const check = 'check' in called ? called.check : undefined
        return [
          { path, key: 'function', name: called.function },
          ...(check === undefined ? [] : [{ path, key: 'check', name: check }]),
        ]
      }),
  )
