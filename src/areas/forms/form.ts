import type { PublicForm } from '../../definitions/kinds/public-form.ts'
import { chosenOf } from '../../definitions/kinds/public-form.ts'
import { type StoredApp, type StoredDefinition, snapshotOf } from '../../definitions/snapshot.ts'
import type { Field } from '../../fields/field-type.ts'
import { parsePath } from '../../lib/app-path.ts'
import { notFound } from '../../lib/errors.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Context } from '../../platform/context.ts'
import { findActingUser } from '../access/service.ts'
import { canUse } from '../apps/policy.ts'
import { ENDINGS } from './file-types.ts'
import { inputOf } from './inputs.ts'
import type { FormField } from './operations.ts'

export type FormAddress = { namespace: string; app: string; code: string }
export type Form = StoredDefinition<'public-form'>

/** A field as the form asks for it. */
export type FieldOfForm = { field: Field; shown: FormField }

/** A form with the user it acts as, and the app as that user sees it. */
export type OpenForm = { form: Form; user: Caller; app: StoredApp; asked: FieldOfForm[] }

/** Anonymous requests run in several transactions, as the user of the form. */
export type Steps = Context & {
  address: string
  write<T>(work: (ctx: Context) => Promise<T>, as: Caller): Promise<T>
}

const FULL = ['*:write']

export const userOf = (ctx: Context, { as }: PublicForm): Promise<Caller | undefined> =>
  findActingUser(ctx, as.slice('user:'.length), FULL)

/** `crm/deals` for what lies in `crm.deals`. */
export const appOf = ({ namespace }: Form) => parsePath(namespace.replace('.', '/'))

export async function findForm(ctx: Context, { namespace, app, code }: FormAddress) {
  const found = (await snapshotOf(ctx)).find('public-form', `${namespace}.${app}`, code)
  return found?.deletedAt === null ? found : undefined
}

type FormState = 'on' | 'off' | 'no_user' | 'administrator' | 'no_right'

/** Why a form cannot be submitted; undefined if it can. */
export async function stateOf(ctx: Context, form: Form): Promise<FormState> {
  if (!form.body.enabled) return 'off'
  const user = await userOf(ctx, form.body)
  if (!user) return 'no_user'
  // Anonymous callers must never have all rights, whatever the definition says.
  if (user.isAdministrator) return 'administrator'
  return (await canUse({ ...ctx, user }, appOf(form), 'create')) ? 'on' : 'no_right'
}

/** A disabled form, or one whose user cannot create items, does not exist for anonymous callers. */
export async function openForm(ctx: Context, address: FormAddress): Promise<OpenForm> {
  const form = await findForm(ctx, address)
  const open = form && (await stateOf(ctx, form)) === 'on' ? await openAnyway(ctx, form) : undefined
  if (!open) throw noForm(address)
  return open
}

const noForm = ({ namespace, app, code }: FormAddress) =>
  notFound('form', `${namespace}/${app}/${code}`)

/** Includes disabled forms: earlier submissions can still be followed. */
export async function openAnyway(ctx: Context, form: Form): Promise<OpenForm | undefined> {
  const user = await userOf(ctx, form.body)
  if (!user || user.isAdministrator) return undefined
  const { namespace, code } = appOf(form)
  const app = (await snapshotOf({ ...ctx, user })).findApp(namespace, code)
  return app && { form, user, app, asked: askedIn(form.body, app) }
}

/** Fields that are hidden from or read-only for the user of the form are not shown. */
const askedIn = (body: PublicForm, app: StoredApp): FieldOfForm[] =>
  chosenOf(body).flatMap(({ field: code, label, help, required }) => {
    const field = app.byCode.get(code)
    const input = field && inputOf(field)
    if (!field || !input || app.readOnly.has(code)) return []
    const shown = {
      code,
      name: label ?? field.name,
      help: help ?? field.tooltip,
      required: field.required || (required ?? false),
      ...input,
    }
    return [{ field, shown }]
  })

export async function showForm(ctx: Context, address: FormAddress) {
  const { form, asked } = await openForm(ctx, address)
  const { name, text, thanks, files, follow } = form.body
  return {
    name,
    text,
    thanks,
    fields: asked.map(({ shown }) => shown),
    files: {
      maxSize: Math.min(files.maxSize, ctx.config.KONTOR_UPLOAD_LIMIT),
      endings: files.types.flatMap((type) => ENDINGS[type]),
      most: files.most,
    },
    hasFollowUp: follow !== undefined,
  }
}
