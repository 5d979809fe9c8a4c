import type { Values } from '../../../engine/state.ts'
import type { Context } from '../../../platform/context.ts'
import { MailError } from '../../../platform/mail/mail.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import { listEmails } from '../../people/users/service.ts'
import { fillTemplate } from '../names.ts'
import { getPublished, type Published } from '../published.ts'
import { findVersionOf } from '../store/instances.ts'
import { type Executor, FinalFailure, TemporaryFailure } from './outcome.ts'

type Settings = Record<string, string>

/** Sends a mail; when it is sent twice, both have the same name. */
export const sendMail =
  (mailer: Pick<Mailer, 'send'>): Executor =>
  async ({ payload, key, instanceId }, { ctx }) => {
    const { settings, context } = payload as { settings: Settings; context: Values }
    const running = await findVersionOf(ctx.db, instanceId)
    if (!running) throw failed('the instance is gone')
    const published = await getPublished(ctx, running.template_id, running.version)
    const fill = (text = '') =>
      fillTemplate(ctx, text, { fields: published.byCode, values: context })
    try {
      await mailer.send({
        to: await findReceivers(ctx, published, { text: settings.to ?? '', context }),
        subject: await fill(settings.subject),
        text: await fill(settings.body),
        key,
      })
    } catch (error) {
      if (error instanceof MailError) throw toFailure(error)
      throw error
    }
    return { type: 'done', result: null }
  }

/** What error events on the step catch. */
const CODE = 'mail'

const failed = (message: string): Error => new FinalFailure({ message, code: CODE })

const toFailure = ({ message, canRetry }: MailError): Error =>
  canRetry ? new TemporaryFailure({ message, code: CODE }) : failed(message)

type To = { text: string; context: Values }

/** Addresses as they are written, and those of the people and contacts in variables. */
async function findReceivers(
  ctx: Context,
  { byCode }: Published,
  { text, context }: To,
): Promise<string[]> {
  const found: string[] = []
  for (const part of text.split(/[,;]/).map((each) => each.trim())) {
    const code = /^\{\$([^}]+)\}$/.exec(part)?.[1]
    if (code === undefined) found.push(part)
    else if (byCode.get(code)?.type === 'SYS_USER')
      found.push(...(await listEmails(ctx, (context[code] ?? []) as string[])))
    else found.push(...addressesIn(context[code]))
  }
  const known = found.filter((address) => address !== '')
  if (known.length === 0) throw failed('the mail has no receiver')
  return known
}

function addressesIn(value: unknown): string[] {
  const members = Array.isArray(value) ? value : [value]
  return members.flatMap((each) => {
    if (typeof each === 'string') return [each]
    const { email } = (each ?? {}) as { email?: unknown }
    return typeof email === 'string' ? [email] : []
  })
}
