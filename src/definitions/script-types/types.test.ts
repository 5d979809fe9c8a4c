import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
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
  'workspaces/shop/workspace.yaml': `name: Shop
parameters:
  limit: { name: Limit, type: INTEGER, default: 5 }
`,
  'modules/desk.yaml': `name: Desk
parameters:
  limit: { name: Limit, type: INTEGER, default: 5 }
  sender: { name: Sender, type: STRING }
scripts:
  orders: function action() {}
  alone: function action() {}
actions:
  describe:
    name: Describe
    script: orders
    input: { order: { name: Order, type: SYS_COLLECTION, app: shop/orders, single: true } }
    output: { text: { name: Text, type: STRING } }
    variables: { found: { name: Found, type: SYS_COLLECTION, app: shop/orders, single: false } }
handlers:
  late: { on: status, app: shop/orders, script: orders, function: late }
  gone: { on: deleted, app: other/clients, script: orders, function: late }
routes:
  receive: { script: orders, function: receive }
`,
  'modules/desk/processes/import.yaml':
    'name: Import\nvariables: { day: { name: Day, type: DATETIME } }\n',
  'modules/desk/processes/import.bpmn': '<definitions/>',
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
  Context.data.count = Math.min(late.length, Namespace.params.data.limit)
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

const MODULE = `/// <reference path="./modules/desk.orders.d.ts" />
async function action(): Promise<void> {
  const order = await Context.data.order!.fetch()
  const { limit } = Namespace.params.data
  const found = await Context.fields.found.app.search().size(limit * 2).all()
  Context.data.text = \`\${order.data.title} \${found.length} \${Namespace.params.data.sender ?? ''}\`
  await Namespace.processes.import.run({ day: new Datetime() })
}
async function late(): Promise<void> {
  const order = await Context.data.__item.fetch()
  order.data.title = String(Context.data.item.title)
  await order.save()
}
async function receive(request: HttpApiRequest): Promise<HttpResponse> {
  const { name } = JSON.parse(request.body)
  const order = Global.ns.shop.app.orders.create()
  order.data.title = \`\${name} \${request.query.of}\`
  await order.save()
  return new HttpResponse(201).json({ id: order.id, again: Namespace.api.receive.getUrl() })
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

const { readable } = loadSolution(
  FILES.map(({ path, content }) => ({ path, content: Buffer.from(content) })),
)
const files = scriptTypes(readable.definitions)
for (const [name, text] of files) {
  await mkdir(dirname(join(folder, name)), { recursive: true })
  await writeFile(join(folder, name), text)
}

test('scripts have the types of the apps and of their process', async () => {
  expect([...files.keys()].sort()).toEqual([
    expect.stringMatching(/^ext_.*\.import\.d\.ts$/),
    'kontor.d.ts',
    'modules/desk.alone.d.ts',
    'modules/desk.orders.d.ts',
    'shop.orders.check.d.ts',
  ])
  expect(await complaintsOf(SCRIPT)).toBe('')
  expect(await complaintsOf(SCRIPT.replace('data.price?', 'data.prize?'))).toContain("'prize'")
  expect(await complaintsOf(SCRIPT.replace('variants.big', 'variants.huge'))).toContain("'huge'")
  expect(await complaintsOf(SCRIPT.replace('data.limit', 'data.limt'))).toContain("'limt'")
})

test('programs of modules have those of their actions, handlers, routes and parameters', async () => {
  expect(await complaintsOf(MODULE)).toBe('')
  const typos: [written: string, typo: string][] = [
    ['data.sender', 'data.sendr'],
    ['Context.data.text', 'Context.data.txt'],
    ['data.__item', 'data.__itm'],
    ['request.body', 'request.bdy'],
    ['api.receive', 'api.recieve'],
    ['processes.import', 'processes.imprt'],
  ]
  for (const [written, typo] of typos) {
    const name = /\w+(?=\W*$)/.exec(typo)?.[0]
    expect(await complaintsOf(MODULE.replace(written, typo))).toContain(`'${name}'`)
  }
})
