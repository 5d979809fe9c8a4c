import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'

const { as, anonymous, admin, make, request } = await startApp()
const password = 'correct horse battery'

test('people see where they are signed in, and end a session, but not those of others', async () => {
  const [ann, bob] = [await make.user({ password }), await make.user({ password })]
  const body = JSON.stringify({ login: ann.login, password })
  const headers = { 'content-type': 'application/json', 'user-agent': 'A browser' }
  const answer = await request('/manage/v1/session', { method: 'POST', headers, body })
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  await anonymous.access.signIn({ input: { login: bob.login, password } })
  const { sessions } = await as(ann).access.listSessions()
  const [foreign] = (await as(bob).access.listSessions()).sessions

  expect(sessions).toEqual([expect.objectContaining({ agent: 'A browser', isCurrent: false })])
  const end = (id = '') => as(ann).access.endSession({ params: { id } })
  await expect(end(foreign?.id)).rejects.toMatchObject({ status: 404 })
  const who = () => request('/manage/v1/session', { headers: { cookie } })
  expect((await who()).status).toBe(200)
  await end(sessions[0]?.id)
  expect((await who()).status).toBe(401)
  expect((await as(bob).access.listSessions()).sessions).toHaveLength(1)
})

test('people choose their language and time zone, and read their working hours', async () => {
  const ann = await make.user()
  const input = { language: 'ru', timezone: 'Europe/Riga' } as const

  expect((await as(ann).users.saveProfile({ input })).user).toMatchObject(input)
  expect((await as(ann).users.getProfile()).user).toMatchObject({ id: ann.id, ...input })
  const { entries } = await as(admin).audit.list({ input: { object: `user:${ann.id}` } })
  expect(entries[0]).toMatchObject({ type: 'user.profile_changed' })
  const wrong = as(ann).users.saveProfile({ input: { timezone: 'Nowhere/Land' } })
  await expect(wrong).rejects.toMatchObject({ status: 400 })
  const { week, zone } = await as(ann).calendars.own()
  expect({ zone, days: week.length, monday: week[0] }).toEqual({
    zone: 'UTC',
    days: 7,
    monday: ['09:00-17:00'],
  })
})
