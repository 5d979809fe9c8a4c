import { describeField } from '../../../fields/metadata.ts'
import { fieldTypeOf } from '../../../fields/registry.ts'
import type { Context } from '../../../platform/context.ts'
import { ScriptError, type ScriptProblem } from '../../../platform/scripts/problem.ts'
import type { Scripts } from '../../../platform/scripts/scripts.ts'
import { isAsking } from '../../../platform/scripts/source.ts'
import type { ScriptPlace } from '../../../platform/scripts/world/place.ts'
import { getPublished, type Published } from '../published.ts'
import { findScriptUser } from '../scripts/acting-user.ts'
import { type ScriptMeans, ScriptRun } from '../scripts/script-run.ts'
import { findVersionOf } from '../store/instances.ts'
import { type Executor, FinalFailure, TemporaryFailure } from './outcome.ts'

type Payload = {
  script: string
  context: Record<string, unknown>
  called?: string
  answer?: string
}

/**
 * Runs a script in its sandbox. What only computes has no effect but its result, so that twice does no harm;
 * what a script asks for is remembered. Without means it can ask for nothing.
 */
export const runScript =
  (scripts: Pick<Scripts, 'run'>, means?: ScriptMeans): Executor =>
  async (work, tools) => {
    const { ctx, signal } = tools
    const { script: source, ...payload } = work.payload as Payload
    const given = { ...payload, source, seed: work.key }
    if (!isAsking(source)) return done(await run(scripts, { ...given, now: ctx.now() }, signal))
    const { author, cause, published } = await findProcess(ctx, work.instanceId)
    const place = placeOf(published)
    if (!means) return done(await run(scripts, { ...given, now: ctx.now(), place }, signal))
    const { scriptUser: named } = published.body
    const findUser = () => findScriptUser(ctx, { named, author })
    const asking = await ScriptRun.begin(means, { work, tools, findUser, cause })
    try {
      const host = asking.answer
      const result = await run(scripts, { ...given, now: asking.now, place, host }, signal)
      asking.throwFault()
      return { ...done(result), about: asking.about }
    } catch (error) {
      asking.throwFault()
      throw error
    }
  }

const done = (result: Record<string, unknown>) => ({ type: 'done' as const, result })

async function run(scripts: Pick<Scripts, 'run'>, ...given: Parameters<Scripts['run']>) {
  try {
    return await scripts.run(...given)
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error
    throw toFailure(error, error.problem)
  }
}

/** A busy machine may be the reason that time ran out; everything else is the script itself. */
function toFailure({ message }: ScriptError, { kind, code = kind }: ScriptProblem): Error {
  if (kind === 'timeout') return new TemporaryFailure({ message, code })
  return new FinalFailure({ message, code })
}

async function findProcess(ctx: Context, instanceId: string) {
  const running = await findVersionOf(ctx.db, instanceId)
  if (!running) throw new FinalFailure({ message: 'the instance is gone' })
  const published = await getPublished(ctx, running.template_id, running.version)
  const { template_id: template, depth, created_by: author } = running
  return { author, cause: { instance: instanceId, template, depth }, published }
}

const placeOf = ({ namespace, fields }: Published): ScriptPlace => ({
  namespace,
  fields: fields.map((field) => describeField(field, fieldTypeOf(field.type))),
})
