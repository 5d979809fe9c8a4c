import { snapshotOf } from '../../definitions/snapshot.ts'
import { AppError, notFound } from '../../lib/errors.ts'
import type { PageRequest } from '../../lists/page.ts'
import type { Context } from '../../platform/context.ts'
import { hashSecret } from '../access/secrets.ts'
import type { Item } from '../apps/item.ts'
import { getItem } from '../apps/service.ts'
import { appOf, type FormAddress, findForm, openAnyway, stateOf } from './form.ts'
import { toText } from './inputs.ts'
import * as store from './store.ts'

/** The state of a submission, as the user of the form may see it. */
export async function followSubmission(ctx: Context, secret: string) {
  const found = await store.findBySecret(ctx.db, hashSecret(secret), ctx.now())
  const form = found && (await snapshotOf(ctx)).findById('public-form', found.form_id)
  const open = form?.deletedAt === null && form.body.follow && (await openAnyway(ctx, form))
  if (!found || !form || !open) throw gone()
  const { user, app } = open
  const { item } = await getItem({ ...ctx, user }, app, found.item_id).catch(orGone)
  const read = item.parse<Item>()
  if (read.__deletedAt !== null) throw gone()
  const status = (read.__status as { status: number } | null)?.status
  const statuses = app.body.statuses.flatMap((group) => group.statuses)
  return {
    form: form.body.name,
    at: found.created_at.toISOString(),
    status: statuses.find(({ id }) => id === status)?.name ?? null,
    changedAt: new Date(String(read.__updatedAt)).toISOString(),
    fields: (form.body.follow?.fields ?? []).flatMap((code) => {
      const field = app.byCode.get(code)
      return field ? [{ code, name: field.name, value: toText(field, read[code]) }] : []
    }),
    expiresAt: found.expires_at?.toISOString() ?? '',
  }
}

const gone = () => notFound('link', 'it was revoked or has expired')

/** Deleted, or no longer readable for the user of the form: the sender sees the same. */
function orGone(error: unknown): never {
  throw error instanceof AppError ? gone() : error
}

export async function listForms(ctx: Context) {
  const since = new Date(ctx.now().getTime() - 24 * 60 * 60_000)
  const live = (await snapshotOf(ctx)).live('public-form')
  return Promise.all(
    live.map(async (form) => ({
      id: form.id,
      namespace: appOf(form).namespace,
      app: appOf(form).code,
      code: form.code,
      name: form.body.name,
      state: await stateOf(ctx, form),
      as: form.body.as.slice('user:'.length),
      today: await store.countProofs(ctx.db, { form_id: form.id, purpose: 'submit', since }),
      origins: form.body.origins,
    })),
  )
}

export async function listSubmissions(ctx: Context, address: FormAddress, page: PageRequest) {
  const form = await findForm(ctx, address)
  if (!form) throw notFound('form', Object.values(address).join('/'))
  const { rows, ...rest } = await store.listSubmissions(ctx.db, form.id, page)
  const submissions = rows.map(({ id, item_id, created_at, expires_at }) => ({
    id,
    item: item_id,
    at: created_at.toISOString(),
    linkUntil: expires_at?.toISOString() ?? null,
  }))
  return { submissions, ...rest }
}

export async function revokeLink(ctx: Context, id: string): Promise<void> {
  const found = await store.findSubmission(ctx.db, id)
  if (!found || !(await store.revokeLink(ctx.db, id))) throw notFound('submission', id)
  const data = { submission: id, item: found.item_id }
  await ctx.emit({ type: 'form.link_revoked', object: `form:${found.form_id}`, data })
}
