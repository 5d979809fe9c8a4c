import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { newId } from '../../../lib/ids.ts'
import { actingFor, substitutesOf } from './service.ts'

let time = Date.parse('2026-03-02T09:00:00Z')
const { as, admin, make, anonymous } = await startApp({ now: () => new Date(time) })

const HOUR = 3_600_000
const at = (hours: number) => new Date(time + hours * HOUR).toISOString()
const acting = (user: { id: string }) => make.asSystem((ctx) => actingFor(ctx, user.id))
const pair = async () => [await make.user(), await make.user()] as const

test('somebody stands in from one moment to another', async () => {
  const [ann, bob] = await pair()
  const input = { substitute: bob.id, startsAt: at(1), endsAt: at(3), note: 'holiday' }

  const { substitution } = await as(ann).substitutions.create({ input })

  expect(substitution).toMatchObject({ absent: ann.id, ...input, endedAt: null, createdBy: ann.id })
  expect(await acting(bob)).toEqual([])
  time += HOUR
  expect(await acting(bob)).toEqual([ann.id])
  expect(await make.asSystem((ctx) => substitutesOf(ctx, ann.id))).toEqual([bob.id])
  expect(await acting(ann)).toEqual([])
  time += 2 * HOUR
  expect(await acting(bob)).toEqual([])
})

test('without times it holds from now until somebody ends it', async () => {
  const [ann, bob] = await pair()
  const { substitution } = await as(ann).substitutions.create({ input: { substitute: bob.id } })
  const params = { id: substitution.id }
  time += 1000 * HOUR
  expect(await acting(bob)).toEqual([ann.id])

  const ended = await as(ann).substitutions.end({ params })

  expect(ended.substitution.endedAt).toBe(new Date(time).toISOString())
  expect(await acting(bob)).toEqual([])
  time += HOUR
  expect((await as(ann).substitutions.end({ params })).substitution).toEqual(ended.substitution)
  const { entries } = await as(admin).audit.list({ input: { object: `substitution:${params.id}` } })
  expect(entries.map(({ type }) => type)).toEqual(['substitution.ended', 'substitution.created'])
})

test('several may stand in at the same time, and one for several', async () => {
  const [ann, bob] = await pair()
  const [carl, dora] = await pair()
  await as(ann).substitutions.create({ input: { substitute: carl.id } })
  await as(ann).substitutions.create({ input: { substitute: dora.id, endsAt: at(1) } })
  await as(ann).substitutions.create({ input: { substitute: dora.id, endsAt: at(2) } })
  await as(bob).substitutions.create({ input: { substitute: carl.id } })

  expect(await acting(carl)).toEqual([ann.id, bob.id].toSorted())
  expect(await acting(dora)).toEqual([ann.id])
  expect(await make.asSystem((ctx) => substitutesOf(ctx, ann.id))).toEqual(
    [carl.id, dora.id].toSorted(),
  )
})

test('who is blocked or deleted does not stand in', async () => {
  const [ann, bob] = await pair()
  await as(ann).substitutions.create({ input: { substitute: bob.id } })

  await as(admin).users.block({ params: { id: bob.id } })

  expect(await make.asSystem((ctx) => substitutesOf(ctx, ann.id))).toEqual([])
  const call = as(ann).substitutions.create({ input: { substitute: bob.id } })
  await expect(call).rejects.toMatchObject({ status: 404 })
})

test('a user cannot substitute for themselves, for nobody, or backwards in time', async () => {
  const [ann, bob] = await pair()
  const wrong = [
    { input: { substitute: ann.id }, status: 400, path: 'substitute' },
    { input: { substitute: bob.id, endsAt: at(-1) }, status: 400, path: 'endsAt' },
    { input: { substitute: bob.id, startsAt: at(3), endsAt: at(2) }, status: 400, path: 'endsAt' },
    { input: { substitute: newId() }, status: 404, path: 'user' },
  ]

  for (const { input, status, path } of wrong) {
    const call = as(ann).substitutions.create({ input })
    await expect(call).rejects.toMatchObject({ status, message: expect.stringContaining(path) })
  }
})

test('everybody manages their own, administrators all', async () => {
  const [ann, bob] = await pair()
  const eve = await make.user()
  const { substitution } = await as(ann).substitutions.create({ input: { substitute: bob.id } })
  const params = { id: substitution.id }
  const input = { absent: ann.id, substitute: eve.id }

  const refused = [
    () => as(eve).substitutions.create({ input }),
    () => as(eve).substitutions.list({ input: { user: ann.id } }),
    () => as(eve).substitutions.list({ input: { user: 'all' } }),
  ]
  for (const call of refused) await expect(call()).rejects.toMatchObject({ status: 403 })
  for (const user of [eve, bob]) {
    await expect(as(user).substitutions.end({ params })).rejects.toMatchObject({ status: 404 })
  }
  await expect(anonymous.substitutions.list({})).rejects.toMatchObject({ status: 401 })
  await as(admin).substitutions.create({ input })
  expect((await as(admin).substitutions.end({ params })).substitution.endedAt).not.toBeNull()
})

test('lists show where one is absent and where one stands in', async () => {
  const [ann, bob] = await pair()
  const first = await as(ann).substitutions.create({ input: { substitute: bob.id } })
  await as(ann).substitutions.end({ params: { id: first.substitution.id } })
  const second = await as(ann).substitutions.create({ input: { substitute: bob.id } })
  const ids = async (user: typeof ann, input: { current?: 'true'; user?: string } = {}) =>
    (await as(user).substitutions.list({ input })).substitutions.map(({ id }) => id)

  expect(await ids(ann)).toEqual([second.substitution.id, first.substitution.id])
  expect(await ids(bob)).toEqual([second.substitution.id, first.substitution.id])
  expect(await ids(bob, { current: 'true' })).toEqual([second.substitution.id])
  const others = await as(admin).substitutions.list({ input: { user: ann.id } })
  expect(others.substitutions).toHaveLength(2)
  const all = await as(admin).substitutions.list({ input: { user: 'all' } })
  expect(all.substitutions.length).toBeGreaterThan(2)
})
