import { createHash } from 'node:crypto'
import { snapshotOf } from '../../definitions/snapshot.ts'
import { parsePath, pathOf } from '../../lib/app-path.ts'
import { conflict, unavailable } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import { hasMail } from '../access/links/service.ts'
import { createItem } from '../apps/service.ts'
import { runProcess } from '../processes/instances/service.ts'
import type { StartLimit } from '../processes/instances/start-limit.ts'
import type { Attempts } from './attempts.ts'
import { type FormAddress, type OpenForm, openForm, type Steps } from './form.ts'
import type { Solved } from './operations.ts'
import { readProof, spendProof } from './proof.ts'
import { hashOf, secretOf } from './secret.ts'
import * as store from './store.ts'
import { readValues, type Values } from './values.ts'

type Sent = Solved & { values: Values }
export type Sending = { secret: string | null; expiresAt: string | null }

const DAY = 24 * 60 * 60_000
/** Letters per receiver and day, whoever requests them. */
const MOST_LETTERS = 5

type Submitting = { address: FormAddress; sent: Sent; limit: StartLimit; attempts: Attempts }

/** Creates the item as the user of the form, starts its process, and returns the link to follow it. */
export async function submitForm(
  ctx: Steps,
  { address, sent, limit, attempts }: Submitting,
): Promise<Sending> {
  const open = await openForm(ctx, address)
  const proof = readProof(ctx, open.form, { ...sent, purpose: 'submit' })
  const fingerprint = createHash('sha256').update(JSON.stringify(sent.values)).digest()
  const sentBefore = await store.findByProof(ctx.db, proof)
  if (sentBefore) return sameAgain(ctx, sentBefore, fingerprint)
  attempts.take(proof, ctx.now())
  const values = readValues(ctx, open, sent.values)
  const work = async (step: Context) => {
    await store.lockForm(step.db, open.form.id)
    const before = await store.findByProof(step.db, proof)
    if (before) return sameAgain(step, before, fingerprint)
    await spendProof(step, open.form, { id: proof, purpose: 'submit', address: ctx.address })
    const item = await makeItem(step, open, values)
    await startProcess(step, open, item, limit)
    const submission = await save(step, open, { proof, fingerprint, item, values })
    const { namespace, code, id } = open.form
    const data = { form: `${namespace}/${code}`, item, address: ctx.address }
    await step.emit({ type: 'form.submitted', object: `form:${id}`, data })
    return told(step, submission)
  }
  return ctx.submissions.run(() => ctx.write(work, open.user), undefined, open.form.id)
}

/** The first answer may have been lost. */
function sameAgain(ctx: Context, before: store.Submission, fingerprint: Buffer): Sending {
  if (before.fingerprint.equals(fingerprint)) return told(ctx, before)
  throw conflict('the challenge was used before: ask for another')
}

/** The secret is derived from the id with the server's key, so it need not be stored to be returned again. */
const told = (ctx: Context, { id, hash, expires_at }: store.Submission): Sending =>
  hash === null || !hash.equals(hashOf(ctx, id))
    ? { secret: null, expiresAt: null }
    : { secret: secretOf(ctx, id), expiresAt: expires_at?.toISOString() ?? null }

async function makeItem(ctx: Context, { app }: OpenForm, values: Values): Promise<string> {
  const id = newId()
  const context = { ...values, __id: id }
  await createItem(ctx, app, { context, withEventForceCreate: true })
  return id
}

/** With the item in the variable that links to its app. */
async function startProcess(
  ctx: Context,
  { form, app }: OpenForm,
  item: string,
  limit: StartLimit,
): Promise<void> {
  if (form.body.process === undefined) return
  const place = parsePath(form.body.process)
  const process = (await snapshotOf(ctx)).find('process', place.namespace, place.code)
  const variable = Object.entries(process?.body.variables ?? {}).find(
    ([, field]) => (field as { app?: string }).app === pathOf(app),
  )
  if (!variable) throw unavailable('the process of the form has no variable for its items')
  await runProcess(ctx, place, { context: { [variable[0]]: [item] }, limit })
}

type Made = { proof: string; fingerprint: Buffer; item: string; values: Values }

async function save(ctx: Context, { form }: OpenForm, made: Made): Promise<store.Submission> {
  const { follow } = form.body
  const id = newId()
  const now = ctx.now()
  const to = follow?.mail === undefined ? undefined : addressIn(made.values[follow.mail])
  const receiver = to === undefined ? undefined : await receiverOf(ctx, to)
  const submission = {
    id,
    form_id: form.id,
    proof_id: made.proof,
    fingerprint: made.fingerprint,
    item_id: made.item,
    hash: follow ? hashOf(ctx, id) : null,
    receiver: receiver ?? null,
    created_at: now,
    expires_at: follow ? new Date(now.getTime() + follow.days * DAY) : null,
  }
  await store.insertSubmission(ctx.db, submission)
  if (receiver) {
    const { language = 'en' } = ctx
    await ctx.addJob('forms.letter', { submission: id, to, name: form.body.name, language })
  }
  return submission
}

const addressIn = (value: unknown): string | undefined =>
  (value as { email: string }[] | undefined)?.[0]?.email

/** Undefined if no letter is sent: mail is not configured, or too many were requested for this receiver. */
async function receiverOf(ctx: Context, to: string): Promise<Buffer | undefined> {
  if (!hasMail(ctx)) return undefined
  const receiver = Buffer.from(ctx.secrets.sign(`form receiver ${to.toLowerCase()}`), 'base64url')
  const since = new Date(ctx.now().getTime() - DAY)
  const count = await store.countLetters(ctx.db, receiver, since)
  return count < MOST_LETTERS ? receiver : undefined
}
