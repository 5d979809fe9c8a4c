import { toFields } from '../../../definitions/field.ts'
import { moduleNamespace } from '../../../definitions/layout.ts'
import { snapshotOf } from '../../../definitions/snapshot.ts'
import type { Field } from '../../../fields/field-type.ts'
import { checkValue, wrongValues } from '../../../fields/values.ts'
import { invalid, notFound } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { toFieldView } from '../../scheme/views.ts'
import { checkLinks } from '../links.ts'
import type { Parameters } from './operations.ts'
import * as store from './store.ts'

type Values = Record<string, unknown>

/**
 * The current parameters of a workspace, or of a module by its namespace: values that were set, else defaults.
 * Empty for anything else, and without secrets.
 */
export const parametersOf = async (ctx: Context, workspace: string): Promise<Values> =>
  (await findCurrent(ctx, workspace)).values

/** As scripts read them, which administrators write. */
export async function parametersOfScripts(ctx: Context, workspace: string): Promise<Values> {
  const { fields, values, sealed } = await findCurrent(ctx, workspace)
  const secrets = fields.filter(isSecret).map(({ code }) => {
    const found = sealed.get(code)
    return [code, found === undefined ? null : ctx.secrets.open(found)]
  })
  return { ...values, ...Object.fromEntries(secrets) }
}

export async function getParameters(ctx: Context, workspace: string): Promise<Parameters> {
  await requireWorkspace(ctx, workspace, 'read')
  const maySet = await ctx.access.can(ctx.db, ctx.user, 'manage', resourceOf(workspace))
  return describe(await findCurrent(ctx, workspace), maySet)
}

export async function setParameters(
  ctx: Context,
  workspace: string,
  given: Values,
): Promise<Parameters> {
  await requireWorkspace(ctx, workspace, 'manage')
  const wanted = readValues(await fieldsOf(ctx, workspace), given)
  const before = await findCurrent(ctx, workspace)
  await checkLinks(ctx, wanted, before.values)
  await save(ctx, workspace, wanted)
  const after = await findCurrent(ctx, workspace)
  const secrets = before.fields.filter(isSecret).map(({ code }) => code)
  const changed = secrets.filter((code) => before.sealed.get(code) !== after.sealed.get(code))
  if (changed.length > 0 || JSON.stringify(before.values) !== JSON.stringify(after.values)) {
    await ctx.emit({
      type: 'workspace.parameters_changed',
      object: `workspace:${workspace}`,
      namespace: workspace,
      data: {
        ...{ before: before.values, after: after.values },
        ...(changed.length > 0 && { secrets: changed }),
      },
    })
  }
  return describe(after, true)
}

/** What was kept before a parameter became a secret, or before it was one no more, is gone. */
async function save(
  ctx: Context,
  workspace: string,
  wanted: ReadonlyMap<Field, unknown>,
): Promise<void> {
  const all = [...wanted]
  const plain = all.map(([field, value]) => [field.code, isSecret(field) ? null : value])
  const sealed = all.map(([field, value]) => [
    field.code,
    isSecret(field) && value !== null ? ctx.secrets.seal(String(value)) : null,
  ])
  await store.saveValues(ctx.db, workspace, Object.fromEntries(plain))
  await store.saveSecrets(ctx.db, workspace, Object.fromEntries(sealed))
}

const isSecret = ({ secret }: Field): boolean => secret === true

type Current = {
  fields: readonly Field[]
  /** Without secrets. */
  values: Values
  saved: ReadonlySet<string>
  sealed: ReadonlyMap<string, string>
}

async function findCurrent(ctx: Context, workspace: string): Promise<Current> {
  const fields = await fieldsOf(ctx, workspace)
  const [saved, secrets] = await Promise.all([
    fields.length > 0 ? store.listSaved(ctx.db, workspace) : [],
    fields.some(isSecret) ? store.listSecrets(ctx.db, workspace) : [],
  ])
  const byCode = new Map(saved.map(({ code, value }) => [code, value]))
  const values = Object.fromEntries(
    fields
      .filter((field) => !isSecret(field))
      .map(({ code, default: usual = null }) => [code, byCode.get(code) ?? usual]),
  )
  const sealed = new Map(secrets.map(({ code, secret }) => [code, secret]))
  return { fields, values, saved: new Set(byCode.keys()), sealed }
}

const describe = ({ fields, values, saved, sealed }: Current, maySet: boolean): Parameters => ({
  parameters: values,
  fields: fields.map(toFieldView),
  set: fields
    .filter((field) => (isSecret(field) ? sealed.has(field.code) : saved.has(field.code)))
    .map(({ code }) => code),
  secrets: fields.filter(isSecret).map(({ code }) => code),
  maySet,
})

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
  await ctx.access.require(ctx.db, ctx.user, right, resourceOf(workspace))
}

const resourceOf = (id: string) => ({ kind: 'workspace', id })

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
