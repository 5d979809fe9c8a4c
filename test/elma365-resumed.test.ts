import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { newId } from '../src/lib/ids.ts'
import { startProcess } from './server-process.ts'
import { expectEqualItems, startTwoSystems } from './two-systems.ts'

const { source, target, bring, args, environment, state } = await startTwoSystems()
/** A call for each item would be most of the run. */
const QUICK = ['--without', 'feeds', 'registrations', 'sheets']
const there = source.as(source.admin)
const COMPANIES = { namespace: 'crm', code: 'companies' }
const COUNT = 2000

const ids = Array.from({ length: COUNT }, () => newId())
const create = (some: readonly string[]) =>
  there.apps.createItems({
    input: {
      items: some.map((id, at) => ({
        ...COMPANIES,
        context: { __id: id, title: `Company ${at}`, parent: [some[(at + 1) % some.length]] },
      })),
    },
  })
for (let at = 0; at < COUNT; at += 500) await create(ids.slice(at, at + 500))
await source.make.change(`update ws_crm.companies set "__updatedAt" = '2020-01-01',
  "__version" = 1577836800 where "__index" > 100`)

/** How many items of the run have come, as its file says. */
async function passed(): Promise<number> {
  const text = await readFile(state, 'utf8').catch(() => '{}')
  return JSON.parse(text).run?.places['crm/companies']?.index ?? 0
}

test('a run that is killed three times goes on where it was', async () => {
  for (const _ of [1, 2, 3]) {
    const before = await passed()
    const { child, ended } = startProcess([...args, ...QUICK, '--page-size', '20'], environment)
    await expect.poll(passed, { interval: 5 }).toBeGreaterThan(before)
    child.kill('SIGKILL')
    await ended()
    expect(child.signalCode).toBe('SIGKILL')
  }
  const before = await passed()

  const { report } = await bring(...QUICK, '--page-size', '200')

  expect(before).toBeLessThan(COUNT)
  expect(report).toMatchObject({ run: 1, isResumed: true, isEqual: true })
  // At most the page that was stored when it was killed came again.
  const { created, unchanged } = report.counts['items of crm/companies']
  expect(unchanged).toBeLessThanOrEqual(3 * 20)
  expect(created).toBeGreaterThanOrEqual(COUNT - 3 * 20)
  expect(report.problems.map(({ kind }: { kind: string }) => kind)).toContain('groups')
  await expectEqualItems(source, target)
}, 240_000)

test('the next run brings only what was changed since', async () => {
  const [changed, deleted, made] = [ids.slice(1000, 1300), ids.slice(1300, 1400), 100]
  await there.apps.changeMany({
    params: COMPANIES,
    input: { ids: changed, change: { context: { text: 'changed' } } },
  })
  await there.apps.changeMany({
    params: COMPANIES,
    input: { ids: deleted, change: { delete: true } },
  })
  await create(Array.from({ length: made }, () => newId()))

  const { report } = await bring(...QUICK, '--page-size', '200')

  expect(report).toMatchObject({
    ...{ run: 2, since: { 'crm/companies': expect.any(String) }, isEqual: true },
  })
  const { created, updated, unchanged } = report.counts['items of crm/companies']
  expect({ created, updated }).toEqual({ created: made, updated: 400 })
  expect(unchanged).toBeLessThanOrEqual(100)
  await expectEqualItems(source, target)
}, 240_000)
