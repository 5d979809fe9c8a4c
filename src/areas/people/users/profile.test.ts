import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { findProfile } from '../store/profiles.ts'

const { as, make, request, admin } = await startApp({ now: () => new Date('2026-03-06T15:00:00Z') })

/** Images as small as they can be: what counts is how they begin. */
const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(20)])
const JPEG = Buffer.concat([Buffer.from('\xff\xd8\xff', 'latin1'), Buffer.alloc(20)])
const content = (bytes: Buffer) => ({ content: bytes.toString('base64') })

const get = (path: string | null, user?: { token: string }, headers = {}) =>
  request(path ?? '', {
    headers: { ...(user && { authorization: `Bearer ${user.token}` }), ...headers },
  })

test('people set their working hours, and what is absent stays', async () => {
  const ann = await make.user()
  const { users } = as(ann)
  expect(await users.getProfile()).toMatchObject({ hours: null })

  const hours = { mon: ['10:00-14:00', '15:00-18:00'], sat: ['09:00-12:00'] }
  await users.saveProfile({ input: { timezone: 'Europe/Riga' } })
  await users.saveProfile({ input: { hours } })
  const saved = await users.getProfile()
  expect(saved).toMatchObject({ hours, user: { timezone: 'Europe/Riga' } })
  await users.saveProfile({ input: { hours } })
  expect((await users.saveProfile({ input: { hours: null } })).hours).toBeNull()
  const { entries: events } = await as(admin).audit.list({ input: { object: `user:${ann.id}` } })
  expect(events.filter(({ type }) => type === 'user.profile_changed')).toHaveLength(3)
})

test.each([
  ['backwards', { mon: ['12:00-09:00'] }],
  ['no day', { mon: [] }],
  ['too few', { mon: ['09:00-13:59'] }],
  ['an unknown day', { monday: ['09:00-17:00'] } as never],
])('hours are refused: %s', async (_, hours) => {
  const wrong = as(await make.user()).users.saveProfile({ input: { hours } })

  await expect(wrong).rejects.toMatchObject({ status: 400 })
})

test('own hours count in working time, in the own time zone', async () => {
  const ann = await make.user()
  const hours = { mon: ['10:00-13:00'], sat: ['10:00-12:00'] }
  await as(ann).users.saveProfile({ input: { hours, timezone: 'Asia/Tokyo' } })

  const { zone, week } = await as(ann).calendars.own()
  expect({ zone, week }).toEqual({
    zone: 'Asia/Tokyo',
    week: [['10:00-13:00'], [], [], [], [], ['10:00-12:00'], []],
  })
})

test('a photo is seen by everybody who signs in, until it is removed', async () => {
  const [ann, bob] = [await make.user(), await make.user()]
  const { user } = await as(ann).users.savePhoto({ input: content(PNG) })
  const { result } = await as(bob).users.list({ input: { filter: { __id: ann.id } as never } })
  expect(result.result[0]?.photo).toBe(user.photo)

  const seen = await get(user.photo, bob)
  expect(seen.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await seen.arrayBuffer())).toEqual(PNG)
  const etag = seen.headers.get('etag') ?? ''
  const again = await get(user.photo, bob, { 'if-none-match': etag })
  expect(again.status).toBe(304)

  await as(ann).users.savePhoto({ input: content(JPEG) })
  expect((await get(user.photo, bob)).headers.get('content-type')).toBe('image/jpeg')
  expect((await as(ann).users.deletePhoto()).user.photo).toBeNull()
  expect((await get(user.photo, bob)).status).toBe(404)
  expect((await get(user.photo)).status).toBe(401)
})

test('what a deleted user told about themselves is gone', async () => {
  const [ann, bob] = [await make.user(), await make.user()]
  const { user } = await as(ann).users.savePhoto({ input: content(PNG) })
  await as(ann).users.saveProfile({ input: { hours: { mon: ['09:00-17:00'] } } })
  await as(admin).users.remove({ params: { id: ann.id } })

  const left = await make.asSystem((ctx) => findProfile(ctx.db, ann.id))
  expect(left).toEqual({ hours: null })
  expect((await get(user.photo, bob)).status).toBe(404)
})

test.each([
  ['a page', Buffer.from('<svg onload="alert(1)"></svg>')],
  ['too much', Buffer.concat([PNG, Buffer.alloc(512 * 1024)])],
])('a photo is refused: %s', async (_, bytes) => {
  const wrong = as(await make.user()).users.savePhoto({ input: content(bytes) })

  await expect(wrong).rejects.toMatchObject({ status: 400 })
})
