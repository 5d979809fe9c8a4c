import { Readable } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'
import { startSmtp } from '../../../test/smtp.ts'
import { readConfig } from '../config.ts'
import { checkMail } from './check.ts'
import type { Mail, MailError } from './mail.ts'
import { Mailer } from './mailer.ts'
import { readServer } from './server.ts'

const stops: (() => Promise<void>)[] = []
afterAll(() => Promise.all(stops.map((stop) => stop())))

async function start(options: Parameters<typeof startSmtp>[0] = {}, login = '', query = '') {
  const { letters, port, stop } = await startSmtp(options)
  stops.push(stop)
  const config = readConfig({
    KONTOR_SMTP_URL: `smtp://${login}127.0.0.1:${port}${query}`,
    KONTOR_MAIL_FROM: 'Kontor <kontor@larkmoor.example>',
  })
  return { config, letters, mailer: new Mailer(config) }
}

const mail = (more: Partial<Mail> = {}): Mail => ({
  to: ['ann@larkmoor.example'],
  subject: 'Order 17',
  text: 'It is on its way.',
  ...more,
})

const failure = (sent: Promise<unknown>): Promise<MailError> =>
  sent.then(
    () => Promise.reject(new Error('expected a refusal')),
    (error) => error,
  )

describe('a mail', () => {
  test('arrives with its sender, its subject and its text', async () => {
    const { mailer, letters } = await start()

    const { accepted, refused } = await mailer.send(mail())

    expect({ accepted, refused }).toEqual({ accepted: ['ann@larkmoor.example'], refused: [] })
    expect(letters).toMatchObject([
      { from: 'kontor@larkmoor.example', to: ['ann@larkmoor.example'] },
    ])
    expect(letters[0]?.source).toContain('From: Kontor <kontor@larkmoor.example>\r\n')
    expect(letters[0]?.source).toContain('Subject: Order 17\r\n')
    expect(letters[0]?.source).toContain('Auto-Submitted: auto-generated\r\n')
    expect(letters[0]?.source).toContain('\r\n\r\nIt is on its way.')
  })

  test('may have HTML and files, from memory and from a stream', async () => {
    const { mailer, letters } = await start()
    const attachments = [
      { name: 'order.txt', content: Buffer.from('seventeen') },
      { name: 'Größe.csv', content: Readable.from(['a;b\n', '1;2\n']), type: 'text/csv' },
    ]

    await mailer.send(mail({ html: '<p>On its way.</p>', attachments }))

    const source = letters[0]?.source ?? ''
    expect(source).toContain('<p>On its way.</p>')
    expect(source).toContain(Buffer.from('seventeen').toString('base64'))
    expect(source).toContain(Buffer.from('a;b\n1;2\n').toString('base64'))
    expect(source).toContain('Content-Type: text/csv')
  })

  test('reaches copies, and hides the blind ones', async () => {
    const { mailer, letters } = await start()

    await mailer.send(
      mail({
        cc: [{ name: 'Bob, of Sales', address: 'bob@larkmoor.example' }],
        bcc: ['eve@larkmoor.example'],
        replyTo: 'desk@larkmoor.example',
      }),
    )

    expect(letters[0]?.to).toEqual([
      'ann@larkmoor.example',
      'bob@larkmoor.example',
      'eve@larkmoor.example',
    ])
    expect(letters[0]?.source).toContain('Cc: "Bob, of Sales" <bob@larkmoor.example>')
    expect(letters[0]?.source).toContain('Reply-To: desk@larkmoor.example')
    expect(letters[0]?.source).not.toContain('eve@')
  })

  test('that is sent twice has the same id', async () => {
    const { mailer } = await start()

    const ids = [
      await mailer.send(mail({ key: 'instance:1' })),
      await mailer.send(mail({ key: 'instance:1' })),
      await mailer.send(mail({ key: 'instance:2' })),
    ].map(({ messageId }) => messageId)

    expect(ids[0]).toMatch(/^<[0-9a-f]{40}@larkmoor.example>$/)
    expect(ids[1]).toBe(ids[0])
    expect(ids[2]).not.toBe(ids[0])
  })
})

describe('a refusal', () => {
  test('of every recipient with a permanent code is permanent', async () => {
    const { mailer } = await start({ refuse: { 'ann@larkmoor.example': 550 } })

    const error = await failure(mailer.send(mail()))

    expect(error).toMatchObject({ kind: 'permanent', code: 'unprocessable', canRetry: false })
    expect(error.message).toMatch(/^the mail server 127\.0\.0\.1:\d+ refuses: 550 not today$/)
  })

  test('of some recipients is reported, and the others get the mail', async () => {
    const { mailer, letters } = await start({ refuse: { 'bob@larkmoor.example': 550 } })

    const sent = await mailer.send(mail({ to: ['ann@larkmoor.example', 'bob@larkmoor.example'] }))

    expect(sent).toMatchObject({
      accepted: ['ann@larkmoor.example'],
      refused: [{ address: 'bob@larkmoor.example', reason: '550 not today' }],
    })
    expect(letters[0]?.to).toEqual(['ann@larkmoor.example'])
  })

  test.each([
    [
      'of a recipient with a temporary code',
      { refuse: { 'ann@larkmoor.example': 450 } },
      'temporary',
    ],
    ['of the mail with a temporary code', { answer: 451 }, 'temporary'],
    ['of the mail with a permanent code', { answer: 554 }, 'permanent'],
  ])('%s has its kind', async (_, options, kind) => {
    const { mailer } = await start(options)

    expect(await failure(mailer.send(mail()))).toMatchObject({ kind })
  })

  test('by an unreachable server is temporary', async () => {
    const { port, stop } = await startSmtp()
    await stop()
    const mailer = new Mailer({
      KONTOR_SMTP_URL: `smtp://127.0.0.1:${port}`,
      KONTOR_MAIL_FROM: 'kontor@larkmoor.example',
    })

    const error = await failure(mailer.send(mail()))

    expect(error).toMatchObject({ kind: 'temporary', code: 'unavailable', canRetry: true })
    expect(error.message).toContain('cannot be reached')
  })

  test('without a configured server has its own kind', async () => {
    const error = await failure(new Mailer(readConfig({})).send(mail()))

    expect(error).toMatchObject({
      kind: 'not_configured',
      message: 'mail is not set up: set KONTOR_SMTP_URL',
    })
  })
})

describe('signing in', () => {
  const options = { login: { user: 'kontor', password: 'p@ss' } }

  test('uses the user name and password of the address', async () => {
    const { mailer, letters } = await start(options, 'kontor:p%40ss@')

    await mailer.send(mail())

    expect(letters).toHaveLength(1)
  })

  test('with wrong credentials has its own kind, and does not reveal them', async () => {
    const { mailer } = await start(options, 'kontor:secret-thing@')

    const error = await failure(mailer.send(mail()))

    expect(error).toMatchObject({ kind: 'login', canRetry: true })
    expect(error.message).toContain('refuses the login')
    expect(error.message).not.toContain('secret-thing')
  })

  test.each([
    ['smtp://a:b@mail.example:25', { requireTLS: true, ignoreTLS: false, secure: false, port: 25 }],
    ['smtp://a:b@mail.example', { requireTLS: true, port: 587 }],
    ['smtp://a:b@mail.example?tls=off', { requireTLS: false, ignoreTLS: true }],
    ['smtp://a:b@localhost', { requireTLS: false, ignoreTLS: false }],
    ['smtp://a:b@[::1]', { requireTLS: false, host: '::1' }],
    ['smtp://mail.example', { requireTLS: false }],
    ['smtps://a:b@mail.example', { secure: true, port: 465 }],
  ])('with %s never sends a password in the clear by accident', (address, expected) => {
    expect(readServer(address).options).toMatchObject(expected)
  })
})

describe('encryption', () => {
  test('with an untrusted certificate is refused', async () => {
    const { mailer, letters } = await start({ disabledCommands: [] })

    expect(await failure(mailer.send(mail()))).toMatchObject({ kind: 'temporary' })
    expect(letters).toEqual([])
  })

  test('can be switched off', async () => {
    const { mailer, letters } = await start({ disabledCommands: [] }, '', '?tls=off')

    await mailer.send(mail())

    expect(letters).toHaveLength(1)
  })
})

describe('header injection', () => {
  test.each<[string, Partial<Mail>]>([
    ['a subject of two lines', { subject: 'Hello\r\nBcc: eve@evil.example' }],
    ['a subject with a line feed', { subject: 'Hello\nX: y' }],
    ['a subject with a zero', { subject: 'Hello\0' }],
    ['an address of two lines', { to: ['ann@larkmoor.example\r\nRCPT TO:<eve@evil.example>'] }],
    ['an address with a header', { to: ['ann@larkmoor.example\nBcc: eve@evil.example'] }],
    ['two addresses in one', { to: ['ann@larkmoor.example,eve@evil.example'] }],
    ['an address in angle brackets', { to: ['ann <eve@evil.example>'] }],
    ['a group', { to: ['friends:eve@evil.example;'] }],
    ['a blind copy of two lines', { bcc: ['ann@larkmoor.example\r\n'] }],
    ['a name of two lines', { cc: [{ name: 'Ann\r\nBcc: x@y', address: 'ann@larkmoor.example' }] }],
    ['an answer address of two lines', { replyTo: 'ann@larkmoor.example\r\nX: y' }],
    ['no address', { to: ['ann'] }],
    ['nobody', { to: [] }],
    ['too many', { to: Array(101).fill('ann@larkmoor.example') }],
  ])('%s is refused before anything is sent', async (_, more) => {
    const { mailer, letters } = await start()

    expect(await failure(mailer.send(mail(more)))).toMatchObject({ kind: 'permanent' })
    expect(letters).toEqual([])
  })

  test('the name of a file cannot inject a header', async () => {
    const { mailer, letters } = await start()
    const name = 'a.txt"\r\nX-Evil: yes\r\n'

    await mailer.send(mail({ attachments: [{ name, content: Buffer.from('a') }] }))

    expect(letters[0]?.source).not.toMatch(/^X-Evil/m)
  })
})

describe('the check of the doctor', () => {
  test('accepts a server that answers', async () => {
    const { config } = await start()

    expect(await checkMail(config)).toMatchObject({
      state: 'ok',
      text: expect.stringMatching(/answers$/),
    })
  })

  test('reports what is wrong', async () => {
    const { config } = await start({ login: { user: 'kontor', password: 'p@ss' } }, 'a:b@')

    expect(await checkMail(config)).toMatchObject({
      state: 'problem',
      text: expect.stringMatching(/refuses the login.*check KONTOR_SMTP_URL$/),
    })
  })

  test('needs a sender', () => {
    expect(() => readConfig({ KONTOR_SMTP_URL: 'smtp://localhost' })).toThrow(
      'KONTOR_MAIL_FROM: expected a value because KONTOR_SMTP_URL is set',
    )
    expect(() => readConfig({ KONTOR_MAIL_FROM: 'a@b\r\nBcc: c@d' })).toThrow('KONTOR_MAIL_FROM')
    expect(() => readConfig({ KONTOR_SMTP_URL: 'http://localhost' })).toThrow('KONTOR_SMTP_URL')
  })
})
