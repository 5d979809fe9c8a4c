import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { conflict, invalid, tooMany } from '../../lib/errors.ts'
import { isId, newId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import type { Form } from './form.ts'
import type { Purpose, Solved } from './operations.ts'
import * as store from './store.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
export const LIFETIME = 30 * MINUTE

/** The difficulty doubles with every doubling of recent submissions beyond this number. */
const BUSY = 20
const MOST_MORE = 6

type Challenge = { id: string; purpose: Purpose; bits: number; expiresAt: number }

/** Stateless: the signature proves that it is ours, for this form and purpose. */
export async function makeChallenge(ctx: Context, form: Form, purpose: Purpose) {
  const since = new Date(ctx.now().getTime() - 10 * MINUTE)
  const recent = await store.countProofs(ctx.db, { form_id: form.id, purpose, since })
  const more = Math.min(MOST_MORE, Math.floor(Math.log2(1 + recent / BUSY)))
  const expiresAt = ctx.now().getTime() + LIFETIME
  const challenge = { id: newId(), purpose, bits: form.body.proof + more, expiresAt }
  const signature = ctx.secrets.sign(signed(form, challenge))
  return {
    challenge: [challenge.id, purpose, challenge.bits, expiresAt, signature].join('.'),
    id: challenge.id,
    bits: challenge.bits,
    expiresAt: new Date(expiresAt).toISOString(),
  }
}

const signed = (form: Form, { id, purpose, bits, expiresAt }: Challenge) =>
  `form proof ${form.id} ${id} ${purpose} ${bits} ${expiresAt}`

/** The id of a solved challenge, which can be used once. */
export function readProof(
  ctx: Context,
  form: Form,
  { challenge, answer, purpose }: Solved & { purpose: Purpose },
): string {
  const [id = '', , bits = '', expires = '', signature = ''] = challenge.split('.')
  const read = { id, purpose, bits: Number(bits), expiresAt: Number(expires) }
  const isOurs = isId(id) && ctx.secrets.isSigned(signed(form, read), signature)
  if (!isOurs) throw invalid('the challenge is not one of this form: ask for another')
  if (read.expiresAt <= ctx.now().getTime()) {
    throw invalid('the challenge has expired: ask for another')
  }
  if (zeroBits(`${id}:${answer}`) < read.bits) {
    throw invalid('the answer does not solve the challenge')
  }
  return id
}

function zeroBits(text: string): number {
  let count = 0
  for (const byte of createHash('sha256').update(text).digest()) {
    if (byte === 0) count += 8
    else return count + Math.clz32(byte) - 24
  }
  return count
}

type Use = { id: string; purpose: Purpose; address: string }

/** Consumes a proof and counts it. A form may have a few files. */
export async function spendProof(ctx: Context, form: Form, { id, purpose, address }: Use) {
  const { limits, files } = form.body
  const from = networkOf(address)
  const now = ctx.now()
  const each = purpose === 'file' ? files.most : 1
  const ago = (time: number) => new Date(now.getTime() - time)
  const counted = { form_id: form.id, purpose }
  const hour = await store.countProofs(ctx.db, { ...counted, since: ago(HOUR), address: from })
  if (hour >= limits.perAddress * each)
    throw tooMany('from this address, try again later', HOUR / 1000)
  const day = await store.countProofs(ctx.db, { ...counted, since: ago(DAY) })
  if (day >= limits.perDay * each) throw tooMany('today, try again tomorrow', DAY / 1000)
  const proof = { id, form_id: form.id, purpose, address: from, used_at: now }
  if (!(await store.takeProof(ctx.db, proof))) throw used()
}

const used = () => conflict('the challenge was used before: ask for another')

/** Checked before waiting for other senders of the form. */
export async function requireUnused(ctx: Context, proof: string): Promise<void> {
  if (await store.findProof(ctx.db, proof)) throw used()
}

/** One customer has a whole IPv6 network. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [front, back] = [groups(head), groups(tail ?? '')]
  const filled = tail === undefined ? 0 : 8 - front.length - back.length
  const all = [...front, ...Array.from({ length: filled }, () => '0'), ...back]
  return `${all
    .slice(0, 4)
    .map((each) => Number.parseInt(each, 16).toString(16))
    .join(':')}::/64`
}

/** Longer than any limit looks back. */
const KEPT = DAY + HOUR

export const sweep = async (ctx: Context) => {
  await store.deleteOldProofs(ctx.db, new Date(ctx.now().getTime() - KEPT))
  await store.forgetOldLinks(ctx.db, ctx.now())
}
