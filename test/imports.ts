import { randomUUID } from 'node:crypto'
import { runImport } from '../src/areas/apps/importing/run.ts'
import { jobOn } from '../src/platform/jobs/runner.ts'
import { solution, startSolutions } from './solution.ts'

const fields = `fields:
  subject: { name: Subject, type: STRING, required: true }
  urgency: { name: Urgency, type: CATEGORY, multiple: true, options: { low: Low, high: Very high } }
  company: { name: Company, type: SYS_COLLECTION, app: service/companies, single: false }
  assignee: { name: Assignee, type: SYS_USER }
  price: { name: Price, type: MONEY, currency: EUR }
  due: { name: Due, type: DATETIME, kind: date }
  paid: { name: Paid, type: BOOLEAN }
  count: { name: Count, type: INTEGER, default: 1 }
  number: { name: Number, type: STRING, unique: true }
`
const statuses = `statuses:
  - { code: main, name: Main, statuses: [{ id: 1, code: new, name: New }, { id: 3, code: closed, name: Closed }] }
`
const APPS = [
  'requests',
  'notes',
  'numbered',
  'busy',
  'resumed',
  'plain',
  'strict',
  'books',
  'long',
]

/** A workspace with companies and apps to import into, and what loads a file from beginning to end. */
export async function startImports() {
  const started = await startSolutions()
  const { app, as, admin, apply } = started
  await apply(
    solution('service', {
      'workspaces/service/apps/companies.yaml': 'name: Companies\n',
      'workspaces/service/apps/requests.yaml': `name: Requests\nnameTemplate: "{$__index} {$subject}"\n${fields}${statuses}`,
      ...Object.fromEntries(
        APPS.slice(1).map((code) => [
          `workspaces/service/apps/${code}.yaml`,
          `name: ${code}\nelementName: Note\n${fields}`,
        ]),
      ),
    }),
  )
  const { apps } = as(admin)
  const inApp = (code: string) => ({ namespace: 'service', code })
  const job = () => jobOn(app.platform, app.platform.log)

  async function upload(content: string | Buffer, by = admin): Promise<string> {
    const hash = randomUUID()
    await as(by).disk.uploadTemporary({
      input: { hash },
      file: new Uint8Array(Buffer.from(content)),
    })
    return hash
  }

  async function start(code: string, content: string | Buffer, more: object = {}): Promise<string> {
    const fileHash = await upload(content)
    const input = { fileHash, ...more }
    return (await apps.importItems({ params: inApp(code), input })).importId
  }

  const statusOf = (code: string, importId: string) =>
    apps.importStatus({ params: inApp(code), input: { importId } })

  /** Imports a file from beginning to end. */
  async function load(code: string, content: string | Buffer, more: object = {}) {
    const id = await start(code, content, more)
    await runImport(job(), { id })
    return statusOf(code, id)
  }

  const itemsOf = async (code: string) => {
    const input = { size: 1000, sortExpressions: [{ field: '__index', ascending: true }] }
    return (await apps.listItems({ params: inApp(code), input })).result.result
  }

  const company = async (name: string) =>
    (await apps.createItem({ params: inApp('companies'), input: { context: { __name: name } } }))
      .item
  return { ...started, apps, inApp, job, upload, start, statusOf, load, itemsOf, company }
}
