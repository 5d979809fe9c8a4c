import { startApp } from './app.ts'
import { solution } from './solution.ts'

const files = solution('service', {
  'workspaces/service/apps/companies.yaml': 'name: Companies\n',
  'workspaces/service/apps/requests.yaml': `name: Requests
elementName: Request
nameTemplate: "{$__index} {$subject}"
fields:
  subject: { name: Subject, type: STRING, required: true, indexed: true, searchable: true }
  urgency: { name: Urgency, type: CATEGORY, options: { low: Low, high: High } }
  company: { name: Company, type: SYS_COLLECTION, app: service/companies, indexed: true }
  assignee: { name: Assignee, type: SYS_USER }
  price: { name: Price, type: MONEY, currency: EUR, indexed: true }
  due: { name: Due, type: DATETIME }
  count: { name: Count, type: INTEGER, default: 1 }
  number: { name: Number, type: STRING, unique: true }
  solution: { name: Solution, type: STRING }
statuses:
  - { code: main, name: Main, statuses: [{ id: 1, code: new, name: New }, { id: 2, code: in_work, name: In work }, { id: 3, code: closed, name: Closed }] }
  - { code: archive, name: Archive, statuses: [{ id: 7, code: archived, name: Archived }] }
`,
})

/** A workspace with requests, which have fields of many types and statuses, and companies. */
export async function startRequests(options: Parameters<typeof startApp>[0] = {}) {
  const started = await startApp(options)
  const { apps, solutions } = started.as(started.admin)
  await solutions.apply({ input: { files } })
  const inApp = { namespace: 'service', code: 'requests' }
  return {
    ...started,
    apps,
    inApp,
    inItem: (id: string) => ({ ...inApp, id }),
    create: async (context: Record<string, unknown>) =>
      (await apps.createItem({ params: inApp, input: { context } })).item,
  }
}
