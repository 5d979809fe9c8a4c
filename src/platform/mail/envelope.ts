import { type Mail, MailError, type Recipient } from './mail.ts'

type Address = { name: string; address: string }

/** One mailbox, without characters that have a meaning in headers or SMTP commands. */
const ADDRESS = /^[^\s<>()[\]\\,;:"@\p{Cc}]{1,64}@[^\s<>()\\,;"@\p{Cc}]{1,255}$/u
const CONTROL = /\p{Cc}/u
const MOST_RECIPIENTS = 100
const LONGEST_SUBJECT = 1000

export type Envelope = Record<'to' | 'cc' | 'bcc' | 'replyTo', Address[]> & { subject: string }

/** Checks what goes into headers and commands. A line break would start another header, so it is refused. */
export function readEnvelope({ to, cc = [], bcc = [], replyTo, subject }: Mail): Envelope {
  const count = to.length + cc.length + bcc.length
  if (count === 0) throw refuse('a mail needs at least one recipient')
  if (count > MOST_RECIPIENTS)
    throw refuse(`a mail can have at most ${MOST_RECIPIENTS} recipients, received ${count}`)
  if (CONTROL.test(subject)) throw refuse('the subject of a mail must be one line of text')
  if (subject.length > LONGEST_SUBJECT)
    throw refuse(`the subject of a mail can have at most ${LONGEST_SUBJECT} characters`)
  return {
    to: to.map(readRecipient),
    cc: cc.map(readRecipient),
    bcc: bcc.map(readRecipient),
    replyTo: replyTo === undefined ? [] : [readRecipient(replyTo)],
    subject,
  }
}

/** As an object, because a string would be parsed as a list of addresses. */
function readRecipient(recipient: Recipient): Address {
  const { name, address } =
    typeof recipient === 'string' ? { name: '', address: recipient } : recipient
  if (!ADDRESS.test(address)) throw refuse(`no address: ${JSON.stringify(address)}`)
  if (CONTROL.test(name)) throw refuse(`the name of ${address} must be one line of text`)
  return { name, address }
}

const refuse = (message: string) => new MailError('permanent', message)
