import type { Body } from '../../../definitions/kinds.ts'
import { GLOBAL, moduleNamespace } from '../../../definitions/layout.ts'
import { snapshotOf } from '../../../definitions/snapshot.ts'
import type { Failure } from '../../../engine/events.ts'
import type { Field } from '../../../fields/field-type.ts'
import { definitionId } from '../../../lib/codes.ts'
import type { Context } from '../../../platform/context.ts'

/** An enabled module. */
export async function findModule(ctx: Context, code: string): Promise<Body<'module'> | undefined> {
  const found = (await snapshotOf(ctx)).find('module', GLOBAL, code)
  return found?.deletedAt === null && found.body.enabled ? found.body : undefined
}

/** The environment of a module's scripts. */
export const placeOf = (code: string, fields: readonly Field[] = []) => ({
  namespace: moduleNamespace(code),
  module: code,
  fields,
})

type Failed = { module: string; script: string; failure: Failure; more?: object }

/** Records a failure in the audit log: nobody waits for a handler, and callers of a route learn little. */
export const tellFailure = (ctx: Context, { module, script, failure, more }: Failed) =>
  ctx.emit({
    type: 'module.script_failed',
    object: `module:${definitionId('module', GLOBAL, module)}`,
    data: { script, ...failure, ...more },
  })
