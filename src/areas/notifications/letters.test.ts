import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { urlOf } from '../../../test/kontor.ts'
import { startSmtp } from '../../../test/smtp.ts'
import { spawnServer } from '../../../test/spawn.ts'
import { newId } from '../../lib/ids.ts'
import { notify } from './service.ts'

const MAIL_FROM = 'Kontor <kontor@larkmoor.example>'
const refused = 'nobody@larkmoor.example'
const smtp = await startSmtp({ refuse: { [refused]: 550 } })
afterAll(() => smtp.stop())
const mailing = {
  KONTOR_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  KONTOR_MAIL_FROM: MAIL_FROM,
  KONTOR_PUBLIC_URL: 'https://kontor.larkmoor.example',
}
const { app, as, admin, make } = await startApp({
  environment: { KONTOR_WORKERS: '1', ...mailing },
})
await app.startJobs()

const makeReader = async (email = `${newId()}@larkmoor.example`, isGuest = false) => {
  const user = await make.user({ email, isGuest })
  const client = as(user).notifications
  return {
    ...user,
    client,
    letters: () => smtp.letters.filter(({ to }) => to.includes(email)),
    events: async () => {
      const { entries } = await as(admin).audit.list({ input: { object: `user:${user.id}` } })
      return entries.map(({ type }) => type).filter((type) => type.includes('mail'))
    },
  }
}

const tell = (user: { id: string }, said: string, object = `user:${user.id}`) =>
  make.asSystem((ctx) =>
    notify(ctx, { kind: 'mention', object, to: [{ user: user.id, text: said }] }),
  )

/** Runs it now, and a letter to somebody else after it: when that is out, the others are as well. */
async function digest() {
  const last = await makeReader()
  await tell(last, 'The last')
  await make.asSystem((ctx) => ctx.addJob('notifications.digest', {}))
  await expect.poll(() => last.letters().length).toBe(1)
  await expect.poll(() => last.events()).toEqual(['notification.mailed'])
}

test('what is unread after an hour is told in one letter, and never again', async () => {
  const ann = await makeReader()
  await tell(ann, 'Read before')
  await ann.client.markRead({ input: {} })
  await tell(ann, 'First\nnews')
  await tell(ann, 'Second news')

  await digest()
  await expect.poll(() => ann.letters().length).toBe(1)
  await digest()

  const [letter, ...others] = ann.letters()
  expect(others).toEqual([])
  expect(letter?.source).toContain('Subject: 2 notifications')
  expect(letter?.source).toContain('- System mentioned you: First news')
  expect(letter?.source).toContain('- System mentioned you: Second news')
  expect(letter?.source).toContain('https://kontor.larkmoor.example')
  expect(letter?.source).not.toContain('Read before')
  expect(await ann.events()).toEqual(['notification.mailed'])
})

test('what one may not read any more is left out', async () => {
  const guest = await makeReader(undefined, true)
  await tell(guest, 'About you')
  await tell(guest, 'About the administrator', `user:${admin.id}`)

  await digest()
  await expect.poll(() => guest.letters().length).toBe(1)

  expect(guest.letters()[0]?.source).toContain('About you')
  expect(guest.letters()[0]?.source).not.toContain('About the administrator')
})

test('who wants a letter about each gets it at once', async () => {
  const ann = await makeReader()
  await ann.client.saveSettings({ input: { email: 'each' } })

  await tell(ann, 'News')

  await expect.poll(() => ann.letters().length).toBe(1)
  expect(ann.letters()[0]?.source).toContain('Subject: System mentioned you: News')
  expect(await ann.client.getSettings({})).toMatchObject({ muted: [], email: 'each' })
})

test('who wants no letters and who has no address gets none', async () => {
  const [ann, bob] = [await makeReader(), await makeReader('')]
  await ann.client.saveSettings({ input: { email: 'off' } })
  await tell(ann, 'News')
  await tell(bob, 'News')

  await digest()

  expect(ann.letters()).toEqual([])
  expect(await bob.events()).toEqual([])
})

test('a letter that is refused for good is given up, and the next one is tried', async () => {
  const ann = await makeReader(refused)
  await tell(ann, 'One')
  await digest()
  await expect.poll(() => ann.events()).toEqual(['notification.mail_refused'])

  await digest()

  expect(await ann.events()).toEqual(['notification.mail_refused'])
})

test('a letter that was on its way when the server was killed is sent by the next one', async () => {
  const begun: string[] = []
  const deaf = await startSmtp({
    onData: async (stream) => {
      begun.push(await text(stream))
    },
  })
  onTestFinished(() => deaf.stop())
  const first = await startApp()
  const email = 'ann@larkmoor.example'
  const ann = await first.make.user({ email })
  await first.make.asSystem(async (ctx) => {
    await notify(ctx, {
      kind: 'task',
      object: `task:${newId()}`,
      to: [{ user: ann.id, text: 'Look' }],
    })
    await ctx.addJob('notifications.digest', {})
  })
  const folder = await mkdtemp(join(tmpdir(), 'kontor-letters-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const environment = {
    KONTOR_DATA: join(folder, 'data'),
    DATABASE_URL: urlOf(first.connection),
    KONTOR_SMTP_URL: `smtp://127.0.0.1:${deaf.port}`,
    KONTOR_MAIL_FROM: MAIL_FROM,
  }
  const killed = await spawnServer({ environment, log: join(folder, 'server.log') })
  onTestFinished(async () => void (await killed.kill()))
  await expect.poll(() => begun.length).toBe(1)
  await killed.kill()

  const next = await startApp({
    environment: { ...mailing, KONTOR_WORKERS: '1' },
    connection: first.connection,
  })
  await next.app.startJobs()
  await next.make.asSystem((ctx) => ctx.addJob('notifications.digest', {}))

  const letters = () => smtp.letters.filter(({ to }) => to.includes(email))
  await expect.poll(() => letters().length).toBe(1)
  const idOf = (source: string | undefined) => /^Message-ID: .*$/im.exec(source ?? '')?.[0]
  expect(idOf(letters()[0]?.source)).toBe(idOf(begun[0]))
  expect(letters()[0]?.source).toContain('- System has a task for you: Look')
})

/** A time of the day in UTC, so many minutes from now. */
const clockAt = (minutes: number) =>
  new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16)
const inUtc = (user: { id: string }) =>
  make.change(`update kontor.users set timezone = 'UTC', language = 'ru' where id = '${user.id}'`)

test('quiet hours hold letters back until they are over', async () => {
  const ann = await makeReader()
  await inUtc(ann)
  const quiet = { from: clockAt(-60), to: clockAt(60) }
  await ann.client.saveSettings({ input: { kinds: { mention: 'mail' }, quiet } })
  await tell(ann, 'In the night')
  await digest()
  expect(ann.letters()).toEqual([])

  await ann.client.saveSettings({ input: { quiet: null } })
  await digest()
  await expect.poll(() => ann.letters().length).toBe(1)
})

test('a digest of the day comes once, at its time, in the language of the reader', async () => {
  const ann = await makeReader()
  await inUtc(ann)
  await ann.client.saveSettings({ input: { digestAt: clockAt(60) } })
  await tell(ann, 'Today')
  await digest()
  expect(ann.letters()).toEqual([])

  await make.change(`update kontor.notifications set created_at = now() - interval '9 minutes'
    where user_id = '${ann.id}'`)
  await ann.client.saveSettings({ input: { digestAt: clockAt(-5) } })
  await digest()
  await expect.poll(() => ann.letters().length).toBe(1)
  await tell(ann, 'After that time')
  await digest()
  await digest()
  expect(ann.letters()).toHaveLength(1)
  // Russian words are encoded in a subject.
  expect(ann.letters()[0]?.source).toMatch(/^Subject: =\?UTF-8/m)
})
