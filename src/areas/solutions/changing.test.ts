import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { appSolution } from '../../../test/solution.ts'
import { snapshotOf } from '../../definitions/snapshot.ts'
import { SYSTEM } from '../../platform/caller.ts'
import { type Context, read } from '../../platform/context.ts'
import { name, once, raw, sql } from '../../platform/db/sql.ts'

/** What happens to those who use an app at the very moment its definition changes. */

const { as, admin, make, app, connection, address } = await startApp()
const other = await startApp({ connection })

const withType = (code: string, type: string) =>
  appSolution(code, 'deals', `name: Deals\nfields:\n  value: { name: Value, type: ${type} }\n`)

const apply = (code: string, type: string) =>
  as(admin).solutions.apply({ input: { files: withType(code, type), allowLoss: true } })

const typeIn = async (ctx: Context, code: string) =>
  (await snapshotOf(ctx)).findApp(code, 'deals')?.byCode.get('value')?.type

const insert = (code: string) =>
  once(sql`
    insert into ${name(`ws_${code}`, 'deals')} ("__id", "__createdAt", "__createdBy", "__updatedAt", "__updatedBy", value)
    values (gen_random_uuid(), now(), gen_random_uuid(), now(), gen_random_uuid(), 12)`)

test('what was written by the old definition after the change is written again by the new one', async () => {
  await apply('written', 'INTEGER')
  const types: unknown[] = []

  await make.asSystem(async (ctx) => {
    types.push(await typeIn(ctx, 'written'))
    if (types.length === 1) await apply('written', 'MONEY, currency: EUR')
    if (types.at(-1) === 'INTEGER') await ctx.db.run(insert('written'))
  })

  expect(types).toEqual(['INTEGER', 'MONEY'])
  const rows = await app.platform.db.all(once(sql`select value from ws_written.deals`))
  expect(rows).toEqual([])
})

test('what fails because the definition changed is done again', async () => {
  await apply('failing', 'MONEY, currency: EUR')
  const types: unknown[] = []

  await make.asSystem(async (ctx) => {
    types.push(await typeIn(ctx, 'failing'))
    if (types.length === 1) await apply('failing', 'INTEGER')
    const column = types.at(-1) === 'MONEY' ? '"value$currency"' : 'value'
    await ctx.db.run(once(sql`select ${raw(column)} from ws_failing.deals`))
  })

  expect(types).toEqual(['MONEY', 'INTEGER'])
})

test('what fails for another reason is not done again', async () => {
  await apply('other_reason', 'INTEGER')
  let times = 0

  const failed = make.asSystem(async (ctx) => {
    times++
    await typeIn(ctx, 'other_reason')
    await ctx.db.run(once(sql`select no_such_column from ws_other_reason.deals`))
  })

  await expect(failed).rejects.toThrow('no_such_column')
  expect(times).toBe(1)
})

test('what was read by the old definition is read again by the new one', async () => {
  await apply('reading', 'INTEGER')
  const origin = { user: SYSTEM, requestId: 'test', log: app.platform.log }
  const types: unknown[] = []

  const answer = await read(app.platform, origin, async (ctx) => {
    types.push(await typeIn(ctx, 'reading'))
    if (types.length === 1) await apply('reading', 'STRING')
    return types.at(-1)
  })

  expect(types).toEqual(['INTEGER', 'STRING'])
  expect(answer).toBe('STRING')
})

test('work that does not look at definitions is never done again', async () => {
  await apply('unrelated', 'INTEGER')
  let times = 0

  await make.asSystem(async () => {
    times++
    await apply('unrelated', 'STRING')
  })

  expect(times).toBe(1)
})

const VALUES = ['12', 12, { cents: 1200, currency: 'EUR' }]
const TYPES = ['INTEGER', 'STRING', 'MONEY, currency: EUR', 'FLOAT']

test('on two nodes everybody is answered by one definition or by the other', async () => {
  await apply('two_nodes', 'STRING')
  const statuses = new Set<number>()
  let isOver = false
  const call = async (node: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${admin.token}` }
    const url = `${node}/pub/v1/app/two_nodes/deals/${path}`
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    statuses.add(response.status)
    return response.json() as Promise<{ item?: { __id: string } }>
  }
  const use = async (node: string, value: unknown) => {
    while (!isOver) {
      const { item } = await call(node, 'create', { context: { value } })
      await call(node, 'list', { size: 5 })
      if (item) await call(node, `${item.__id}/update`, { context: { value } })
    }
  }

  const users = [address, other.address].flatMap((node) => VALUES.map((value) => use(node, value)))
  for (let round = 0; round < 5; round++) {
    for (const type of TYPES) await apply('two_nodes', type)
  }
  isOver = true
  await Promise.all(users)

  expect([...statuses].sort()).toEqual([200, 400])
})
