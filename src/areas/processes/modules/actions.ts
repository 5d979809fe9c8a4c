import { toFields } from '../../../definitions/field.ts'
import type { Failure } from '../../../engine/events.ts'
import { addDuration, parseDuration } from '../../../engine/time/duration.ts'
import { readOutput } from '../jobs/action.ts'
import { type Executor, FinalFailure, type Outcome } from '../jobs/outcome.ts'
import { findProcess } from '../jobs/script.ts'
import { findScriptUser } from '../scripts/acting-user.ts'
import { findPlace, type RunProgram } from '../scripts/program.ts'
import { findModule, placeOf } from './module.ts'

type Values = Record<string, unknown>
type ActionCall = {
  module: string
  action: string
  input: Values
  checking?: Checking
}
/** How often the check ran, how often it failed in a row, and the values its functions set. */
type Checking = { round: number; failed?: number; context: Values }

/** Another server may be away for a while; the action itself must not be repeated because of that. */
const MOST_FAILED = 20

/** Runs an action that is a script of its module; `outside` calls those with an address. */
export const runAction =
  (run: RunProgram, outside: Executor): Executor =>
  async (work, tools) => {
    const { module: name, action: code, input, checking } = work.payload as ActionCall
    const module = await findModule(tools.ctx, name)
    const action = module?.actions[code]
    if (checking && action && action.check === undefined) {
      // The check was removed from the definition, so there is nothing to wait for; the action was carried out.
      return { type: 'done', result: readOutput(toFields(action.output), checking.context) }
    }
    if (!module || !action || action.script === undefined) return outside(work, tools)
    const { author, cause, name: process, published } = await findProcess(tools, work.instanceId)
    const named = module.scriptUser ?? published.body.scriptUser
    const source = module.scripts[action.script] ?? ''
    const fields = toFields({ ...action.variables, ...action.input, ...action.output })
    const { check, every } = action
    const isChecking = checking !== undefined && check !== undefined
    const context = checking?.context ?? input
    const later = (next: Checking): Outcome => ({
      type: 'later',
      milliseconds: millisecondsIn(every),
      payload: { checking: next },
    })
    const running = run(
      {
        ...{ source, called: isChecking ? check : action.function, cause, name: process },
        ...{ context, answer: ANSWER, threads: 'asking' },
        // Different random numbers each time.
        seed: checking && `${work.key}:${checking.round}`,
        place: await findPlace(tools.ctx, source, placeOf(name, fields)),
        findUser: () => findScriptUser(tools.ctx, { named, author }),
      },
      work,
      tools,
    )
    if (isChecking) {
      const failure = await running.then(
        () => undefined,
        (error: unknown) => (error instanceof FinalFailure ? error.failure : undefined),
      )
      const failed = (checking.failed ?? 0) + 1
      if (failure && failed >= MOST_FAILED) throw carriedOut(failure)
      if (failure) return later({ ...checking, round: checking.round + 1, failed })
    }
    const { result, ...ran } = await running
    const { [ANSWER]: answer, ...values } = { ...context, ...result }
    if (check !== undefined && !(isChecking && answer === true)) {
      const round = (checking?.round ?? 0) + 1
      return later({ round, context: values })
    }
    return { type: 'done', result: readOutput(toFields(action.output), values), ...ran }
  }

/** For operators: restarting the step repeats the action. */
const carriedOut = ({ message, ...failure }: Failure) =>
  new FinalFailure({
    ...failure,
    message: `the action was carried out, but its check failed ${MOST_FAILED} times: ${message}`,
  })

const ANSWER = '__result'

function millisecondsIn(text: string): number {
  const duration = parseDuration(text)
  return duration ? addDuration(new Date(0), duration).getTime() : 0
}
