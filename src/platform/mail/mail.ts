import type { Readable } from 'node:stream'
import { AppError } from '../../lib/errors.ts'
import { toStorable } from '../../lib/storable.ts'

/** An address, with or without a name. */
export type Recipient = string | { name: string; address: string }

export type Attachment = { name: string; content: Buffer | Readable; type?: string }

export type Mail = {
  to: Recipient[]
  cc?: Recipient[]
  bcc?: Recipient[]
  replyTo?: Recipient
  subject: string
  text?: string
  html?: string
  attachments?: Attachment[]
  /** Identifies the mail, so that servers can recognise a repetition. */
  key?: string
}

export type Sent = {
  messageId: string
  accepted: string[]
  /** The recipients that were refused while others were accepted: sending again would duplicate those. */
  refused: { address: string; reason: string }[]
}

export type MailErrorKind =
  /** The server is unavailable or asks to retry later. */
  | 'temporary'
  /** This mail will never be accepted. */
  | 'permanent'
  /** The server refuses the login: the configuration is wrong. */
  | 'login'
  | 'not_configured'

export class MailError extends AppError {
  readonly kind: MailErrorKind

  constructor(kind: MailErrorKind, message: string, cause?: unknown) {
    super(kind === 'permanent' ? 'unprocessable' : 'unavailable', toStorable(message), { cause })
    this.kind = kind
  }

  /** Whether a retry may succeed. */
  get canRetry(): boolean {
    return this.kind !== 'permanent' && this.kind !== 'not_configured'
  }
}
