import { isAsking } from '../../../platform/scripts/source.ts'
import { NO_ENVIRONMENT } from '../../../platform/scripts/world/environment.ts'
import { getPublished } from '../published.ts'
import { findScriptUser } from '../scripts/acting-user.ts'
import { findPlace, type RunProgram } from '../scripts/program.ts'
import { findVersionOf } from '../store/instances.ts'
import { type Executor, FinalFailure, type Tools } from './outcome.ts'

type Payload = {
  script: string
  context: Record<string, unknown>
  called?: string
  answer?: string
}

/** Runs a script task. */
export const runScript =
  (run: RunProgram): Executor =>
  async (work, tools) => {
    const { script: source, ...payload } = work.payload as Payload
    const program = { ...payload, source }
    if (!isAsking(source)) {
      const { result } = await run({ ...program, ...ALONE }, work, tools)
      return { type: 'done', result }
    }
    const { author, cause, name, published } = await findProcess(tools, work.instanceId)
    const { scriptUser: named } = published.body
    const ran = await run(
      {
        ...{ ...program, cause, name, place: await findPlace(tools.ctx, source, published) },
        findUser: () => findScriptUser(tools.ctx, { named, author }),
      },
      work,
      tools,
    )
    return { type: 'done', ...ran }
  }

/** For scripts that make no requests. */
const ALONE = {
  place: NO_ENVIRONMENT,
  cause: { template: '', depth: 0 },
  findUser: (): never => {
    throw new Error('a script that only computes acts for nobody')
  },
}

/** The process of a job, and who started it. */
export async function findProcess({ ctx }: Pick<Tools, 'ctx'>, instanceId: string) {
  const running = await findVersionOf(ctx.db, instanceId)
  if (!running) throw new FinalFailure({ message: 'the instance is gone' })
  const published = await getPublished(ctx, running.template_id, running.version)
  const { template_id: template, depth, created_by: author } = running
  const name = `process:${published.namespace}/${published.code}`
  return { author, cause: { instance: instanceId, template, depth }, name, published }
}
