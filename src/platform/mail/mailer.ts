import { createHash } from 'node:crypto'
import type { NodemailerError } from 'nodemailer/lib/errors'
import { toStorable } from '../../lib/storable.ts'
import type { Config } from '../config.ts'
import { readEnvelope } from './envelope.ts'
import { type Attachment, type Mail, MailError, type Sent } from './mail.ts'
import { readServer } from './server.ts'

type Settings = Pick<Config, 'KONTOR_SMTP_URL' | 'KONTOR_MAIL_FROM'>

/** Sends mail through the configured server, one connection per mail. */
export class Mailer {
  readonly #server: ReturnType<typeof readServer> | undefined
  readonly #from: string
  /** Of this process. */
  readonly counts = { sent: 0, refused: 0, failed: 0 }

  constructor({ KONTOR_SMTP_URL, KONTOR_MAIL_FROM = '' }: Settings) {
    this.#server = KONTOR_SMTP_URL === undefined ? undefined : readServer(KONTOR_SMTP_URL)
    this.#from = KONTOR_MAIL_FROM
  }

  /** Returns when the server has accepted the mail; throws a `MailError` if it refuses. */
  async send(mail: Mail): Promise<Sent> {
    const { transport, name } = await this.#open()
    const envelope = readEnvelope(mail)
    try {
      const info = await transport.sendMail({
        from: this.#from,
        ...envelope,
        text: mail.text,
        html: mail.html,
        attachments: mail.attachments?.map(toAttachment),
        messageId: mail.key && this.#toMessageId(mail.key),
        // Prevents automatic replies.
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      this.counts.sent++
      return {
        messageId: info.messageId,
        accepted: info.accepted,
        refused: (info.rejectedErrors ?? []).map(toRefusal),
      }
    } catch (error) {
      const problem = toMailError(error as NodemailerError, name)
      this.counts[problem.kind === 'permanent' ? 'refused' : 'failed']++
      throw problem
    }
  }

  /** Connects and signs in without sending. Returns the name of the server. */
  async verify(): Promise<string> {
    const { transport, name } = await this.#open()
    try {
      await transport.verify()
      return name
    } catch (error) {
      throw toMailError(error as NodemailerError, name)
    }
  }

  /** The library is loaded with the first mail. */
  async #open() {
    if (!this.#server) {
      throw new MailError('not_configured', 'mail is not set up: set KONTOR_SMTP_URL')
    }
    const { name, options } = this.#server
    const { createTransport } = await import('nodemailer')
    return { name, transport: createTransport(options) }
  }

  #toMessageId(key: string): string {
    const domain = /@([^>]+)>?$/.exec(this.#from)?.[1] ?? 'localhost'
    return `<${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${domain}>`
  }
}

const toAttachment = ({ name, content, type }: Attachment) => ({
  filename: name,
  content,
  contentType: type,
})

const toRefusal = ({ recipient = '', response, message }: NodemailerError) => ({
  address: recipient,
  reason: toStorable(response ?? message),
})

function toMailError(error: NodemailerError, server: string): MailError {
  const { code, permanent, response, message } = error
  if (code === 'EAUTH' || code === 'ENOAUTH') {
    return new MailError(
      'login',
      `the mail server ${server} refuses the login: ${response ?? message}`,
      error,
    )
  }
  if (response !== undefined) {
    const kind = permanent ? 'permanent' : 'temporary'
    return new MailError(kind, `the mail server ${server} refuses: ${response}`, error)
  }
  return new MailError(
    'temporary',
    `the mail server ${server} cannot be reached: ${message}`,
    error,
  )
}
