import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { appSolution, startSolutions } from '../../../test/solution.ts'
import { jobOn } from '../../platform/jobs/runner.ts'
import { runImport } from './importing/run.ts'

const MOST = 4
const clock = { ahead: 0 }
const { app, as, admin, make, apply, request } = await startSolutions(
  { KONTOR_TAKEN_VALUES: String(MOST) },
  () => new Date(Date.now() + clock.ahead),
)
const [writer, reader] = [
  await make.user({ login: 'writer' }),
  await make.user({ login: 'reader' }),
]
const APP = `name: Cards
fields:
  number: { name: Number, type: STRING, unique: true }
rights:
  user:writer: [create, update, import]
  user:reader: [create, read]
`
await apply(appSolution('bank', 'cards', APP))
const params = { namespace: 'bank', code: 'cards' }
type User = typeof admin
const create = (user: User, context: Record<string, unknown>) =>
  as(user).apps.createItem({ params, input: { context } })
const { item } = await create(admin, { number: '4000', __externalId: 'crm-1' })

/** After an hour everything begins again. */
const later = () => {
  clock.ahead += 3_600_001
}
const counted = async () => {
  const text = await (
    await request('/metrics', { headers: { authorization: `Bearer ${admin.token}` } })
  ).text()
  const of = (kind: string) =>
    Number(new RegExp(`^kontor_hidden_conflicts_total{kind="${kind}"} (\\d+)`, 'm').exec(text)?.[1])
  return { item: of('item'), body: of('body') }
}
const body = async (user: User, hash: string) =>
  as(user).disk.uploadTemporary({ input: { hash }, file: new Uint8Array([1]) })

const hash = randomUUID()

test.each<[string, 'item' | 'body', (user: User) => Promise<unknown>]>([
  ['a unique value', 'item', (user) => create(user, { number: '4000' })],
  ['an external id', 'item', (user) => create(user, { __externalId: 'crm-1' })],
  ['an id', 'item', (user) => create(user, { __id: item.__id })],
  [
    'a batch',
    'item',
    async (user) => {
      const { items } = await as(user).apps.upsertItems({
        params,
        input: { key: 'number', items: [{ context: { number: '4000' } }] },
      })
      expect(items).toMatchObject([{ status: expect.not.stringMatching('created') }])
      throw Object.assign(new Error(), { status: 400 })
    },
  ],
  ['an upload hash', 'body', (user) => body(user, hash)],
])(
  '%s that is taken by something hidden is counted, and told so many times an hour',
  async (_, kind, probe) => {
    later()
    await body(admin, hash)
    const before = await counted()

    const statuses: number[] = []
    for (let at = 0; at < MOST; at++) {
      await probe(writer).catch(({ status }) => statuses.push(status))
    }

    expect(statuses).toHaveLength(MOST)
    // Of many values at once, none are told if the last of them is one too many.
    expect(statuses.slice(0, -1)).not.toContain(429)
    await expect(probe(writer)).rejects.toMatchObject({ status: 429 })
    // The same answer for what nobody has: it tells nothing.
    const free =
      kind === 'item' ? create(writer, { number: randomUUID() }) : body(writer, randomUUID())
    await expect(free).rejects.toMatchObject({
      status: 429,
      message: expect.stringContaining('taken values'),
    })
    expect((await counted())[kind]).toBe(before[kind] + MOST)
    later()
    await body(admin, hash)
    await expect(probe(writer)).rejects.not.toMatchObject({ status: 429 })
  },
)

test('a clock that is set back keeps nobody waiting', async () => {
  later()
  const probe = () => create(writer, { number: '4000' })
  for (let at = 0; at < MOST; at++) await expect(probe()).rejects.toMatchObject({ status: 400 })
  await expect(probe()).rejects.toMatchObject({ status: 429 })

  clock.ahead -= 60_000

  await expect(probe()).rejects.toMatchObject({ status: 400 })
})

test('whoever may read all items is told as often as they ask', async () => {
  const before = await counted()

  for (let at = 0; at < MOST + 2; at++) {
    await expect(create(reader, { number: '4000' })).rejects.toMatchObject({ status: 400 })
  }

  expect(await counted()).toEqual(before)
})

async function importNumbers(
  numbers: readonly string[],
  params: { namespace: string; code: string },
) {
  const fileHash = randomUUID()
  await as(writer).disk.uploadTemporary({
    input: { hash: fileHash },
    file: new Uint8Array(Buffer.from(`number\n${numbers.join('\n')}\n`)),
  })
  const { importId } = await as(writer).apps.importItems({ params, input: { fileHash } })
  await runImport(jobOn(app.platform, app.platform.log), { id: importId })
  return as(admin).apps.importStatus({ params, input: { importId } })
}

test('whoever may read the item that has the value is told as often as they ask', async () => {
  later()
  await apply(
    appSolution('shop', 'notes', `${APP.replace('Cards', 'Notes')}  "role:author": [read]\n`),
  )
  const params = { namespace: 'shop', code: 'notes' }
  const write = (user: User, context: Record<string, unknown>) =>
    as(user).apps.createItem({ params, input: { context } })
  const { item: first } = await write(writer, { number: 'n1', __externalId: 'x1' })
  const { item: second } = await write(writer, { number: 'n2' })
  await write(admin, { number: 'hidden' })
  const before = await counted()

  const numbers = Array.from({ length: MOST + 1 }, () => 'n1')
  for (const number of numbers) {
    await expect(write(writer, { number })).rejects.toMatchObject({ status: 400 })
  }
  await expect(write(writer, { __externalId: 'x1' })).rejects.toMatchObject({ status: 400 })
  await expect(write(writer, { __id: first.__id })).rejects.toMatchObject({ status: 400 })
  const change = (number: string) =>
    as(writer).apps.updateItem({
      params: { ...params, id: second.__id },
      input: { context: { number } },
    })
  await expect(change('n1')).rejects.toMatchObject({ status: 400 })
  const status = await importNumbers(numbers, params)
  expect(status).toMatchObject({ status: 'complete', failed: numbers.length })
  expect(await counted()).toEqual(before)

  await expect(write(writer, { number: 'hidden' })).rejects.toMatchObject({ status: 400 })
  await expect(change('hidden')).rejects.toMatchObject({ status: 400 })
  expect(await importNumbers(['hidden'], params)).toMatchObject({ failed: 1 })
  expect(await counted()).toEqual({ ...before, item: before.item + 3 })
})

test('a table of guesses ends the import', async () => {
  later()
  const numbers = Array.from({ length: 50 }, (_, at) => `5000-${at}`)
  for (const number of numbers) await create(admin, { number })

  expect(await importNumbers(numbers, params)).toMatchObject({
    status: 'failed',
    errors: [{ message: expect.stringContaining('taken by items that you may not read') }],
  })
})
