import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type Letter = { from: string; to: string[]; source: string }

type Options = SMTPServerOptions & {
  /** Recipients that are refused with this code. */
  refuse?: Record<string, number>
  /** The whole mail is refused with this code. */
  answer?: number
  /** The required credentials. */
  login?: { user: string; password: string }
}

/** A real mail server on a free port, which stores accepted mail. */
export async function startSmtp({ refuse = {}, answer, login, ...options }: Options = {}) {
  const letters: Letter[] = []
  const server = new SMTPServer({
    authOptional: login === undefined,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === login?.user && password === login?.password
        ? done(null, { user: username })
        : done(new Error('unknown name or password')),
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      const code = refuse[address]
      done(code === undefined ? null : refusal(code))
    },
    onData: async (stream, { envelope }, done) => {
      const source = await text(stream)
      if (answer !== undefined) return done(refusal(answer))
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      letters.push({ from, to: envelope.rcptTo.map(({ address }) => address), source })
      done()
    },
    ...options,
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return {
    letters,
    port: (listening.address() as AddressInfo).port,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

const refusal = (responseCode: number) => Object.assign(new Error('not today'), { responseCode })
