import { expect, test } from 'vitest'
import { newId } from '../src/lib/ids.ts'
import { startProcess } from './server-process.ts'
import { startTap, type Tapped } from './tap.ts'
import { itemsIn, startTwoSystems } from './two-systems.ts'

const { source, target, bring, args, environment } = await startTwoSystems()
const [portal, into] = [await startTap(source.address), await startTap(target.address)]
const SIZE = 20
const PAGES = 30
const THROUGH = [
  ...['--portal', portal.address, '--into', into.address, '--page-size', `${SIZE}`],
  // A call for each item would be most of the run.
  ...['--without', 'feeds', 'registrations', 'sheets', '--samples', '0'],
]

await source.as(source.admin).apps.createItems({
  input: {
    items: Array.from({ length: SIZE * PAGES }, (_, at) => ({
      ...{ namespace: 'crm', code: 'companies' },
      context: { __id: newId(), title: `Company ${at}` },
    })),
  },
})

/** What a page of companies comes after; undefined = it is another request. */
const pageOf = ({ path, body }: Tapped): string | undefined =>
  path === '/pub/v1/app/crm/companies/list' ? JSON.parse(body).after : undefined

const pagesAsked = () => portal.requests.map(pageOf).filter((page) => page !== undefined)

/** The ids of the items that a request stores. */
function idsIn({ path, body }: Tapped): string[] {
  if (path !== '/manage/v1/transfer') return []
  const { kind, rows } = JSON.parse(body)
  return kind === 'items' ? rows.map(({ __id }: { __id: string }) => __id) : []
}

test('a run that is killed brings at most one page again', async () => {
  const { child, ended } = startProcess([...args, ...THROUGH], environment)
  let pages = 0
  into.watch({
    // The page is stored, and the run never learns of it.
    onAnswer: (request) => {
      if (idsIn(request).length > 0 && ++pages === PAGES / 2) child.kill('SIGKILL')
    },
  })
  await ended()
  const [asked, sent] = [pagesAsked(), into.requests.flatMap(idsIn)]
  portal.watch({})
  into.watch({})

  const { report } = await bring(...THROUGH)

  expect(child.signalCode).toBe('SIGKILL')
  expect(report).toMatchObject({ run: 1, isResumed: true, isEqual: true })
  const twice = into.requests.flatMap(idsIn).filter((id) => sent.includes(id))
  expect(twice.length).toBeGreaterThan(0)
  expect(twice.length).toBeLessThanOrEqual(SIZE)
  // That page, and the one that was read while it was stored.
  expect(pagesAsked().filter((page) => asked.includes(page)).length).toBeLessThanOrEqual(2)
  expect(report.counts['items of crm/companies']).toMatchObject({
    ...{ created: SIZE * PAGES - twice.length, updated: 0, unchanged: twice.length },
  })
  expect(await itemsIn(target, 'companies')).toEqual(await itemsIn(source, 'companies'))
})

test('a server of ours counts the items of an app once, and skips none for a later page', async () => {
  portal.watch({})

  const { report } = await bring(...THROUGH, '--full')

  const pages = portal.requests.filter((request) => pageOf(request) !== undefined)
  const counted = pages.filter(({ body }) => JSON.parse(body).total !== false)
  expect(report).toMatchObject({ isEqual: true })
  expect(report.counts['items of crm/companies']).toMatchObject({ unchanged: SIZE * PAGES })
  expect(pages.length).toBeGreaterThanOrEqual(PAGES)
  expect(pages.filter(({ body }) => JSON.parse(body).from !== undefined)).toEqual([])
  expect(counted).toHaveLength(1)
})
