import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { startPushService } from '../../../../test/push-service.ts'
import { newId } from '../../../lib/ids.ts'
import { sql } from '../../../platform/db/sql.ts'
import { Secrets } from '../../../platform/secrets.ts'
import { forgetSecrets } from '../../system/secrets/forget.ts'
import { sealSecrets } from '../../system/secrets/seal.ts'
import { listSecrets, PLACES } from '../../system/secrets/store.ts'
import { notify } from '../service.ts'

const SECRET = 'the same on every node of a test and long enough'
const SITE = 'https://kontor.larkmoor.example'
const password = 'correct horse battery'
const service = await startPushService()
const { app, as, admin, make, address, request } = await startApp({
  environment: {
    KONTOR_WORKERS: '2',
    KONTOR_PRIVATE_ADDRESSES: '127.0.0.2',
    KONTOR_PUSH_ADDRESSES: '127.0.0.1',
    KONTOR_PUBLIC_URL: SITE,
  },
})
await app.startJobs()

const { channel } = await as(admin).messages.createChannel({ input: { name: 'News' } })
const CHANNEL = `channel:${channel.id}`

const headers = { origin: address, 'content-type': 'application/json' }

/** A browser in which somebody is signed in. */
async function signIn(user: { login: string }) {
  const body = JSON.stringify({ login: user.login, password })
  const answer = await request('/manage/v1/session', { method: 'POST', headers, body })
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const call = async (method: string, path = '/manage/v1/me/push', input?: object) => {
    const sent = {
      method,
      headers: { ...headers, cookie },
      ...(input && { body: JSON.stringify(input) }),
    }
    const reply = await request(path, sent)
    return { status: reply.status, body: (await reply.json()) as { isOn: boolean; key: string } }
  }
  const browser = service.open()
  return {
    browser,
    call,
    /** A browser needs the key of the sender for that. */
    subscribe: async () => {
      await call('POST', '/manage/v1/me/push/key')
      return call('PUT', undefined, browser.subscription)
    },
    isOn: async () => (await call('GET')).body.isOn,
  }
}

async function startReader(account: { isAdministrator?: boolean } = {}) {
  const user = await make.user({ password, ...account })
  const first = await signIn(user)
  expect((await first.subscribe()).status).toBe(200)
  return { ...user, ...first, client: as(user).notifications }
}

type Reader = Awaited<ReturnType<typeof startReader>>

const tell = (
  user: { id: string },
  text: string,
  { kind = 'mention', object = CHANNEL }: { kind?: 'mention' | 'task'; object?: string } = {},
) => make.asSystem((ctx) => notify(ctx, { kind, object, to: [{ user: user.id, text }] }))

/** Jobs are done in order: when somebody else is told, those before were. */
async function everythingIsTold(reader = startReader()) {
  const last = await reader
  await tell(last, 'The last')
  await expect.poll(() => last.browser.pushed.length).toBe(1)
}
const textsOf = ({ browser }: { browser: ReturnType<typeof service.open> }) =>
  browser.told.map(({ title }) => title)

test('a browser is told of a notice in words that only it can read, by whom it subscribed to', async () => {
  const ann = await startReader()
  const { key } = (await ann.call('POST', '/manage/v1/me/push/key')).body

  await tell(ann, 'First\nnews')

  await expect.poll(() => ann.browser.pushed.length).toBe(1)
  const [pushed] = ann.browser.pushed
  const { notifications } = await ann.client.list({ input: {} })
  const notice = notifications[0]?.id ?? ''
  expect(ann.browser.told).toEqual([
    {
      id: notice,
      title: 'System mentioned you: First news',
      link: `/open?object=channel%3A${channel.id}&notice=${notice}`,
    },
  ])
  expect(pushed?.sender).toBe(key)
  expect(pushed?.claims).toMatchObject({ aud: service.origin, sub: SITE })
  expect((pushed?.claims.exp ?? 0) * 1000 - Date.now()).toBeLessThan(24 * 3_600_000)
  expect(pushed?.headers).toMatchObject({ ttl: '600', 'content-encoding': 'aes128gcm' })
})

test('the key is sealed, stays when keys change, and its loss ends all subscriptions', async () => {
  const ann = await startReader()
  const keyOf = async () => (await ann.call('POST', '/manage/v1/me/push/key')).body.key
  const before = await keyOf()
  const place = PLACES.find(({ name }) => name.includes('browsers'))
  if (!place) throw new Error('the key is not among the secrets')
  const stored = () => make.asSystem(({ db }) => listSecrets(db, place))
  expect(await stored()).toEqual([{ id: 'push_key', value: expect.stringMatching(/^sealed:/) }])
  const other = new Secrets('another key that is long enough to be one', SECRET)
  await make.asSystem((ctx) => sealSecrets({ ...ctx, secrets: other }))
  expect(other.open((await stored())[0]?.value ?? '')).toContain('PRIVATE KEY')
  await make.asSystem((ctx) =>
    sealSecrets({
      ...ctx,
      secrets: new Secrets(SECRET, 'another key that is long enough to be one'),
    }),
  )
  expect(await keyOf()).toBe(before)

  const { keyId } = new Secrets(SECRET)
  await make.asSystem((ctx) => forgetSecrets({ ...ctx, secrets: new Secrets() }, ctx.config, keyId))

  expect(await ann.isOn()).toBe(false)
  expect(await keyOf()).not.toBe(before)
})

test('each person chooses kinds; what is off or muted is not told', async () => {
  const [ann, bob] = [await startReader(), await startReader()]
  const { push } = await ann.client.saveSettings({ input: { push: ['task'] } })
  expect(push).toEqual(['task'])
  await bob.client.saveSettings({ input: { kinds: { task: 'none' } } })
  await tell(ann, 'A mention')
  await tell(ann, 'A task', { kind: 'task' })
  await tell(bob, 'A task', { kind: 'task' })
  await bob.client.mute({ input: { object: CHANNEL } })
  await tell(bob, 'Muted')

  await everythingIsTold()

  expect(textsOf(ann)).toEqual(['System has a task for you: A task'])
  expect(textsOf(bob)).toEqual([])
})

const clockAt = (minutes: number) =>
  new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16)
async function beQuiet(user: { id: string; token: string }) {
  await make.change(`update kontor.users set timezone = 'UTC' where id = '${user.id}'`)
  const quiet = { from: clockAt(-60), to: clockAt(60) }
  await as(user).notifications.saveSettings({ input: { quiet } })
}

test('in quiet hours browsers are silent, and stay so afterwards', async () => {
  const ann = await startReader()
  await beQuiet(ann)
  await tell(ann, 'In the night')
  await ann.client.saveSettings({ input: { quiet: null } })
  await tell(ann, 'In the morning')

  await expect.poll(() => textsOf(ann)).toEqual(['System mentioned you: In the morning'])
})

const waiting = async () => {
  const { jobs } = await as(admin).jobs.list({ input: { name: 'notifications.push' } })
  return jobs.length
}

test('what is read, quiet or muted when a service can be reached again is not told', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => startReader()))
  const [ann, bob, cid, dan] = people as [Reader, Reader, Reader, Reader]
  for (const each of people) {
    // Asked again after seconds: on a slow machine that may be before all is set.
    each.browser.answers.push(503, 503)
    await tell(each, 'Too late')
  }
  for (const { browser } of people) {
    await expect.poll(() => browser.statuses.length).toBeGreaterThan(0)
  }
  await ann.client.markRead({ input: {} })
  await beQuiet(bob)
  await cid.client.mute({ input: { object: CHANNEL } })
  await dan.client.saveSettings({ input: { kinds: { mention: 'none' } } })
  for (const { browser } of people) browser.answers.length = 0

  await expect.poll(waiting).toBe(0)
  expect(people.map(textsOf)).toEqual([[], [], [], []])
})

test('a service that never answers keeps nobody else waiting, and is left alone', async () => {
  const ann = await startReader()
  const other = await signIn(ann)
  await other.subscribe()
  const silent = [ann.browser, other.browser]
  for (const browser of silent) browser.isSilent = true
  const asked = () => silent.flatMap(({ statuses }) => statuses).length
  const last = startReader()
  await last
  await tell(ann, 'Nobody hears')

  await everythingIsTold(last)
  expect(asked()).toBeLessThan(2)

  await expect.poll(waiting).toBe(0)
  expect(asked()).toBe(2)
  await tell(ann, 'Nor this')
  await everythingIsTold()
  await expect.poll(waiting).toBe(0)
  expect(asked()).toBe(2)
})

test('a service that is busy is asked again; a browser that is gone is forgotten', async () => {
  const [ann, bob, cid] = [await startReader(), await startReader(), await startReader()]
  ann.browser.answers.push(503, 429)
  bob.browser.answers.push(410)
  cid.browser.answers.push(403)
  await tell(ann, 'Later')
  await tell(bob, 'Never')
  await tell(cid, 'Never')

  await expect.poll(() => textsOf(ann)).toEqual(['System mentioned you: Later'])
  expect(ann.browser.statuses).toEqual([503, 429, 201])
  expect(await ann.isOn()).toBe(true)
  await expect.poll(() => bob.isOn()).toBe(false)
  await expect.poll(() => cid.isOn()).toBe(false)
  const { entries } = await as(admin).audit.list({ input: { object: `user:${bob.id}` } })
  expect(entries.map(({ type }) => type)).toContain('notification.push_ended')
})

test('what somebody may not read any more is not told; administrators are told of everything', async () => {
  const people = [
    await startReader(),
    await startReader(),
    await startReader({ isAdministrator: true }),
  ]
  const [ann, bob, boss] = people as [Reader, Reader, Reader]
  const input = { name: 'Closed', isPrivate: true, members: [ann.id, bob.id] }
  const closed = (await as(admin).messages.createChannel({ input })).channel
  const object = `channel:${closed.id}`
  for (const each of people) each.browser.answers.push(503, 503)
  await tell(ann, 'A secret', { object })
  await tell(bob, 'A secret', { object })
  await tell(boss, 'A webhook is paused', { object: `webhook:${newId()}` })
  for (const { browser } of people) {
    await expect.poll(() => browser.statuses.length).toBeGreaterThan(0)
  }
  const params = { id: closed.id }
  await as(admin).messages.changeChannel({ params, input: { removeMembers: [ann.id] } })
  for (const { browser } of people) browser.answers.length = 0
  await tell(ann, '', { object })

  await expect.poll(waiting).toBe(0)
  expect(people.map(textsOf)).toEqual([
    ['System mentioned you'],
    ['System mentioned you: A secret'],
    ['System mentioned you: A webhook is paused'],
  ])
})

test('a browser that fails is left alone for a while, and forgotten if that goes on', async () => {
  const ann = await startReader()
  const failures = async () => {
    const rows = await make.asSystem(({ db }) =>
      db.all(sql<{ failures: number }>`
        select failures from kontor.push_subscriptions where user_id = ${ann.id}`),
    )
    return rows.map((row) => row.failures)
  }
  const rest = (count: string) =>
    make.change(`update kontor.push_subscriptions
      set failures = ${count}, failed_at = now() - interval '11 minutes' where user_id = '${ann.id}'`)
  ann.browser.answers.push(400)
  await tell(ann, 'Refused')
  await expect.poll(failures).toEqual([1])
  await tell(ann, 'Left alone')
  await everythingIsTold()
  expect(ann.browser.statuses).toEqual([400])

  await rest('19')
  await tell(ann, 'Told')
  await expect.poll(failures).toEqual([0])
  expect(textsOf(ann)).toEqual(['System mentioned you: Told'])

  ann.browser.answers.push(400)
  await rest('19')
  await tell(ann, 'For the last time')
  await expect.poll(() => ann.isOn()).toBe(false)
  const { entries } = await as(admin).audit.list({ input: { object: `user:${ann.id}` } })
  expect(entries).toContainEqual(
    expect.objectContaining({
      type: 'notification.push_ended',
      data: { reason: 'answered 400' },
    }),
  )
})

test('a subscription ends with its session, with the person, and when it is switched off', async () => {
  const [ann, bob, cid] = [await startReader(), await startReader(), await startReader()]
  const idle = await startReader()
  await make.change(`update kontor.sessions set last_used_at = now() - interval '30 days'
    where user_id = '${idle.id}'`)
  expect(await ann.isOn()).toBe(true)
  await ann.call('DELETE')
  expect(await ann.isOn()).toBe(false)
  await bob.call('DELETE', '/manage/v1/session')
  await as(admin).users.block({ params: { id: cid.id } })
  await as(admin).users.unblock({ params: { id: cid.id } })
  for (const each of [ann, bob, cid, idle]) await tell(each, 'News')

  await everythingIsTold()

  expect([ann, bob, cid, idle].map(textsOf)).toEqual([[], [], [], []])
})

test('one browser is of one person, and a person has ten at most: the oldest gives way', async () => {
  const [ann, bob] = [await startReader(), await startReader()]
  await bob.call('PUT', undefined, ann.browser.subscription)
  expect([await ann.isOn(), await bob.isOn()]).toEqual([false, true])

  const all = [await startReader()]
  const [first] = all
  for (let count = 0; count < 10; count++) {
    const more = await signIn(first as { login: string })
    await more.subscribe()
    all.push({ ...all[0], ...more } as (typeof all)[number])
  }
  expect(await Promise.all(all.map((each) => each.isOn()))).toEqual([
    false,
    ...Array.from({ length: 10 }, () => true),
  ])
})

test('only a browser that is signed in subscribes, with an https address and keys that are some', async () => {
  const ann = await startReader()
  const { subscription } = service.open()
  const by = (input: typeof subscription) => ann.call('PUT', undefined, input)
  const bad = { ...subscription, keys: { ...subscription.keys, p256dh: 'B'.repeat(87) } }

  await expect(ann.client.startPush({ input: subscription })).rejects.toMatchObject({ status: 403 })
  expect(await ann.client.getPush()).toEqual({ isOffered: false, isOn: false })
  expect((await by({ ...subscription, endpoint: 'http://push.example/1' })).status).toBe(400)
  expect((await by(bad)).status).toBe(400)
  for (const host of ['10.0.0.1', '127.0.0.2']) {
    expect((await by({ ...subscription, endpoint: `https://${host}/${newId()}` })).status).toBe(200)
    await tell(ann, 'To a private address')
    await expect.poll(() => ann.isOn()).toBe(false)
  }
})

test('an administrator can switch it off', async () => {
  const off = await startApp({ environment: { KONTOR_PUSH: 'off' } })
  const ann = await off.make.user()
  const key = off.as(ann).notifications.getPushKey()

  await expect(key).rejects.toMatchObject({ status: 503 })
})
