import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { startApp } from './app.ts'
import { kontor } from './kontor.ts'
import { solution } from './solution.ts'

/** An app with every type of field, and one that links to it. */
export const COMPANY = solution('crm', {
  'workspaces/crm/apps/companies.yaml': `name: Companies
elementName: Company
statuses:
  - { code: main, name: Main, statuses: [{ code: new, name: New, id: 1 }, { code: won, name: Won, id: 5 }] }
fields:
  title: { name: Title, type: STRING, searchable: true }
  text: { name: Text, type: STRING, kind: multiline }
  site: { name: Site, type: LINK }
  count: { name: Count, type: INTEGER }
  rate: { name: Rate, type: FLOAT }
  done: { name: Done, type: BOOLEAN }
  at: { name: At, type: DATETIME }
  day: { name: Day, type: DATETIME, kind: date }
  clock: { name: Clock, type: DATETIME, kind: time }
  spent: { name: Spent, type: DURATION }
  colour: { name: Colour, type: CATEGORY, multiple: true, options: { red: Red, blue: Blue } }
  price: { name: Price, type: MONEY, currency: EUR }
  phone: { name: Phone, type: PHONE }
  email: { name: Email, type: EMAIL }
  account: { name: Account, type: ACCOUNT }
  person: { name: Person, type: FULL_NAME }
  files: { name: Files, type: FILE, single: false }
  owners: { name: Owners, type: SYS_USER, single: false }
  parent: { name: Parent, type: SYS_COLLECTION, app: crm/companies }
  about: { name: About, type: REF_ITEM, single: false }
  roles: { name: Roles, type: ROLE, single: false }
  lines:
    name: Lines
    type: TABLE
    columns: { sum: { name: Sum, type: FLOAT }, of: { name: Of, type: SYS_COLLECTION, app: crm/companies } }
  extra: { name: Extra, type: JSON }
`,
  'workspaces/crm/apps/orders.yaml': `name: Orders
nameTemplate: 'Order {$__index} {$title}'
fields:
  title: { name: Title, type: STRING }
  number: { name: Number, type: STRING, unique: true }
  company: { name: Company, type: SYS_COLLECTION, app: crm/companies }
`,
})

export type System = Awaited<ReturnType<typeof startApp>>

/** A company in one system, and another system with the same definitions and nothing in it. */
export async function startTwoSystems() {
  const [source, target] = [await startApp(), await startApp()]
  for (const { as, admin } of [source, target]) {
    await as(admin).solutions.apply({ input: { files: COMPANY } })
  }
  const folder = await mkdtemp(join(tmpdir(), 'kontor-data-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const state = join(folder, 'state.json')
  const args = [
    ...['migrate', 'elma365', 'data', '--json', '--state', state, '--rate', '0'],
    ...['--portal', source.address, '--into', target.address],
  ]
  const environment = {
    KONTOR_PORTAL_TOKEN: source.admin.token,
    KONTOR_TOKEN: target.admin.token,
  }
  return {
    source,
    target,
    state,
    args,
    environment,
    /** A run as a process of its own; answers its report. */
    bring: async (...more: string[]) => {
      const { out, err, code } = await kontor([...args, ...more], environment)
      expect(`${out}${err}`).not.toContain(source.admin.token)
      expect(`${out}${err}`).not.toContain(target.admin.token)
      if (!out.startsWith('{')) throw new Error(`ended with ${code}: ${err}`)
      return { code, report: JSON.parse(out) }
    },
  }
}

const TASKS = ['__tasks', '__tasks_performers', '__tasks_earliest_duedate']

/** An item without what is asked about it: running processes stay where they are. */
export const withoutTasks = (item: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(item).filter(([key]) => !TASKS.includes(key)))

/** All items of an app, the deleted ones included, in the order of their numbers. */
export async function itemsIn({ as, admin }: System, code: string) {
  const { result } = await as(admin).apps.listItems({
    params: { namespace: 'crm', code },
    input: { size: 10_000, sortExpressions: [{ field: '__index', ascending: true }] },
  })
  return result.result.map(withoutTasks)
}
