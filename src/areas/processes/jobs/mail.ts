import { Readable } from 'node:stream'
import { attachedIn, isAttachable } from '../../../engine/attachments.ts'
import type { Values } from '../../../engine/state.ts'
import type { Context } from '../../../platform/context.ts'
import { type Attachment, MailError } from '../../../platform/mail/mail.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import { findContents } from '../../disk/files.ts'
import { listEmails } from '../../people/users/service.ts'
import { fillTemplate } from '../names.ts'
import { getPublished, type Published } from '../published.ts'
import { findVersionOf } from '../store/instances.ts'
import { type Executor, FinalFailure, TemporaryFailure } from './outcome.ts'

type Settings = Record<string, string>

/** Sends a mail; retries have the same Message-ID. */
export const sendMail =
  (mailer: Pick<Mailer, 'send'>): Executor =>
  async ({ payload, key, instanceId }, { ctx }) => {
    const { settings, context } = payload as { settings: Settings; context: Values }
    const running = await findVersionOf(ctx.db, instanceId)
    if (!running) throw failed('the instance is gone')
    const published = await getPublished(ctx, running.template_id, running.version)
    const fill = (text = '') =>
      fillTemplate(ctx, text, { fields: published.byCode, values: context })
    const attachments: Attachment[] = []
    try {
      const receivers = (text = '') => findReceivers(ctx, published, { text, context })
      const to = await receivers(settings.to)
      if (to.length === 0) throw failed('the mail has no receiver')
      await openAttachments(ctx, published, {
        text: settings.attachments ?? '',
        context,
        opened: attachments,
      })
      await mailer.send({
        to,
        cc: await receivers(settings.cc),
        bcc: await receivers(settings.bcc),
        attachments,
        subject: await fill(settings.subject),
        text: await fill(settings.body),
        key,
      })
    } catch (error) {
      if (error instanceof MailError) throw toFailure(error)
      throw error
    } finally {
      for (const { content } of attachments) if (content instanceof Readable) content.destroy()
    }
    return { type: 'done', result: null }
  }

/** The codes that error events on the step catch. */
const CODE = 'mail'

const failed = (message: string): Error => new FinalFailure({ message, code: CODE })

const toFailure = ({ message, canRetry }: MailError): Error =>
  canRetry ? new TemporaryFailure({ message, code: CODE }) : failed(message)

type To = { text: string; context: Values }

/** Literal addresses, and those of people and contacts in variables. */
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
  return found.filter((address) => address !== '')
}

/** Most servers refuse larger mails, after they were sent. */
const MOST_BYTES = 20 * 1024 ** 2

/** Opens the newest versions of the files in the named variables. The caller closes them. */
async function openAttachments(
  ctx: Context,
  { byCode }: Published,
  { text, context, opened }: To & { opened: Attachment[] },
): Promise<void> {
  const codes = attachedIn(text)
  const wrong = codes.find((code) => !isAttachable(byCode.get(code)?.type))
  if (wrong !== undefined) throw failed(`"${wrong}" is no variable of files and cannot be attached`)
  const ids = codes.flatMap((code) => [context[code] ?? []].flat() as string[])
  const files = await findContents(ctx, ids)
  const gone = ids.length - files.length
  if (gone > 0) throw failed(`${gone} of the files to attach are gone`)
  const size = files.reduce((sum, file) => sum + file.size, 0)
  if (size > MOST_BYTES) {
    throw failed(`the attachments have ${size} bytes, at most ${MOST_BYTES} (20 MiB) are sent`)
  }
  for (const { name, ...body } of files) {
    opened.push({ name, content: await ctx.files.read(body) })
  }
}

function addressesIn(value: unknown): string[] {
  const members = Array.isArray(value) ? value : [value]
  return members.flatMap((each) => {
    if (typeof each === 'string') return [each]
    const { email } = (each ?? {}) as { email?: unknown }
    return typeof email === 'string' ? [email] : []
  })
}
