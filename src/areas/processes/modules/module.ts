import type { Body } from '../../../definitions/kinds.ts'
import { GLOBAL, moduleNamespace } from '../../../definitions/layout.ts'
import { snapshotOf } from '../../../definitions/snapshot.ts'
import type { Failure } from '../../../engine/events.ts'
import type { Field } from '../../../fields/field-type.ts'
import { definitionId } from '../../../lib/codes.ts'
import type { Context } from '../../../platform/context.ts'

/** A module that is in use. */
export async function findModule(ctx: Context, code: string): Promise<Body<'module'> | undefined> {
  const found = (await snapshotOf(ctx)).find('module', GLOBAL, code)
  return found?.deletedAt === null && found.body.enabled ? found.body : undefined
}

/** Where the scripts of a module are. */
export const placeOf = (code: string, fields: readonly Field[] = []) => ({
  namespace: moduleNamespace(code),
  module: code,
  fields,
})

type Failed = { module: string; script: string; failure: Failure; more?: object }

/** Nobody waits for a handler, and whoever calls a route is told little: the log says what went wrong. */
export const tellFailure = (ctx: Context, { module, script, failure, more }: Failed) =>
  ctx.emit({
    type: 'module.script_failed',
    object: `module:${definitionId('module', GLOBAL, module)}`,
    data: { script, ...failure, ...more },
  })
