import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport'

const LOCAL = ['localhost', '127.0.0.1', '[::1]']

/** Milliseconds. */
const CONNECT = 10_000
const SILENCE = 30_000

export type MailServer = { name: string; options: SMTPTransportOptions }

/**
 * From `smtp://user:password@host:port`. A password is only sent over a connection that is encrypted or
 * local, unless `?tls=off` allows it.
 */
export function readServer(text: string): MailServer {
  const { protocol, hostname, port, username, password, searchParams } = new URL(text)
  const secure = protocol === 'smtps:'
  const isOff = searchParams.get('tls') === 'off'
  const auth = username && {
    user: decodeURIComponent(username),
    pass: decodeURIComponent(password),
  }
  const options: SMTPTransportOptions = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ignoreTLS: isOff,
    requireTLS: !secure && !isOff && auth !== '' && !LOCAL.includes(hostname),
    ...(auth !== '' && { auth }),
    connectionTimeout: CONNECT,
    greetingTimeout: CONNECT,
    socketTimeout: SILENCE,
    // Attachments are given as content, never as a path or URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  return { name: `${options.host}:${options.port}`, options }
}
