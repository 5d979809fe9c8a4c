import type { Readable } from 'node:stream'
import { AppError } from '../../lib/errors.ts'
import { toStorable } from '../../lib/storable.ts'

/** An address, or one with the name of who reads there. */
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
  /** Names this mail: when it is sent twice, the servers on its way can see that it is the same. */
  key?: string
}

export type Sent = {
  messageId: string
  accepted: string[]
  /** Some did not get it while others did: sending it again would only double those. */
  refused: { address: string; reason: string }[]
}

export type MailErrorKind =
  /** The server is away or asks to come back: try again later. */
  | 'temporary'
  /** This mail will never be taken. */
  | 'permanent'
  /** The server does not take our name and password: somebody has to look at the configuration. */
  | 'login'
  | 'not_configured'

export class MailError extends AppError {
  readonly kind: MailErrorKind

  constructor(kind: MailErrorKind, message: string, cause?: unknown) {
    super(kind === 'permanent' ? 'unprocessable' : 'unavailable', toStorable(message), { cause })
    this.kind = kind
  }

  /** Whether the same mail may go through later. */
  get canRetry(): boolean {
    return this.kind !== 'permanent' && this.kind !== 'not_configured'
  }
}
