import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import type { EventType } from '../../lib/event-types.ts'
import { newId } from '../../lib/ids.ts'

let time = Date.parse('2026-03-02T09:00:00Z')
const { as, admin, make, request } = await startApp({ now: () => new Date(time) })

type AuditFilter = NonNullable<Parameters<ReturnType<typeof as>['audit']['list']>[0]>['input']
const list = async (input: AuditFilter) => (await as(admin).audit.list({ input })).entries

const emit = (type: EventType, object: string) =>
  make.asSystem((ctx) => ctx.emit({ type, object, data: { a: 1 } }))

const STEPS: EventType[] = [
  'task.created',
  'task.reassigned',
  'task.percent_changed',
  'task.dates_changed',
  'task.closed',
]

test('the newest comes first, in pages that do not overlap', async () => {
  const object = `thing:${newId()}`
  for (const type of STEPS) await emit(type, object)

  const first = await list({ object, size: 2 })
  const second = await list({ object, size: 2, before: first.at(-1)?.position })
  const third = await list({ object, size: 2, before: second.at(-1)?.position })

  expect([first, second, third].map((page) => page.map(({ type }) => type))).toEqual([
    ['task.closed', 'task.dates_changed'],
    ['task.percent_changed', 'task.reassigned'],
    ['task.created'],
  ])
})

test('a type is found as a whole or by its beginning', async () => {
  const object = `thing:${newId()}`
  for (const type of ['task.closed', 'task.created', 'token.created'] as const)
    await emit(type, object)
  const types = async (type: string) => (await list({ object, type })).map((entry) => entry.type)

  expect(await types('task.closed')).toEqual(['task.closed'])
  expect(await types('task.*')).toEqual(['task.created', 'task.closed'])
  expect(await types('*')).toHaveLength(3)
  expect(await types('%')).toEqual([])
})

test('pages by after lead through the whole log once', async () => {
  const object = `thing:${newId()}`
  for (const type of STEPS) await emit(type, object)

  const types: string[] = []
  for (let after: string | null = ''; after !== null; ) {
    const page = await as(admin).audit.list({ input: { object, size: 2, after } })
    types.push(...page.entries.map(({ type }) => type))
    after = page.after ?? null
  }

  expect(types).toEqual(STEPS.toReversed())
})

test('entries are found by time and by who did it', async () => {
  const object = `thing:${newId()}`
  await emit('task.created', object)
  time += 60_000
  const since = new Date(time).toISOString()
  await emit('task.closed', object)

  expect(await list({ object, since })).toMatchObject([{ type: 'task.closed', at: since }])
  expect(await list({ object, until: since })).toMatchObject([{ type: 'task.created' }])
  expect(await list({ object, actor: admin.id })).toEqual([])
})

test('entries are found by the workspace and the app they are about', async () => {
  const object = `thing:${newId()}`
  const happen = (type: EventType, place: { namespace: string; code?: string }) =>
    make.asSystem((ctx) => ctx.emit({ type, object, data: {}, ...place }))
  await happen('app.item.created', { namespace: 'crm', code: 'deals' })
  await happen('app.item.updated', { namespace: 'crm', code: 'leads' })
  await happen('app.item.deleted', { namespace: 'desk', code: 'deals' })
  const types = async (place: AuditFilter) =>
    (await list({ object, ...place })).map((entry) => entry.type)

  expect(await types({ namespace: 'crm' })).toEqual(['app.item.updated', 'app.item.created'])
  expect(await types({ namespace: 'crm', code: 'deals' })).toEqual(['app.item.created'])
})

test('only administrators read it', async () => {
  const call = as(await make.user()).audit.list()

  await expect(call).rejects.toMatchObject({ status: 403 })
})

test.each([
  'size=0',
  'size=1001',
  'size=x',
  'before=1e300',
  'before=9223372036854775808',
  'since=yesterday',
  'since=2026-13-01T00:00:00Z',
  'actor=me',
  'object=%00',
  'object=a&object=b',
])('the question %s is refused', async (query) => {
  const answer = await request(`/manage/v1/audit?${query}`, { headers: { 'x-token': admin.token } })

  expect(answer.status).toBe(400)
})
