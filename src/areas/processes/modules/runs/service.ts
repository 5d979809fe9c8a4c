import { randomUUID } from 'node:crypto'
import { toFields } from '../../../../definitions/field.ts'
import type { Body } from '../../../../definitions/kinds.ts'
import { GLOBAL, moduleNamespace } from '../../../../definitions/layout.ts'
import { definitionId } from '../../../../lib/codes.ts'
import { AppError, forbidden, invalid, notFound } from '../../../../lib/errors.ts'
import { type Caller, SYSTEM } from '../../../../platform/caller.ts'
import type { Context } from '../../../../platform/context.ts'
import { readOutput } from '../../jobs/action.ts'
import { failureOf } from '../../jobs/outcome.ts'
import { findScriptUser, requireUsual } from '../../scripts/acting-user.ts'
import { findPlace, type RunProgram } from '../../scripts/program.ts'
import { insertServed, LEASE } from '../../scripts/store.ts'
import { takeJob } from '../../store/jobs.ts'
import { findModule } from '../module.ts'
import type { ActionRun } from './operations.ts'

type Module = Body<'module'>
type Asked = { module: string; action: string; context: Record<string, unknown> }
type Found = Asked & { body: Module; definition: Module['actions'][string]; source: string }

/** A request that acts in several transactions, and waits in between. */
type Waiting = Context & {
  write<T>(work: (ctx: Context) => Promise<T>, as?: Caller): Promise<T>
  ended(): AbortSignal
}

/** Runs an action outside of any process. Failing is an answer, too; the log tells of both, whoever still waits. */
export async function tryAction(ctx: Waiting, run: RunProgram, asked: Asked): Promise<ActionRun> {
  if (ctx.cause) throw forbidden('a script cannot try an action: it would wait for itself')
  const found = await findScript(ctx, asked)
  const context = readOutput(toFields(found.definition.input), asked.context)
  const begun = performance.now()
  const ended = await carryOut(ctx, run, { ...found, context }).then(
    (output) => ({ output, failure: null }),
    (error: unknown) => {
      if (isBusy(error)) throw error
      return { output: null, failure: failureOf(error) }
    },
  )
  const milliseconds = Math.round(performance.now() - begun)
  await ctx.write(({ emit }) =>
    emit({
      type: 'module.action_tried',
      object: `module:${definitionId('module', GLOBAL, asked.module)}`,
      data: { script: `actions/${asked.action}`, milliseconds, ...ended.failure },
    }),
  )
  return { ...ended, milliseconds }
}

async function findScript(ctx: Waiting, asked: Asked): Promise<Found> {
  const { module, action } = asked
  const body = await findModule(ctx, module)
  const definition = body && Object.hasOwn(body.actions, action) ? body.actions[action] : undefined
  if (!body || !definition) throw notFound('action', `${module}/${action}`)
  if (definition.script === undefined) {
    throw invalid('another server carries this action out: only scripts can be tried')
  }
  return { ...asked, body, definition, source: body.scripts[definition.script] ?? '' }
}

/** A job that is ours from the beginning, as that of a route: somebody waits for it. */
async function carryOut(ctx: Waiting, run: RunProgram, found: Found) {
  const { module, action, context, body, definition, source } = found
  const { input, output, variables, function: called } = definition
  const [key, code] = [randomUUID(), `actions/${action}`]
  const write: Waiting['write'] = (act) => ctx.write(act, SYSTEM)
  const job = await write(({ db }) => insertServed(db, { key, module, code }))
  const work = {
    ...{ instanceId: '', token: 0, node: '', key: `job:${key}`, attempt: 1, payload: {} },
    lease: { job, key },
  }
  const fields = toFields({ ...variables, ...input, ...output })
  const { scriptUser: named } = body
  try {
    const { result } = await run(
      {
        ...{ source, called, context, threads: 'served', owner: ctx.user.id, answer: '__result' },
        place: await findPlace(ctx, source, { namespace: moduleNamespace(module), fields }),
        cause: { template: `module:${module}/${code}`, depth: 0 },
        findUser: async () =>
          named === undefined
            ? requireUsual(ctx.user, { named, owner: 'module', did: 'tries the action' })
            : findScriptUser(ctx, { named, author: '' }),
      },
      work,
      {
        ...{ ctx, write, publicUrl: '' },
        signal: AbortSignal.any([ctx.ended(), AbortSignal.timeout(LEASE * 1000)]),
      },
    )
    return readOutput(toFields(output), { ...context, ...result })
  } finally {
    await write(({ db }) => takeJob(db, job, key))
  }
}

/** It did not even begin: whoever tries it may come back. */
const isBusy = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'too_many' || error.code === 'unavailable')
