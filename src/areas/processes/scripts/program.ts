import type { Field } from '../../../fields/field-type.ts'
import { describeField } from '../../../fields/metadata.ts'
import { fieldTypeOf } from '../../../fields/registry.ts'
import type { Caller } from '../../../platform/caller.ts'
import type { Context } from '../../../platform/context.ts'
import type { Cause } from '../../../platform/events.ts'
import { namesOf } from '../../../platform/outside/chain.ts'
import { ScriptError, type ScriptProblem } from '../../../platform/scripts/problem.ts'
import type { Script, Scripts } from '../../../platform/scripts/scripts.ts'
import { isAsking } from '../../../platform/scripts/source.ts'
import type { ScriptEnvironment } from '../../../platform/scripts/world/environment.ts'
import { fieldsOf, parametersOfScripts } from '../../apps/parameters/service.ts'
import { FinalFailure, TemporaryFailure, type Tools, type Work } from '../jobs/outcome.ts'
import { type ScriptMeans, ScriptRun } from './script-run.ts'

type Values = Record<string, unknown>
type Answer = (request: unknown) => Promise<string>

/** A script with everything it runs with: one of a process or of a module. */
export type Program = Pick<
  Script,
  'source' | 'called' | 'answer' | 'argument' | 'threads' | 'owner'
> & {
  context: Values
  /** The seed of random numbers; absent = the key of the job. */
  seed?: string | undefined
  /** The variables, if they have to be fetched first. */
  prepare?: (answer: Answer) => Promise<Values>
  place: ScriptEnvironment
  /** Whose rights it has; looked up when it makes a request. */
  findUser: () => Promise<Caller>
  cause: Cause
  /** Its name in chains; absent = the template of its cause. */
  name?: string
  /** What waits for its answer. */
  waiting?: readonly string[]
}

/** The result has the variables that changed. */
type Ran = { result: Values; about?: Values }

export type RunProgram = (program: Program, work: Work, tools: Tools) => Promise<Ran>

/**
 * Runs scripts in their sandbox, as jobs. A script that only computes may run twice without harm; calls of other
 * scripts are recorded. Without `means` it can make no requests.
 */
export const programRunner =
  (scripts: Pick<Scripts, 'run'>, means?: ScriptMeans): RunProgram =>
  async (
    { findUser, cause, name = cause.template, waiting = [], prepare, ...program },
    work,
    tools,
  ) => {
    const { ctx, signal } = tools
    const given = { ...program, seed: program.seed ?? work.key }
    if (!means || !isAsking(program.source)) {
      return { result: await run(scripts, { ...given, now: ctx.now() }, signal) }
    }
    const asking = await ScriptRun.begin(means, {
      ...{ work, tools, findUser, cause, namespace: program.place.namespace },
      chain: { depth: cause.depth, names: namesOf(cause, name), waiting: [...waiting, name] },
    })
    try {
      const context = (await prepare?.(asking.answer)) ?? program.context
      const host = asking.answer
      const result = await run(scripts, { ...given, context, now: asking.now, host }, signal)
      asking.throwFault()
      return { result, about: asking.about }
    } catch (error) {
      asking.throwFault()
      throw error
    }
  }

async function run(scripts: Pick<Scripts, 'run'>, ...given: Parameters<Scripts['run']>) {
  try {
    return await scripts.run(...given)
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error
    throw toFailure(error, error.problem)
  }
}

/** A timeout may be caused by a busy machine; other problems are permanent. */
function toFailure({ message }: ScriptError, { kind, code = kind }: ScriptProblem): Error {
  if (kind === 'timeout') return new TemporaryFailure({ message, code })
  return new FinalFailure({ message, code })
}

/** The environment of a script; parameters are looked up only if it reads them. */
export async function findPlace(
  ctx: Context,
  source: string,
  at: { namespace: string; fields: readonly Field[]; module?: string },
): Promise<ScriptEnvironment> {
  const { namespace, fields, module } = at
  const site = ctx.config.KONTOR_PUBLIC_URL
  const place = { namespace, fields: describe(fields), site, module }
  if (!/\bparams\b/.test(source)) return place
  const [workspace = ''] = namespace.split('.')
  const values = await parametersOfScripts(ctx, workspace)
  return { ...place, parameters: { fields: describe(await fieldsOf(ctx, workspace)), values } }
}

const describe = (fields: readonly Field[]) =>
  fields.map((field) => describeField(field, fieldTypeOf(field.type)))
