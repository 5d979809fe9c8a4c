import { expect, test } from 'vitest'
import { toFields } from '../definitions/field.ts'
import { readFolder } from '../definitions/folder.ts'
import type { Body } from '../definitions/kinds.ts'
import { type LoadedDefinition, loadSolution } from '../definitions/load.ts'
import type { SourceFile } from '../definitions/source.ts'
import { definitionId } from '../lib/codes.ts'
import { readData } from './data.ts'
import { type AppData, idsByName, toItems } from './items.ts'
import { expandMoment } from './moments.ts'

const NOW = new Date('2026-03-02T08:20:00Z')

const moments: [string, string][] = [
  ['-12d 09:30', '2026-02-18T09:30:00Z'],
  ['+0d', '2026-03-02T00:00:00Z'],
  ['+30d', '2026-04-01T00:00:00Z'],
  ['-2h', '2026-03-02T06:20:00Z'],
  ['-90m', '2026-03-02T06:50:00Z'],
  ['2026-01-01', '2026-01-01'],
  ['06:30', '06:30'],
]

test.each(moments)('%s is %s', (text, expected) => {
  expect(expandMoment(text, NOW)).toBe(expected)
})

/** Reads the data of solutions like the loader, with ids made from names. */
function readItems(folders: { folder: string; files: SourceFile[] }[]) {
  const loaded = folders.map(({ folder, files }) => ({
    folder,
    files,
    definitions: loadSolution(files, { isBuiltIn: true }).loaded?.definitions ?? [],
  }))
  const definitions = loaded.flatMap((each) => each.definitions)
  const data = loaded.flatMap(({ folder, files }) =>
    readData(files).map((file) => ({ solution: folder, file, app: findApp(definitions, file) })),
  )
  const items = idsByName(data)
  const units = new Set(unitsIn(definitions))
  const names = {
    item: (app: string, name: string) => items.get(`${app}/${name}`),
    unit: (subject: string) => (units.has(subject) ? idOf(subject) : undefined),
  }
  return data.map((each) => ({
    path: each.file.path,
    items: toItems(
      each,
      each.file.rows.map((_, line) => line + 1),
      { names, start: NOW },
    ),
  }))
}

const idOf = (subject: string) => definitionId('unit', '', subject)

function findApp(definitions: LoadedDefinition[], file: { namespace: string; code: string }) {
  const found = definitions.find(
    ({ kind, namespace, code }) =>
      kind === 'app' && namespace === file.namespace && code === file.code,
  )
  if (!found) throw new Error(`no app ${file.namespace}/${file.code}`)
  const body = found.body as Body<'app'>
  return { ...file, body, fields: toFields(body.fields) } satisfies AppData['app']
}

const unitsIn = (definitions: LoadedDefinition[]): string[] =>
  definitions.flatMap(({ kind, namespace, code, body }) => {
    if (kind === 'group') return [`group:${namespace}/${code}`]
    if (kind === 'users') return Object.keys((body as Body<'users'>).users).map((u) => `user:${u}`)
    return kind === 'org-chart' ? placesIn((body as Body<'org-chart'>).departments) : []
  })

const placesIn = (departments: Body<'org-chart'>['departments']): string[] =>
  departments.flatMap(({ code, positions, departments: inner }) => [
    `department:${code}`,
    ...positions.map((position) => `position:${position.code}`),
    ...placesIn(inner),
  ])

const demo = await Promise.all(
  ['_system', 'company', 'crm', 'service-desk', 'contracts'].map(async (folder) => ({
    folder,
    files: await readFolder(`solutions/${folder}`),
  })),
)

test('all demo data fits the fields of its apps, and all its references exist', () => {
  const read = readItems(demo)

  expect(read.every(({ items }) => items.length >= 10)).toBe(true)
  expect(read.flatMap(({ items }) => items).length).toBeGreaterThan(600)
})

test('no demo data is dated in the future', () => {
  const times = readItems(demo)
    .flatMap(({ items }) => items)
    .flatMap(({ __createdAt, __updatedAt }) => [__createdAt, __updatedAt] as string[])

  expect(times.filter((time) => new Date(time) > NOW)).toEqual([])
})

test('the demo data uses every status of an app with a board', () => {
  const deals = readItems(demo).find(({ path }) => path === 'data/_clients._deals.csv')

  expect(new Set(deals?.items.map(({ __status }) => __status))).toEqual(new Set([1, 2, 3, 4, 5, 6]))
})

const ORDERS = `
name: Orders
nameTemplate: '{$kind} {$__index}'
fields:
  kind: { name: Kind, type: CATEGORY, options: { spare: Spare parts } }
  due: { name: Due, type: DATETIME, kind: date }
  agent: { name: Agent, type: SYS_USER, required: true }
  place: { name: Place, type: SYS_OSNODE }
  team: { name: Team, type: ROLE, single: false }
  about: { name: About, type: REF_ITEM }
  lines:
    name: Lines
    type: TABLE
    columns:
      product: { name: Product, type: SYS_COLLECTION, app: x/products }
      sold: { name: Sold, type: DATETIME, kind: date }
  paid: { name: Paid, type: BOOLEAN, default: false }
statuses:
  - { code: all, name: All, statuses: [{ id: 4, code: new, name: New }] }
`
const base = {
  'solution.yaml': 'code: x\nname: X\nversion: 1.0.0\n',
  'workspaces/x/workspace.yaml': 'name: X\n',
  'workspaces/x/apps/products.yaml': 'name: Products\n',
  'workspaces/x/apps/orders.yaml': ORDERS,
  'people/users.yaml': 'users:\n  anna: { lastName: L }\n',
  'people/org-chart.yaml': 'departments:\n  - { code: sales, name: Sales }\n',
  'data/x.products.csv': '__name,__createdAt,__createdBy\nGauge,-9d,anna\n',
}
const readOrders = (text: string) => {
  const files = Object.entries({ ...base, 'data/x.orders.csv': text })
  const read = readItems([
    {
      folder: 'x',
      files: files.map(([path, content]) => ({ path, content: Buffer.from(content) })),
    },
  ])
  return read.find(({ path }) => path === 'data/x.orders.csv')?.items ?? []
}

test('names in cells are resolved, and a row becomes an item', () => {
  const [order] = readOrders(
    `kind,due,agent,place,team,about,lines,__status,__createdAt,__createdBy
spare,+2d,anna,department:sales,user:anna; department:sales,x/products/Gauge,"[{""product"":""Gauge"",""sold"":""-1d""}]",new,-3d 10:00,anna`,
  )
  const gauge = definitionId('item', 'x/products', 'x:0')

  expect(order).toMatchObject({
    __name: 'Spare parts 1',
    __index: 1,
    __status: 4,
    __createdAt: '2026-02-27T10:00:00Z',
    __createdBy: idOf('user:anna'),
    kind: ['spare'],
    due: '2026-03-04',
    agent: [idOf('user:anna')],
    place: [idOf('department:sales')],
    paid: false,
  })
  expect(JSON.parse(String(order?.team))).toEqual([
    { type: 'user', id: idOf('user:anna') },
    { type: 'osnode', id: idOf('department:sales') },
  ])
  expect(JSON.parse(String(order?.about))).toEqual([
    { namespace: 'x', code: 'products', id: gauge },
  ])
  expect(JSON.parse(String(order?.lines)).rows).toMatchObject([
    { product: [gauge], sold: '2026-03-01T00:00:00Z' },
  ])
})

const HEAD = 'agent,lines,about,__status,__createdAt,__createdBy'
const mistakes: [string, string, string][] = [
  ['an unknown column', 'agnet\nanna', 'data/x.orders.csv: unknown column "agnet"'],
  ['an unknown user', `${HEAD}\nbob,,,new,-1d,anna`, 'item 1: there is no user bob'],
  ['an unknown author', `${HEAD}\nanna,,,new,-1d,bob`, 'item 1: there is no user bob'],
  ['an unknown status', `${HEAD}\nanna,,,old,-1d,anna`, 'item 1: there is no status "old"'],
  ['an unknown item', `${HEAD}\nanna,,x/products/Pump,new,-1d,anna`, 'no item "x/products/Pump"'],
  ['a missing value', `${HEAD}\n,,,new,-1d,anna`, 'item 1: field "agent" is required'],
  ['a table that is not JSON', `${HEAD}\nanna,Gauge,,new,-1d,anna`, 'item 1: expected JSON'],
  ['a short line', `${HEAD}\nanna,x`, 'data/x.orders.csv: Invalid Record Length'],
]

test.each(mistakes)('%s is reported with its location', (_, text, message) => {
  expect(() => readOrders(text)).toThrow(message)
})
