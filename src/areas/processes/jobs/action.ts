import { toFields } from '../../../definitions/field.ts'
import type { Field } from '../../../fields/field-type.ts'
import { checkValue, wrongValues } from '../../../fields/values.ts'
import { toStorable } from '../../../lib/storable.ts'
import type { Context } from '../../../platform/context.ts'
import type { OutsideCaller, Reply } from '../../../platform/outside/caller.ts'
import { chainHeader, namesOf } from '../../../platform/outside/chain.ts'
import { PrivateAddress } from '../../../platform/outside/checked-lookup.ts'
import { findModule } from '../modules/module.ts'
import { findCallbackOf } from '../store/waits.ts'
import { type Executor, FinalFailure, type Outcome, TemporaryFailure } from './outcome.ts'
import { findProcess } from './script.ts'

type Json = Record<string, unknown>
type Action = { url?: string | undefined; output: readonly Field[] }

/** Calls the program of a module; it answers at once or through the restore point. */
export const callAction =
  (caller: OutsideCaller): Executor =>
  async (work, tools) => {
    const { ctx, publicUrl, signal } = tools
    const { module, action, input } = work.payload as {
      module: string
      action: string
      input: Json
    }
    const { url, output } = await findAction(ctx, module, action)
    if (url === undefined) throw new FinalFailure({ message: `${module}/${action} has no address` })
    const restorePointId = await findCallbackOf(ctx.db, work.instanceId, work.token)
    const body = JSON.stringify({
      restorePointId,
      instanceId: work.instanceId,
      callbackUrl: `${publicUrl}/pub/v1/bpm/restore-point/${restorePointId}/restore`,
      context: input,
    })
    const { cause, name } = await findProcess(tools, work.instanceId)
    const chain = { depth: cause.depth, names: namesOf(cause, name), waiting: [name] }
    const headers = {
      ...{ 'content-type': 'application/json', 'idempotency-key': work.key },
      ...chainHeader(ctx, chain),
    }
    return toOutcome(await ask(caller, url, { body, headers, signal }), output)
  }

/** Some configuration errors are permanent, so they are not retried. */
async function ask(caller: OutsideCaller, ...call: Parameters<OutsideCaller['post']>) {
  try {
    return await caller.post(...call)
  } catch (error) {
    if (error instanceof PrivateAddress) {
      throw new FinalFailure({ message: error.message, code: 'private-address' })
    }
    const { code, hostname } = error as NodeJS.ErrnoException & { hostname?: string }
    if (code !== 'ENOTFOUND') throw error
    throw new FinalFailure({ message: `there is no host called ${hostname}`, code })
  }
}

/** 200 has the answer, 202 promises one; other statuses are retried. */
function toOutcome({ status, text }: Reply, output: readonly Field[]): Outcome {
  if (status === 202) return { type: 'suspended' }
  if (status !== 200) {
    const message = `the service answered ${status}: ${text.slice(0, 500)}`
    throw new TemporaryFailure({ message, code: `http-${status}` })
  }
  const { context = {}, error, code } = text === '' ? {} : toStorable(JSON.parse(text) as Json)
  if (typeof error === 'string' && error !== '') {
    throw new FinalFailure({ message: error, ...(typeof code === 'string' && { code }) })
  }
  return { type: 'done', result: readOutput(output, context as Json) }
}

/** Accepts only declared outputs, with the declared types. */
export function readOutput(output: readonly Field[], context: Json): Json {
  const checked = output
    .filter(({ code }) => Object.hasOwn(context, code))
    .map((field) => ({ code: field.code, ...checkValue(field, context[field.code] ?? null) }))
  const problems = checked.flatMap((each) => each.problems)
  if (problems.length > 0) throw wrongValues(problems)
  return Object.fromEntries(checked.map(({ code, value }) => [code, value]))
}

export async function findAction(ctx: Context, module: string, action: string): Promise<Action> {
  const known = (await findModule(ctx, module))?.actions[action]
  if (!known) {
    throw new FinalFailure({ message: `there is no action ${action} of a module ${module} in use` })
  }
  return { url: known.url, output: toFields(known.output) }
}
