import { expect, test } from 'vitest'
import { startTransitions } from '../../../test/transitions.ts'
import { newId } from '../../lib/ids.ts'
import { contracts as contractOperations } from '../contracts/operations.ts'
import { apps as appOperations } from './operations.ts'

const { as, admin, create, editor, get, load, params, place, run, statusOf, visitor } =
  await startTransitions()

type User = typeof admin
type Item = { __id: string; __status?: unknown }
const statusIn = ({ __status }: Item) => (__status as { status: number }).status

/** One way to give an item a status, as one caller; answers the status it has afterwards. */
type Way = (by: User) => Promise<number | undefined>

const DRAFT = 1
const APPROVAL = 2
const ACTIVE = 4

/** An item of whoever tries, in its first status. */
const withDraft =
  (change: (by: User, id: string) => Promise<unknown>): Way =>
  async (by) => {
    const id = await create({}, by)
    await change(by, id).catch(() => undefined)
    return statusOf(id)
  }

/** Those that are to move an item from draft to approval, or to make an active one. */
const moving: Record<string, { way: Way; to: number }> = {
  'apps.setStatus': {
    way: withDraft((by, id) =>
      as(by).apps.setStatus({ params: { ...params, id }, input: { status: 'approval' } }),
    ),
    to: APPROVAL,
  },
  'apps.changeMany': {
    way: withDraft((by, id) =>
      as(by).apps.changeMany({ params, input: { ids: [id], change: { status: 'approval' } } }),
    ),
    to: APPROVAL,
  },
  'apps.importItems': {
    way: withDraft((by, id) => load(by, `__id,__status\n${id},approval\n`)),
    to: APPROVAL,
  },
  'apps.importItems, a new item': {
    way: async (by) => {
      const title = `new of ${by.login}`
      await load(by, `title,__status\n${title},active\n`)
      const { result } = (
        await as(admin).apps.listItems({ params, input: { filter: { tf: { title } } } })
      ).result
      return result[0] && statusIn(result[0])
    },
    to: ACTIVE,
  },
  'apps.createItem': {
    way: async (by) => {
      const { groupItems } = await as(by).apps.statusSettings({ params })
      const statusGroupId = groupItems.find(({ code }) => code === 'life')?.id ?? ''
      const made = await as(by)
        .apps.createItem({ params, input: { context: {}, statusGroupId } })
        .catch(() => undefined)
      return made && statusIn(made.item)
    },
    to: ACTIVE,
  },
  'apps.createItem, in a status': {
    way: async (by) => {
      const made = await as(by)
        .apps.createItem({ params, input: { context: {}, status: 'active' } })
        .catch(() => undefined)
      return made && statusIn(made.item)
    },
    to: ACTIVE,
  },
}

const whole = { __status: { order: 0, status: ACTIVE }, title: 'sent back whole' }

/** Those in which a status is not read at all: clients post whole items back. */
const ignoring: Record<string, Way> = {
  'apps.updateItem': withDraft((by, id) =>
    as(by).apps.updateItem({ params: { ...params, id }, input: { context: whole } }),
  ),
  'apps.upsertItems': withDraft(async (by, id) => {
    await as(by).apps.updateItem({
      params: { ...params, id },
      input: { context: { __externalId: id } },
    })
    const items = [{ context: { ...whole, __externalId: id } }]
    return as(by).apps.upsertItems({ params, input: { items } })
  }),
  'apps.createItems': async (by) => {
    const items = [{ ...params, context: whole }]
    const made = await as(by).apps.createItems({ input: { items } })
    return made.items[0] && statusIn(made.items[0])
  },
  'contracts.updateItem': withDraft((by, id) =>
    as(by).contracts.updateItem({
      params: { namespace: 'law', code: 'texts', id },
      input: { context: { ...whole, name: 'x' } },
    }),
  ),
  'contracts.createItem': async (by) => {
    const { item } = await as(by).contracts.createItem({
      params: { namespace: 'law', code: 'texts' },
      input: { context: { ...whole, name: 'x' } },
    })
    return statusOf(item.__id)
  },
  'apps.deleteItem': withDraft((by, id) => as(by).apps.deleteItem({ params: { ...params, id } })),
  'apps.restoreItem': withDraft((by, id) => as(by).apps.restoreItem({ params: { ...params, id } })),
  'apps.makeDocument': withDraft((by, id) =>
    as(by).apps.makeDocument({ params: { ...params, id }, input: { template: newId() } }),
  ),
}

test.each(Object.entries(moving))('%s obeys the transitions', async (_, { way, to }) => {
  const refused = await way(visitor)
  const done = await way(editor)

  expect([DRAFT, undefined]).toContain(refused)
  expect(done).toBe(to)
})

test.each(Object.entries(ignoring))('%s gives no status', async (_, way) => {
  expect(await way(visitor)).toBe(DRAFT)
  expect(await way(editor)).toBe(DRAFT)
})

test('every operation that writes items is in one of the two tables', () => {
  const writing = Object.entries({ apps: appOperations, contracts: contractOperations }).flatMap(
    ([area, operations]) =>
      Object.entries(operations)
        .filter(([, { writes }]) => writes)
        .map(([name]) => `${area}.${name}`),
  )

  const covered = [...Object.keys(moving), ...Object.keys(ignoring)]
  expect(writing.filter((name) => !covered.includes(name))).toEqual([])
})

test('a step of a process obeys too, and is an incident that says why', async () => {
  const id = await create()

  const { __id: instance } = await run(admin, 'send', id)

  expect(await statusOf(id)).toBe(DRAFT)
  const { incidents } = await as(admin).bpm.listIncidents({ input: { instance } })
  expect(incidents).toMatchObject([
    { element: 'step', message: expect.stringContaining('only by group "Editors"') },
  ])
})

test('what is left to processes is done by a process and by nobody else', async () => {
  const id = await create()
  await place(id, APPROVAL)
  const refused = as(admin).apps.setStatus({
    params: { ...params, id },
    input: { status: 'active' },
  })
  await expect(refused).rejects.toMatchObject({ code: 'forbidden' })

  await run(admin, 'finish', id)

  expect(await statusOf(id)).toBe(ACTIVE)
})

test('a step that writes fields leaves the status alone', async () => {
  const id = await create()

  await run(admin, 'rewrite', id)

  expect((await get(id)).item).toMatchObject({ title: 'active', __status: { status: DRAFT } })
})
