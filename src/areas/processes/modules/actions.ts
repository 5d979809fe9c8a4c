import { toFields } from '../../../definitions/field.ts'
import { readOutput } from '../jobs/action.ts'
import type { Executor } from '../jobs/outcome.ts'
import { findProcess } from '../jobs/script.ts'
import { findScriptUser } from '../scripts/acting-user.ts'
import { findPlace, type RunProgram } from '../scripts/program.ts'
import { findModule, placeOf } from './module.ts'

type Asked = { module: string; action: string; input: Record<string, unknown> }

/** Carries out an action that is a script of its module; `outside` does those that have an address. */
export const runAction =
  (run: RunProgram, outside: Executor): Executor =>
  async (work, tools) => {
    const { module: name, action: code, input } = work.payload as Asked
    const module = await findModule(tools.ctx, name)
    const action = module?.actions[code]
    if (!module || !action || action.script === undefined) return outside(work, tools)
    const { author, cause, name: process, published } = await findProcess(tools, work.instanceId)
    const named = module.scriptUser ?? published.body.scriptUser
    const source = module.scripts[action.script] ?? ''
    const fields = toFields({ ...action.variables, ...action.input, ...action.output })
    const { result, ...ran } = await run(
      {
        ...{ source, called: action.function, cause, name: process, threads: 'asking' },
        ...{ context: input, answer: '__result' },
        place: await findPlace(tools.ctx, source, placeOf(name, fields)),
        findUser: () => findScriptUser(tools.ctx, { named, author }),
      },
      work,
      tools,
    )
    const output = readOutput(toFields(action.output), { ...input, ...result })
    return { type: 'done', result: output, ...ran }
  }
