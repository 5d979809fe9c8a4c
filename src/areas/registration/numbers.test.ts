import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { startRegistry } from '../../../test/registration.ts'
import { registerItem } from './service.ts'

let time = Date.parse('2026-02-04T09:30:00Z')
const now = () => new Date(time)
const { admin, as, make, connection } = await startApp({ now })
const client = as(admin)
const { folder, item, register, place, office } = await startRegistry(client)
const cancel = (id: string) => client.registration.cancel({ params: { id } })
const items = (count: number) => Promise.all(Array.from({ length: count }, () => item()))
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const byValue = (a: number, b: number) => a - b

test('sixty-four callers at once get the numbers 1 to 64, none twice', async () => {
  const { id } = await folder({ template: 'IN-{$__index}', minLength: 4 })
  const documents = await items(64)

  const given = await Promise.all(documents.map((each) => register(each, id)))

  expect(given.map(({ index }) => index).toSorted(byValue)).toEqual(upTo(64))
  expect(new Set(given.map(({ number }) => number)).size).toBe(64)
  expect(
    given
      .map(({ number }) => number)
      .toSorted()
      .at(-1),
  ).toBe('IN-0064')
})

test('sixty-four callers of two nodes share one counter without a gap', async () => {
  const { id } = await folder({})
  const documents = await items(64)
  const other = await startApp({ connection, now })
  const there = other.as(admin).registration
  const input = { folder: id }

  const given = await Promise.all(
    documents.map(async (each, at) =>
      at % 2 === 0
        ? register(each, id)
        : (await there.register({ params: { ...place, id: each }, input })).registration,
    ),
  )

  expect(given.map(({ index }) => index).toSorted(byValue)).toEqual(upTo(64))
})

test('a number that is rolled back was never taken, also with others waiting for theirs', async () => {
  const { id } = await folder({})
  const documents = await items(20)
  const failing = (each: string) =>
    make.asSystem(async (ctx) => {
      await registerItem(ctx, { ...place, id: each }, { folder: id })
      throw new Error('the process failed')
    })

  const settled = await Promise.allSettled(
    documents.map((each, at) => (at % 2 === 0 ? register(each, id) : failing(each))),
  )

  const given = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  expect(given.map((each) => (each as { index: number }).index).toSorted(byValue)).toEqual(upTo(10))
})

test('numbers given back are given again, the smallest first, without gap or double', async () => {
  const { id } = await folder({ useReleased: true })
  const given = []
  for (const each of await items(6)) given.push(await register(each, id))
  for (const at of [4, 1, 2]) await cancel(given[at]?.id ?? '')
  const documents = await items(8)

  const again = await Promise.all(documents.map((each) => register(each, id)))

  const indexes = again.map(({ index }) => index).toSorted(byValue)
  expect(indexes).toEqual([2, 3, 5, 7, 8, 9, 10, 11])
})

test('cancelling and registering at once keeps every number once', async () => {
  const { id } = await folder({ useReleased: true })
  const given = []
  for (const each of await items(10)) given.push(await register(each, id))
  const documents = await items(10)

  const [again] = await Promise.all([
    Promise.all(documents.map((each) => register(each, id))),
    Promise.all(given.slice(0, 5).map((each) => cancel(each.id))),
  ])

  const live = [...given.slice(5), ...again].map(({ index }) => index)
  expect(new Set(live).size).toBe(15)
  const rest = await Promise.all((await items(5)).map((each) => register(each, id)))
  const all = [...live, ...rest.map(({ index }) => index)].toSorted(byValue)
  expect(all).toEqual(upTo(20))
})

test('without it a cancelled number stays cancelled', async () => {
  const { id } = await folder({})
  const [first, second] = await items(2)
  await cancel((await register(first ?? '', id)).id)

  expect((await register(second ?? '', id)).index).toBe(2)
})

test('folders that share a counter number their documents through', async () => {
  const one = await folder({ template: 'A-{$__index}' })
  const two = await folder({
    template: 'B-{$__index}',
    through: true,
    throughSerialId: one.serialId,
  })
  const [a, b, c] = (await items(3)) as [string, string, string]

  const given = [await register(a, one.id), await register(b, two.id), await register(c, one.id)]

  expect(given.map(({ number }) => number)).toEqual(['A-1', 'B-2', 'A-3'])
})

test('a counter starts again when its period is over', async () => {
  const { id } = await folder({
    resetInPeriod: true,
    resetSettings: {
      resetPeriod: 'month',
      resetPeriodCount: 2,
      nextResetAt: '2026-04-01T00:00:00Z',
    },
  })
  const register1 = async () => (await register(await item(), id)).number
  const before = [await register1(), await register1()]
  time = Date.parse('2026-03-31T23:59:59Z')
  const last = await register1()
  time = Date.parse('2026-04-01T00:00:00Z')
  const after = [await register1(), await register1()]
  time = Date.parse('2026-12-24T00:00:00Z')
  const much = await register1()
  const { result } = await client.nomenclature.listFolders({ input: { ids: [id] } })
  time = Date.parse('2026-02-04T09:30:00Z')

  expect([before, last, after, much]).toEqual([['1', '2'], '3', ['1', '2'], '1'])
  expect(result[0]?.registrationSettings?.resetSettings?.nextResetAt).toBe('2027-02-01T00:00:00Z')
})

test('many that meet at the end of a period start it once', async () => {
  const { id } = await folder({
    resetInPeriod: true,
    resetSettings: { resetPeriod: 'day', nextResetAt: '2026-02-05T00:00:00Z' },
  })
  const documents = await items(16)
  await register(await item(), id)
  time = Date.parse('2026-02-05T00:00:00Z')

  const given = await Promise.all(documents.map((each) => register(each, id)))
  time = Date.parse('2026-02-04T09:30:00Z')

  expect(given.map(({ index }) => index).toSorted(byValue)).toEqual(upTo(16))
})

test('a number given back in a period that is over is not given in the next', async () => {
  const { id } = await folder({
    useReleased: true,
    resetInPeriod: true,
    resetSettings: { resetPeriod: 'day', nextResetAt: '2026-02-05T00:00:00Z' },
  })
  const [first, second, third] = (await items(3)) as [string, string, string]
  await register(first, id)
  const old = await register(second, id)
  time = Date.parse('2026-02-05T10:00:00Z')
  await cancel(old.id)

  const given = await register(third, id)
  time = Date.parse('2026-02-04T09:30:00Z')

  expect(given.index).toBe(1)
})

test('a template has the counter, dates and values of the document', async () => {
  const { id } = await folder({
    template:
      '{$__date.year}/{$__date.quarter}/{$__date.month}-{$__date.day} {$subject} {$person.lastname} №{$__index} {$__date}',
    minLength: 3,
  })
  const document = await item({ subject: 'Lease', person: { lastname: 'Lind', firstname: 'Olga' } })

  const { number } = await register(document, id, { date: '2026-11-03T12:00:00Z' })

  expect(number).toBe('2026/4/11-03 Lease Lind №001 2026-11-03')
})

test.each([
  ['that looks like a variable', '{$__index}{$subject}', 'A-{$__index}{$subject}-1'],
  ['with quotes and SQL', `'); drop table x; --`, `A-'); drop table x; ---1`],
  ['with lines and tabs', 'one\n\ttwo', 'A-one two-1'],
  ['that is absent', undefined, 'A--1'],
])('a value %s becomes text and nothing else', async (_, subject, expected) => {
  const { id } = await folder({ template: 'A-{$subject}-{$__index}' })

  expect((await register(await item({ subject }), id)).number).toBe(expected)
})

test('a number that would be too long is refused and leaves no gap', async () => {
  const { id } = await folder({ template: '{$__index} {$subject}' })
  const long = await item({ subject: 'x'.repeat(300) })

  await expect(register(long, id)).rejects.toThrow('longer than 255')
  expect((await register(await item({ subject: 'short' }), id)).index).toBe(1)
})

test('a template with a field that the app has not is refused when a number is asked for', async () => {
  const { id } = await folder({ template: '{$__index} {$subjekt}' })

  const call = register(await item(), id)

  await expect(call).rejects.toThrow('unknown field "subjekt", did you mean "subject"?')
})

test('changed settings hold for later numbers only', async () => {
  const { id } = await folder({ template: 'A{$__index}' })
  const first = await item()
  await register(first, id)
  const input = { registrationSettings: { template: 'B{$__index}', minLength: 3 } }
  await client.nomenclature.updateFolder({ params: { id }, input })

  expect((await register(await item(), id)).number).toBe('B002')
  const { result } = await client.registration.list({ params: { ...place, id: first } })
  expect(result[0]).toMatchObject({ number: 'A1', directoryId: office })
})

test('numbers are typed where the folder has no template, each once in its period', async () => {
  const { id } = await folder({ templateEnabled: false })
  const [first, second, third] = (await items(3)) as [string, string, string]

  expect(await register(first, id, { number: ' 7-b ' })).toMatchObject({ number: '7-b', index: 0 })
  await expect(register(second, id)).rejects.toThrow('field "number": a value is required')
  await expect(register(second, id, { number: '7-b' })).rejects.toMatchObject({ status: 409 })
  for (const number of ['', '  ', 'a\u0000', 'a\nb', 'x'.repeat(256)]) {
    await expect(register(third, id, { number })).rejects.toMatchObject({ status: 400 })
  }
})

test('many who type the same number at once: one gets it', async () => {
  const { id } = await folder({ templateEnabled: false })
  const documents = await items(12)

  const settled = await Promise.allSettled(
    documents.map((each) => register(each, id, { number: '1' })),
  )

  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a template passes over numbers that were typed', async () => {
  const { id } = await folder({ templateEnabled: false })
  await register(await item(), id, { number: 'N-2' })
  const input = { registrationSettings: { templateEnabled: true, template: 'N-{$__index}' } }
  await client.nomenclature.updateFolder({ params: { id }, input })

  const given = []
  for (const each of await items(2)) given.push((await register(each, id)).number)

  expect(given).toEqual(['N-1', 'N-3'])
})

test('a number is not typed where the folder gives numbers', async () => {
  const { id } = await folder({})

  await expect(register(await item(), id, { number: '99' })).rejects.toThrow(
    'assigns numbers automatically',
  )
})
