import { toFields } from '../../../definitions/field.ts'
import { addDuration, parseDuration } from '../../../engine/time/duration.ts'
import { readOutput } from '../jobs/action.ts'
import type { Executor } from '../jobs/outcome.ts'
import { findProcess } from '../jobs/script.ts'
import { findScriptUser } from '../scripts/acting-user.ts'
import { findPlace, type RunProgram } from '../scripts/program.ts'
import { findModule, placeOf } from './module.ts'

type Values = Record<string, unknown>
type Asked = {
  module: string
  action: string
  input: Values
  /** How often its check was asked, and what its functions have set so far. */
  checking?: { round: number; context: Values }
}

/** Carries out an action that is a script of its module; `outside` does those that have an address. */
export const runAction =
  (run: RunProgram, outside: Executor): Executor =>
  async (work, tools) => {
    const { module: name, action: code, input, checking } = work.payload as Asked
    const module = await findModule(tools.ctx, name)
    const action = module?.actions[code]
    if (!module || !action || action.script === undefined) return outside(work, tools)
    const { author, cause, name: process, published } = await findProcess(tools, work.instanceId)
    const named = module.scriptUser ?? published.body.scriptUser
    const source = module.scripts[action.script] ?? ''
    const fields = toFields({ ...action.variables, ...action.input, ...action.output })
    const { check, every } = action
    const isChecking = checking !== undefined && check !== undefined
    const context = checking?.context ?? input
    const { result, ...ran } = await run(
      {
        ...{ source, called: isChecking ? check : action.function, cause, name: process },
        ...{ context, answer: ANSWER, threads: 'asking' },
        // Each time with other random numbers.
        seed: checking && `${work.key}:${checking.round}`,
        place: await findPlace(tools.ctx, source, placeOf(name, fields)),
        findUser: () => findScriptUser(tools.ctx, { named, author }),
      },
      work,
      tools,
    )
    const { [ANSWER]: answer, ...values } = { ...context, ...result }
    if (check !== undefined && !(isChecking && answer === true)) {
      const round = (checking?.round ?? 0) + 1
      const payload = { checking: { round, context: values } }
      return { type: 'later', milliseconds: millisecondsIn(every), payload }
    }
    return { type: 'done', result: readOutput(toFields(action.output), values), ...ran }
  }

const ANSWER = '__result'

function millisecondsIn(text: string): number {
  const duration = parseDuration(text)
  return duration ? addDuration(new Date(0), duration).getTime() : 0
}
