import { toFields } from '../../../definitions/field.ts'
import { moduleNamespace } from '../../../definitions/layout.ts'
import { snapshotOf } from '../../../definitions/snapshot.ts'
import type { Field } from '../../../fields/field-type.ts'
import { checkValue, wrongValues } from '../../../fields/values.ts'
import { invalid, notFound } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { checkLinks } from '../links.ts'
import * as store from './store.ts'

type Values = Record<string, unknown>

/**
 * The current parameters of a workspace, or of a module by its namespace: values that were set, else defaults.
 * Empty for anything else.
 */
export async function parametersOf(ctx: Context, workspace: string): Promise<Values> {
  const fields = await fieldsOf(ctx, workspace)
  const saved = fields.length > 0 ? await store.listSaved(ctx.db, workspace) : []
  const byCode = new Map(saved.map(({ code, value }) => [code, value]))
  return Object.fromEntries(
    fields.map(({ code, default: usual = null }) => [code, byCode.get(code) ?? usual]),
  )
}

export async function getParameters(ctx: Context, workspace: string): Promise<Values> {
  await requireWorkspace(ctx, workspace, 'read')
  return parametersOf(ctx, workspace)
}

export async function setParameters(
  ctx: Context,
  workspace: string,
  given: Values,
): Promise<Values> {
  await requireWorkspace(ctx, workspace, 'manage')
  const values = readValues(await fieldsOf(ctx, workspace), given)
  const before = await parametersOf(ctx, workspace)
  await checkLinks(ctx, values, before)
  const wanted = Object.fromEntries([...values].map(([{ code }, value]) => [code, value]))
  await store.saveValues(ctx.db, workspace, wanted)
  const after = await parametersOf(ctx, workspace)
  if (JSON.stringify(before) !== JSON.stringify(after)) {
    await ctx.emit({
      type: 'workspace.parameters_changed',
      object: `workspace:${workspace}`,
      namespace: workspace,
      data: { before, after },
    })
  }
  return after
}

export async function fieldsOf(ctx: Context, workspace: string): Promise<readonly Field[]> {
  const found = await findOwner(ctx, workspace)
  return found ? toFields(found.body.parameters) : []
}

async function findOwner(ctx: Context, namespace: string) {
  const snapshot = await snapshotOf(ctx)
  if (namespace.startsWith('ext_')) {
    return snapshot.live('module').find(({ code }) => moduleNamespace(code) === namespace)
  }
  const found = snapshot.find('workspace', namespace, namespace)
  return found && !found.deletedAt ? found : undefined
}

async function requireWorkspace(ctx: Context, workspace: string, right: string): Promise<void> {
  if (!(await findOwner(ctx, workspace))) throw notFound('workspace', workspace)
  await ctx.access.require(ctx.db, ctx.user, right, { kind: 'workspace', id: workspace })
}

function readValues(fields: readonly Field[], given: Values): Map<Field, unknown> {
  const known = fields.map(({ code }) => code)
  const unknown = Object.keys(given).find((code) => !known.includes(code))
  if (unknown !== undefined) {
    const expected = known.length > 0 ? `expected one of ${known.join(', ')}` : 'there are none'
    throw invalid(`unknown parameter "${unknown.slice(0, 100)}", ${expected}`)
  }
  const wanted = fields.filter(({ code }) => Object.hasOwn(given, code))
  const checked = wanted.map((field) => ({
    field,
    ...checkValue(field, given[field.code] ?? null),
  }))
  const problems = checked.flatMap((each) => each.problems)
  if (problems.length > 0) throw wrongValues(problems)
  return new Map(checked.map(({ field, value }) => [field, value]))
}
