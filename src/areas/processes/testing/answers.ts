import { DecisionFailure } from '../../../decisions/decisions.ts'
import type { Job } from '../../../engine/effects.ts'
import type { Values } from '../../../engine/state.ts'
import type { Context } from '../../../platform/context.ts'
import { ScriptError } from '../../../platform/scripts/problem.ts'
import type { Answer } from './run.ts'

/** A decision as a file; `undefined` = there is none. */
export type FindDecision = (
  path: string,
) => Promise<{ xml: string; decision?: string | undefined; code: string } | undefined>

type Workers = Pick<Context, 'scripts' | 'decisions'>

/** Evaluates scripts and decisions, which have no effect but their result; sending is skipped. */
export const answering =
  ({ scripts, decisions }: Workers, find: FindDecision) =>
  async (job: Job, now: Date): Promise<Answer | undefined> => {
    switch (job.kind) {
      case 'script':
        return runScript(scripts, job, now)
      case 'decision':
        return decide(decisions, job, find)
      case 'mail':
      case 'notification':
      case 'document':
        return { result: null }
      default:
        return undefined
    }
  }

type JobOf<Kind extends Job['kind']> = Extract<Job, { kind: Kind }>

async function runScript(
  scripts: Context['scripts'],
  { script: source, kind: _, ...job }: JobOf<'script'>,
  now: Date,
): Promise<Answer> {
  try {
    return { result: await scripts.run({ ...job, source, now, seed: 'test' }) }
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error
    const { kind, code = kind } = error.problem
    return { failure: { message: error.message, code } }
  }
}

async function decide(
  decisions: Context['decisions'],
  { decision: path, input }: JobOf<'decision'>,
  find: FindDecision,
): Promise<Answer | undefined> {
  const found = await find(path)
  if (!found) return undefined
  const { xml, decision, code } = found
  try {
    const { value, made } = await decisions.evaluate({ xml, decision, values: input as Values })
    return { result: { name: made.at(-1)?.name ?? code, value } }
  } catch (error) {
    if (!(error instanceof DecisionFailure)) throw error
    return { failure: { message: error.message, code: 'decision' } }
  }
}
