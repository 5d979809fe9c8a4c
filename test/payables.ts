import { startApp } from './app.ts'
import { solution } from './solution.ts'

const CONTRACT = `name: Payable
fields:
  title: { name: Title, type: STRING }
  amount: { name: Amount, type: MONEY, currency: EUR }
  due: { name: Due, type: DATETIME }
  kind: { name: Kind, type: CATEGORY, options: { once: Once, monthly: Every month } }
  payer: { name: Payer, type: SYS_USER }
  note: { name: Note, type: STRING }
apps:
  docs/invoices: { title: __name, amount: total, due: pay_by, kind: kind, payer: payer }
  houses/rents: { title: subject, amount: rent, due: due_at, note: remark }
`
export const FILES = {
  'workspaces/docs/apps/invoices.yaml': `name: Invoices
fields:
  total: { name: Total, type: MONEY, currency: EUR }
  pay_by: { name: Pay by, type: DATETIME, kind: date }
  kind: { name: Kind, type: CATEGORY, options: { once: Single, other: Other } }
  payer: { name: Payer, type: SYS_USER, single: false }
statuses:
  - { code: main, name: Main, statuses: [{ id: 4, code: open, name: Open }] }
`,
  'workspaces/houses/workspace.yaml': 'name: Houses\n',
  'workspaces/houses/apps/rents.yaml': `name: Rents
nameTemplate: "Rent {$__index}"
fields:
  subject: { name: Subject, type: STRING, required: true }
  rent: { name: Rent, type: MONEY, currency: EUR }
  due_at: { name: Due, type: DATETIME }
  remark: { name: Remark, type: STRING }
`,
  'workspaces/docs/contracts/payable.yaml': `${CONTRACT}default: docs/invoices\n`,
  'workspaces/docs/contracts/orphan.yaml': CONTRACT,
}
const NAMED = {
  'workspaces/named/apps/things.yaml': `name: Things
fields:
  total: { name: Total, type: MONEY, currency: EUR }
  owner: { name: Owner, type: SYS_USER }
  number: { name: Number, type: STRING, unique: true }
`,
  'workspaces/named/apps/strict.yaml': `name: Strict
fields:
  owner: { name: Owner, type: SYS_USER, required: true }
`,
  'workspaces/named/contracts/thing.yaml': `name: Thing
fields:
  title: { name: Title, type: STRING }
  amount: { name: Amount, type: MONEY, currency: EUR }
  payer: { name: Payer, type: SYS_USER }
  code: { name: Code, type: STRING }
apps:
  named/things: { title: __name, amount: total, payer: owner, code: number }
default: named/things
`,
  'workspaces/named/contracts/short.yaml': `name: Short
fields:
  title: { name: Title, type: STRING }
apps:
  named/strict: { title: __name }
default: named/strict
`,
}

type Item = { __id: string } & Record<string, unknown>
type Answer = { success: boolean; error: string; item: Item; result: object }

export const params = { namespace: 'docs', code: 'payable' }
export const invoices = { namespace: 'docs', code: 'invoices' }
export const rents = { namespace: 'houses', code: 'rents' }

/** A contract over invoices and rents, and others over apps with names of their own. */
export async function startPayables() {
  let time = Date.parse('2026-03-02T09:15:00Z')
  const started = await startApp({ now: () => new Date(time) })
  const { as, admin, request } = started
  const { apps, access, audit, contracts, solutions } = as(admin)
  await solutions.apply({ input: { files: solution('docs', FILES) } })
  await solutions.apply({ input: { files: solution('named', NAMED) } })
  const list = async (input: object, by = contracts) =>
    (await by.listItems({ params, input })).result
  return {
    ...started,
    ...{ apps, access, audit, contracts, solutions, list },
    create: async (place: typeof params, context: Record<string, unknown>) => {
      time += 1000
      return (await apps.createItem({ params: place, input: { context } })).item
    },
    titles: async (input: object, by = contracts) =>
      (await list(input, by)).result.map(({ title }) => title),
    call: async (path: string, body?: object, method = 'POST') => {
      const headers = { authorization: `Bearer ${admin.token}` }
      const address = `/pub/v1/contracts/docs/payable/${path}`
      const response = await request(
        address,
        body ? { method, headers, body: JSON.stringify(body) } : { headers },
      )
      return { status: response.status, answer: (await response.json()) as Answer }
    },
  }
}
