import { expect, test } from 'vitest'
import { newId } from '../src/lib/ids.ts'
import { startProcess } from './server-process.ts'
import { startTap, type Tapped } from './tap.ts'
import { itemsIn, startTwoSystems } from './two-systems.ts'

const { source, target, bring, args, environment } = await startTwoSystems()
const portal = await startTap(source.address)
const THROUGH = [
  ...['--portal', portal.address, '--page-size', '10'],
  ...['--without', 'feeds', 'registrations', 'sheets'],
]
const { apps } = source.as(source.admin)
const COMPANIES = { namespace: 'crm', code: 'companies' }
const ORDERS = { namespace: 'crm', code: 'orders' }

const ids = Array.from({ length: 60 }, () => newId())
const [self = '', early = '', gone = '', late = ''] = [ids[0], ids[5], ids[6], ids[55]]
const order = newId()
await apps.createItems({
  input: {
    items: ids.map((id, at) => ({ ...COMPANIES, context: { __id: id, title: `Company ${at}` } })),
  },
})
await apps.createItem({ params: ORDERS, input: { context: { __id: order, company: [self] } } })
// Linked to itself, and in a circle through another app.
await apps.updateItem({
  params: { ...COMPANIES, id: self },
  input: { context: { parent: [self], about: [{ ...ORDERS, id: order }] } },
})

const isPage = ({ path, body }: Tapped) =>
  path === '/pub/v1/app/crm/companies/list' && JSON.parse(body).after !== undefined
const expectEqual = async () => {
  for (const code of ['companies', 'orders']) {
    expect(await itemsIn(target, code)).toEqual(await itemsIn(source, code))
  }
}

test('somebody ends it with Ctrl-C, the portal is restarted, and people work on', async () => {
  const { child, ended } = startProcess([...args, ...THROUGH], environment)
  let pages = 0
  portal.watch({
    onAnswer: (request) => {
      if (isPage(request) && ++pages === 3) child.kill('SIGINT')
    },
  })
  await ended()
  let refusals = 3
  portal.watch({
    onRequest: (request) =>
      isPage(request) && refusals-- > 0 ? { status: refusals > 1 ? 503 : 429 } : undefined,
    // One that has come is changed, one is deleted, and one is changed before its page is read.
    onAnswer: async (request) => {
      if (!isPage(request) || ++pages !== 5) return
      for (const id of [early, late]) {
        await apps.updateItem({ params: { ...COMPANIES, id }, input: { context: { text: 'new' } } })
      }
      await apps.deleteItem({ params: { ...COMPANIES, id: gone } })
    },
  })

  const first = await bring(...THROUGH)
  portal.watch({})
  const second = await bring(...THROUGH)

  expect(first.report).toMatchObject({ run: 1, isResumed: true })
  expect(second.report).toMatchObject({ run: 2, isEqual: true })
  expect(second.report.counts['items of crm/companies']).toMatchObject({ updated: 2 })
  await expectEqual()
})

test('changes come although the clock that answers is hours ahead of the one that dates them', async () => {
  const ahead = new Date(Date.now() + 5 * 3_600_000).toUTCString()
  portal.watch({ headers: { date: ahead } })
  await bring(...THROUGH)
  await apps.updateItem({
    params: { ...COMPANIES, id: early },
    input: { context: { text: 'newer' } },
  })

  const { report } = await bring(...THROUGH)

  expect(report.since['crm/companies']).not.toBe(null)
  expect(report.counts['items of crm/companies']).toMatchObject({ updated: 1 })
  await expectEqual()
})
