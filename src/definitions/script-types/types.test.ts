import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { solution } from '../../../test/solution.ts'
import { loadSolution } from '../load.ts'
import { scriptTypes } from './types.ts'

const folder = await mkdtemp(join(tmpdir(), 'kontor-types-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const FILES = solution('shop', {
  'workspaces/shop/apps/orders.yaml': `name: Orders
fields:
  title: { name: Title, type: STRING }
  kind: { name: Kind, type: CATEGORY, options: { small: Small, big: Big } }
  due: { name: Due, type: DATETIME, kind: date }
  price: { name: Price, type: MONEY, currency: EUR }
  boss: { name: Boss, type: SYS_USER, single: true }
  client: { name: Client, type: SYS_COLLECTION, app: other/clients }
  parts: { name: Parts, type: SYS_COLLECTION, app: shop/orders, single: false }
  lines:
    name: Lines
    type: TABLE
    columns:
      what: { name: What, type: STRING }
statuses:
  - { code: usual, name: Usual, statuses: [{ id: 1, code: open, name: Open }] }
`,
  'workspaces/shop/apps/orders/processes/check.yaml': `name: Check
variables:
  order: { name: Order, type: SYS_COLLECTION, app: shop/orders, single: true }
  count: { name: Count, type: INTEGER }
`,
  'workspaces/shop/apps/orders/processes/check.bpmn': '<definitions/>',
})

const SCRIPT = `/// <reference path="./shop.orders.check.d.ts" />
async function check(): Promise<boolean> {
  const order = await Context.data.order!.fetch()
  const late = await Application.search()
    .where((f, g) => g.and(f.due.lt(new TDate(2026, 3, 1)), f.kind.eq(Application.fields.kind.variants.big)))
    .all()
  for (const each of late) {
    each.data.price = each.data.price?.add(new Money(1, 'EUR'))
    each.data.lines!.insert().what = each.data.title
    await each.save()
    await each.setStatus(Application.fields.__status.variants.open)
  }
  const part = await order.data.parts![0].fetch()
  await Global.ns.shop.app.orders.fields.parts.app.search().count()
  Context.data.count = late.length
  const parts = await order.fields.parts.fetchAll()
  parts[0].data.title = (await Namespace.storage.getItem('title')) ?? ''
  for (const task of await Application.processes.check._searchTasks().all()) {
    const [exit] = await task.getExits()
    await task.submitTask(exit, { count: 1 })
  }
  const unit = (await System.organisationStructure.fetchTree()).find('Desk')
  const [chief] = await order.data.boss!.getChiefs()
  if (unit?.getChildren().some(({ data }) => data.isHead)) await chief.fetch()
  const folder = await System.directories.search().first()
  await folder?.moveFiles(await System.files.search().all())
  return part.data.boss !== undefined
}
`

async function complaintsOf(script: string): Promise<string> {
  const path = join(folder, 'script.ts')
  await writeFile(path, script)
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    'false',
    '--lib',
    'esnext',
    '--types',
    '',
  ]
  const tsc = join(import.meta.dirname, '../../../node_modules/.bin/tsc')
  return promisify(execFile)(tsc, [...options, path], { cwd: folder }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  )
}

test('scripts have the types of the apps and of their process', async () => {
  const { readable } = loadSolution(
    FILES.map(({ path, content }) => ({ path, content: Buffer.from(content) })),
  )
  const files = scriptTypes(readable.definitions)
  for (const [name, text] of files) await writeFile(join(folder, name), text)

  expect([...files.keys()]).toEqual(['kontor.d.ts', 'shop.orders.check.d.ts'])
  expect(await complaintsOf(SCRIPT)).toBe('')
  expect(await complaintsOf(SCRIPT.replace('data.price?', 'data.prize?'))).toContain("'prize'")
  expect(await complaintsOf(SCRIPT.replace('variants.big', 'variants.huge'))).toContain("'huge'")
})
