import { toFields } from '../../../../definitions/field.ts'
import type { Body } from '../../../../definitions/kinds.ts'
import { GLOBAL } from '../../../../definitions/layout.ts'
import { definitionId } from '../../../../lib/codes.ts'
import { forbidden, invalid, notFound } from '../../../../lib/errors.ts'
import { type Caller, SYSTEM } from '../../../../platform/caller.ts'
import type { Context } from '../../../../platform/context.ts'
import { readOutput } from '../../jobs/action.ts'
import { failureOf } from '../../jobs/outcome.ts'
import { findScriptUser, requireUsual } from '../../scripts/acting-user.ts'
import { findPlace, type RunProgram } from '../../scripts/program.ts'
import { findModule, placeOf } from '../module.ts'
import { isBusy, runSynchronously } from '../synchronous.ts'
import type { ActionRun } from './operations.ts'

type Module = Body<'module'>
type ActionCall = { module: string; action: string; context: Record<string, unknown> }
type LoadedAction = ActionCall & {
  body: Module
  definition: Module['actions'][string]
  source: string
}

/** The context of a request that uses several transactions and waits in between. */
type Waiting = Context & {
  write<T>(work: (ctx: Context) => Promise<T>, as?: Caller): Promise<T>
  ended(): AbortSignal
}

/** Runs an action outside any process. A failure is an answer, too; both are logged even if the caller disconnects. */
export async function tryAction(
  ctx: Waiting,
  run: RunProgram,
  asked: ActionCall,
): Promise<ActionRun> {
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

async function findScript(ctx: Waiting, asked: ActionCall): Promise<LoadedAction> {
  const { module, action } = asked
  const body = await findModule(ctx, module)
  const definition = body && Object.hasOwn(body.actions, action) ? body.actions[action] : undefined
  if (!body || !definition) throw notFound('action', `${module}/${action}`)
  if (definition.script === undefined) {
    throw invalid('another server carries this action out: only scripts can be tried')
  }
  return { ...asked, body, definition, source: body.scripts[definition.script] ?? '' }
}

function carryOut(ctx: Waiting, run: RunProgram, found: LoadedAction) {
  const { module, action, context, body, definition, source } = found
  const { input, output, variables, function: called } = definition
  const code = `actions/${action}`
  const write: Waiting['write'] = (act) => ctx.write(act, SYSTEM)
  const fields = toFields({ ...variables, ...input, ...output })
  const { scriptUser: named } = body
  return runSynchronously({ write, module, code, left: ctx.ended() }, async (work, signal) => {
    const { result } = await run(
      {
        ...{ source, called, context, threads: 'served', owner: ctx.user.id, answer: '__result' },
        place: await findPlace(ctx, source, placeOf(module, fields)),
        cause: { template: `module:${module}/${code}`, depth: 0 },
        findUser: async () =>
          named === undefined
            ? requireUsual(ctx.user, { named, owner: 'module', did: 'tries the action' })
            : findScriptUser(ctx, { named, author: '' }),
      },
      work,
      { ctx, write, publicUrl: '', signal },
    )
    return readOutput(toFields(output), { ...context, ...result })
  })
}
