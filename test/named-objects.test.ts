import { afterAll, beforeAll, expect, test } from 'vitest'
import { runImport } from '../src/areas/apps/importing/run.ts'
import { areas } from '../src/client/areas.ts'
import { createClient, overHttp } from '../src/client/client.ts'
import { newId } from '../src/lib/ids.ts'
import { connectClient } from '../src/platform/db/db.ts'
import { jobOn } from '../src/platform/jobs/runner.ts'
import { startApp } from './app.ts'
import { TAKE_VALUES } from './existence.ts'
import { namingFiles } from './naming-files.ts'
import { diagram, flow, openTasks } from './process.ts'
import { solution } from './solution.ts'

const started = await startApp()
const { as, admin, make } = started

const sql = await connectClient(started.connection)
afterAll(() => sql.end())

let secret = ''
let paper = ''
const ann = await make.user()

const grant = (kind: string, object: string, right: string, user = ann) =>
  as(admin).access.grant({
    input: { kind, object, right, subjectKind: 'user', subject: user.id },
  })

async function upload({ token }: { token: string }, content: string): Promise<string> {
  const hash = newId()
  const init = { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: content }
  const { status } = await started.request(`/pub/v1/disk/file/upload?hash=${hash}`, init)
  expect(status).toBe(200)
  return hash
}

beforeAll(async () => {
  await as(admin).solutions.apply({ input: { files: namingFiles } })
  const params = { namespace: 'hidden', code: 'secrets' }
  const made = await as(admin).apps.createItem({
    params,
    input: { context: { title: 'x', __name: 'The secret' } },
  })
  secret = String(made.item.__id)
  const hash = await upload(admin, 'hello')
  const { items } = await as(admin).disk.makeFiles({
    input: { files: [{ hash, name: 'a.txt', directory: admin.id }] },
  })
  paper = String(items[0]?.file?.__id)
  for (const right of ['create', 'read', 'update', 'import']) {
    await grant('app', 'hidden/notes', right)
  }
  for (const right of ['create', 'update']) await grant('process', 'hidden/review', right)
  await grant('topic', 'naming', 'update')
  await grant('message', 'naming', 'create')
  await grant('workspace', 'open', 'manage')
  await grant('report', 'hidden/numbers', 'read')
})

/** Every field that can name an object, with a value. */
const naming = (item: string, file: string): [string, unknown][] => [
  ['one', [item]],
  ['any', [{ namespace: 'hidden', code: 'secrets', id: item }]],
  ['papers', [file]],
  ['rows', { rows: [{ cell: [item] }] }],
]
const CODES = naming('', '').map(([code]) => code)
const wireOf = (code: string, item = secret, file = paper) => new Map(naming(item, file)).get(code)

const notes = { namespace: 'hidden', code: 'notes' }
const review = { namespace: 'hidden', code: 'review' }

type Client = ReturnType<typeof as>
type Way = [string, (client: Client, context: Record<string, unknown>) => Promise<unknown>]

const runReview = async (client: Client, context: Record<string, unknown> = {}) =>
  (await client.bpm.run({ params: review, input: { context } })).context

const fetchJob = async (client: Client) => {
  const params = { namespace: 'hidden', code: 'pulled' }
  await as(admin).bpm.run({ params, input: { context: {} } })
  const { jobs } = await client.workers.fetch({
    input: { topics: ['naming'], worker: 'one', max: 1 },
  })
  return jobs[0] ?? { id: '', lock: '' }
}

const MAILED = {
  namespace: 'hidden',
  code: 'numbers',
  name: 'Numbers',
  format: 'csv' as const,
  timing: { every: 'day' as const, at: '08:00' },
}

/** Every operation that takes field values. */
const WAYS: Way[] = [
  [
    'apps.createItem',
    (client, context) => client.apps.createItem({ params: notes, input: { context } }),
  ],
  [
    'apps.updateItem',
    async (client, context) => {
      const { item } = await client.apps.createItem({ params: notes, input: { context: {} } })
      const params = { ...notes, id: String(item.__id) }
      return client.apps.updateItem({ params, input: { context } })
    },
  ],
  [
    'apps.setStatus',
    async (client, context) => {
      const { item } = await client.apps.createItem({ params: notes, input: { context: {} } })
      const params = { ...notes, id: String(item.__id) }
      return client.apps.setStatus({ params, input: { status: 'done', context } })
    },
  ],
  [
    'apps.createItems',
    (client, context) => client.apps.createItems({ input: { items: [{ ...notes, context }] } }),
  ],
  [
    'apps.upsertItems',
    async (client, context) => {
      const input = {
        key: '__externalId',
        items: [{ context: { ...context, __externalId: newId() } }],
      }
      const { items } = await client.apps.upsertItems({ params: notes, input })
      const [first] = items
      if (first?.error) throw Object.assign(new Error(first.error), { status: 400 })
      return first
    },
  ],
  [
    'apps.changeMany',
    async (client, context) => {
      const { item } = await client.apps.createItem({ params: notes, input: { context: {} } })
      const input = { ids: [String(item.__id)], change: { context } }
      const { errors, changed } = await client.apps.changeMany({ params: notes, input })
      if (errors[0]) throw Object.assign(new Error(errors[0].error), { status: 400 })
      return changed
    },
  ],
  [
    'contracts.createItem',
    (client, context) =>
      client.contracts.createItem({ params: { ...notes, code: 'all' }, input: { context } }),
  ],
  [
    'contracts.updateItem',
    async (client, context) => {
      const { item } = await client.apps.createItem({ params: notes, input: { context: {} } })
      const params = { namespace: 'hidden', code: 'all', id: String(item.__id) }
      return client.contracts.updateItem({ params, input: { context } })
    },
  ],
  [
    'parameters.set',
    (client, parameters) =>
      client.parameters.set({ params: { namespace: 'open' }, input: { parameters } as never }),
  ],
  [
    'reports.listRows',
    (client, parameters) =>
      client.reports.listRows({
        params: { namespace: 'hidden', code: 'numbers' },
        input: { parameters } as never,
      }),
  ],
  [
    'reports.createSchedule',
    (client, parameters) =>
      client.reports.createSchedule({ input: { ...MAILED, parameters } as never }),
  ],
  [
    'reports.changeSchedule',
    async (client, parameters) => {
      const { schedule } = await client.reports.createSchedule({ input: MAILED })
      const { namespace: _, code: __, ...settings } = MAILED
      const input = { ...settings, parameters } as never
      return client.reports.changeSchedule({ params: { id: schedule.id }, input })
    },
  ],
  [
    'bpm.restore',
    async (client, context) => {
      const params = { namespace: 'hidden', code: 'ask' }
      const begun = (await as(admin).bpm.run({ params, input: { context: {} } })).context
      const point = 'select id from kontor.process_callbacks where instance_id = $1'
      const { rows } = await sql.query<{ id: string }>(point, [begun.__id])
      return client.bpm.restore({ params: { id: rows[0]?.id ?? '' }, input: { context } })
    },
  ],
  [
    'bpm.changeContext',
    async (client, context) => {
      const { __id } = await runReview(client)
      return client.bpm.changeContext({ params: { id: __id }, input: { context, comment: 'x' } })
    },
  ],
  [
    'processes.modify',
    async (client, variables) => {
      const { __id: id } = await runReview(client)
      return client.processes.modify({ params: { id }, input: { variables, comment: 'x' } })
    },
  ],
  [
    'processes.modifyMany',
    async (client, variables) => {
      const { __id: id } = await runReview(client)
      const input = { instances: [id], variables, comment: 'x' }
      const { errors } = await client.processes.modifyMany({ input })
      const message = errors[id]
      if (message !== undefined) throw Object.assign(new Error(message), { status: 400 })
      return {}
    },
  ],
  ['bpm.run', (client, context) => runReview(client, context)],
  [
    'tasks.submit',
    async (client, context) => {
      const [open] = openTasks(await runReview(client))
      return client.tasks.submit({ params: { id: open?.__id ?? '' }, input: { context } })
    },
  ],
  [
    'workers.complete',
    async (client, variables) => {
      const { id: job, lock } = await fetchJob(client)
      return client.workers.complete({ params: { job }, input: { lock, variables } })
    },
  ],
  [
    'workers.sendMessage',
    async (client, variables) => {
      const params = { namespace: 'hidden', code: 'told' }
      await as(admin).bpm.run({ params, input: { context: {} } })
      return client.workers.sendMessage({ input: { name: 'naming', variables } })
    },
  ],
  [
    'workers.throwError',
    async (client, variables) => {
      const { id: job, lock } = await fetchJob(client)
      return client.workers.throwError({ params: { job }, input: { lock, code: 'x', variables } })
    },
  ],
]

test.each(WAYS.flatMap(([name, call]) => CODES.map((code) => ({ name, call, code }))))(
  '$name refuses an object in "$code" that the caller may not read, as one that is not there',
  async ({ call, code }) => {
    const refused = async (value: unknown) =>
      call(as(ann), { [code]: value }).then(
        () => 'done',
        ({ status, message }) => ({ status, message }),
      )
    const random = [newId(), newId()] as const
    const hide = (answer: unknown, ids: readonly string[]) =>
      ids.reduce((text, id) => text.replaceAll(id, 'ID'), JSON.stringify(answer))

    const hidden = await refused(wireOf(code))
    const unknown = await refused(wireOf(code, ...random))

    expect(hidden).toMatchObject({ status: 400 })
    expect(hide(hidden, [secret, paper])).toBe(hide(unknown, random))
    await expect(call(as(admin), { [code]: wireOf(code) })).resolves.toBeDefined()
  },
)

/** The client of the administrator, and what the server answered it. */
function listening() {
  const replies: string[] = []
  const send = overHttp(started.address, admin.token)
  const client = createClient(areas, async (request) => {
    const answer = await send(request)
    replies.push(answer.text)
    return answer
  })
  return { client, replies }
}

test.each(WAYS.map(([name, call]) => ({ name, call })))(
  '$name never loses a value of an unknown built-in code in silence',
  async ({ call }) => {
    const { client, replies } = listening()

    const refusal = await call(client, { one: null, _lost: 'x' }).then(
      () => '',
      ({ message }) => String(message),
    )

    const warnings = replies.flatMap((text) => JSON.parse(text).warnings ?? [])
    expect([refusal, ...warnings].join()).toContain('"_lost"')
  },
)

test('every operation that takes field values is tested', () => {
  expect(WAYS.map(([name]) => name).sort()).toEqual(TAKE_VALUES)
})

test('a process cannot be started for an item that the caller may not read', async () => {
  const start = (id: string) =>
    runReview(as(ann), { __item: { namespace: 'hidden', code: 'secrets', id } })
  const params = { namespace: 'hidden', code: 'secrets', id: secret }

  const message = `field "__item": there is no item of hidden/secrets with id ${secret}`
  await expect(start(secret)).rejects.toMatchObject({ status: 400, message })
  await expect(start(newId())).rejects.toMatchObject({ status: 400 })
  await expect(as(ann).apps.getItem({ params })).rejects.toMatchObject({ status: 404 })
})

const OWN_TASK = diagram(`<startEvent id="start" />
  <userTask id="look" name="Look" kontor:performer="role:author" />
  <endEvent id="end" />${flow('start -> look:go -> end')}`)

test('a process that is not about an app gives nobody a role on its items', async () => {
  const files = solution('bound', {
    'workspaces/bound/apps/papers.yaml': `name: Papers\nrights: { role:performer: [read, update] }\n`,
    'workspaces/bound/processes/any.yaml': `name: Any\n`,
    'workspaces/bound/processes/any.bpmn': OWN_TASK,
    'workspaces/bound/processes/about.yaml': `name: About
variables: { paper: { name: Paper, type: SYS_COLLECTION, app: bound/papers, single: true } }
`,
    'workspaces/bound/processes/about.bpmn': OWN_TASK,
  })
  await as(admin).solutions.apply({ input: { files } })
  await grant('app', 'bound/papers', 'read')
  for (const code of ['any', 'about']) await grant('process', `bound/${code}`, 'create')
  const papers = { namespace: 'bound', code: 'papers' }
  const made = await as(admin).apps.createItem({ params: papers, input: { context: {} } })
  const item = { ...papers, id: String(made.item.__id) }
  const start = (user: typeof ann, code: string) =>
    as(user).bpm.run({
      params: { namespace: 'bound', code },
      input: { context: { __item: item } },
    })
  const update = () => as(ann).apps.updateItem({ params: item, input: { context: {} } })

  await expect(start(ann, 'any')).rejects.toMatchObject({ status: 403 })
  await expect(update()).rejects.toMatchObject({ status: 403 })
  await expect(start(admin, 'any')).resolves.toBeDefined()
  await expect(start(ann, 'about')).resolves.toBeDefined()
  await expect(update()).resolves.toBeDefined()
})

test('a link set by another user is kept when an editor who cannot read it saves the item', async () => {
  const context = { title: 'a', ...Object.fromEntries(naming(secret, paper)) }
  const { item } = await as(admin).apps.createItem({ params: notes, input: { context } })
  const params = { ...notes, id: String(item.__id) }

  const saved = await as(ann).apps.updateItem({
    params,
    input: { context: { ...item, title: 'b' } },
  })

  expect(saved.item).toMatchObject({ title: 'b', one: [secret], papers: [paper] })
})

test('an import can link only to items that its user may read', async () => {
  const load = async (by: { token: string }, content: string) => {
    const fileHash = await upload(by, content)
    const { importId } = await as(by).apps.importItems({ params: notes, input: { fileHash } })
    await runImport(jobOn(started.app.platform, started.app.platform.log), { id: importId })
    return as(by).apps.importStatus({ params: notes, input: { importId } })
  }
  const table = JSON.stringify({ rows: [{ cell: [secret] }] }).replaceAll('"', '""')
  const rows = `title,one,any,papers,rows
a,The secret,,,
b,${secret},,,
c,,hidden/secrets/${secret},,
d,,,${paper},
e,,,,"${table}"
`

  const refused = await load(ann, rows)

  expect(refused).toMatchObject({ created: 0, failed: 5 })
  expect(refused.errors[0]?.message).toBe('there is no item of hidden/secrets "The secret"')
  expect(await load(admin, rows)).toMatchObject({ created: 5, failed: 0 })
})
