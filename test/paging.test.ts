import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Operation } from '../src/api/operation.ts'
import { areas } from '../src/client/areas.ts'
import { newId } from '../src/lib/ids.ts'
import { startApp } from './app.ts'
import { FORM, formFiles, solve, VALUES } from './forms.ts'
import { applyProcesses, diagram, flow, openTasks } from './process.ts'
import { startRegistry } from './registration.ts'
import { solution as solutionFiles } from './solution.ts'

const keysOf = (schema: z.ZodType | undefined) =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
const all = Object.entries<Record<string, Operation>>(areas).flatMap(([area, operations]) =>
  Object.entries(operations).map(([name, operation]) => ({
    name: `${area}.${name}`,
    ...operation,
  })),
)
const paged = all.filter(
  ({ path, input }) =>
    path.startsWith('/manage/') &&
    keysOf(input).includes('size') &&
    keysOf(input).some((key) => ['from', 'after', 'before'].includes(key)),
)

/** A merge of messages and events, and ranked results: neither has an order that a cursor could hold. */
const BY_OFFSET = ['messages.activity', 'search.find']

// One time for everything: rows differ only in the last sort key.
const started = await startApp({ now: () => new Date('2026-03-02T09:00:00Z') })
const { as, admin, anonymous, make } = started
const client = as(admin)
const ROWS = 5

const times = async (create: (at: number) => Promise<unknown>): Promise<void> => {
  for (let at = 0; at < ROWS; at++) await create(at)
}

const end = '<endEvent id="end" />'
const startInstances = async (): Promise<string> => {
  await applyProcesses(started, 'work', {
    stuck: {
      yaml: 'variables:\n  who: { name: Who, type: SYS_USER }\n',
      bpmn: diagram(`<startEvent id="start" />
        <userTask id="check" kontor:performer="variable:who" />${end}
        ${flow('start -> check:go -> end')}`),
    },
    rounds: {
      bpmn: diagram(`<startEvent id="start" />
        <userTask id="check" kontor:performer="role:author" />${end}
        ${flow('start -> check:go -> end\ncheck:again -> check')}`),
    },
  })
  const run = async (code: string) =>
    (await client.bpm.run({ params: { namespace: 'work', code }, input: { context: {} } })).context
  await times(() => run('stuck'))
  await times(() => client.workers.sendMessage({ input: { name: 'nobody waits for it' } }))
  const rounds = await run('rounds')
  await times(async () => {
    const { data } = await client.bpm.get({ params: { id: rounds.__id } })
    const id = openTasks(data)[0]?.__id ?? ''
    await client.tasks.submit({ params: { id }, input: { exitId: 'check_again', context: {} } })
  })
  return rounds.__id
}
const instance = await startInstances()
const registry = await startRegistry(client)
const folder = await registry.folder({ template: '{$__index}' })
await times(async () => registry.register(await registry.item(), folder.id))
await times(async () => {
  const params = { ...registry.place, id: await registry.item() }
  await client.apps.deleteItem({ params })
})
await times(async (at) => {
  const file = new FormData()
  file.append('file', new Blob([`${at}`]), `${at}.txt`)
  const made = await client.disk.uploadToDirectory({ params: { id: admin.id }, input: {}, file })
  await client.disk.deleteFiles({ input: { fileIds: [String(made.file?.__id)] } })
})
await times((at) => client.marketing.createSegment({ input: { name: `Segment ${at}` } }))
await times((at) =>
  client.storage.saveSystem({ params: { key: `key ${at}` }, input: { data: 'x' } }),
)
await times(() => make.asSystem((ctx) => ctx.addJob('storage.sweep', {}, { key: newId() })))
const reader = await make.user()
const { channel } = await client.messages.createChannel({
  input: { name: 'News', isPrivate: false },
})
await times((at) =>
  client.messages.sendChannelMessage({
    params: { channel: channel.id },
    input: { body: `Look ${at}`, mentions: [reader.id] },
  }),
)
await times(() => make.user({ lastName: 'Same', firstName: 'Name' }))

await times(async (at) => {
  const solution = `draft_${at}`
  await client.drafts.create({ input: { solution, name: solution } })
  const files = solutionFiles('versions', { 'README.md': `${at}` })
  await client.solutions.apply({ input: { files } })
})

const form = { namespace: 'shop', app: 'requests', code: 'ask' }
const sendForm = async () => {
  const proven = solve(await anonymous.forms.challenge({ params: form, input: {} }))
  await anonymous.forms.submit({ params: form, input: { ...proven, values: VALUES } })
}
await make.user({ login: 'webform' })
await client.solutions.apply({ input: { files: formFiles({ ask: FORM }) } })
await times(sendForm)
const requests = { namespace: 'shop', code: 'requests' }
await times(() => make.user({ lastName: 'Same', isGuest: true }))

type PageQuery = { size: number; from?: number; after?: string; before?: number }
type Page = { rows: unknown[]; after?: string | null | undefined; total?: number | null }

const page = async <Reply extends { after?: string | null | undefined; total?: number | null }>(
  reply: Promise<Reply>,
  rows: (reply: Reply) => unknown[],
): Promise<Page> => {
  const got = await reply
  return { rows: rows(got), after: got.after, ...('total' in got && { total: got.total ?? null }) }
}
const params = registry.place

const LISTS: Record<string, (input: PageQuery) => Promise<Page>> = {
  'access.listFactors': (input) => page(client.access.listFactors({ input }), (r) => r.people),
  'apps.deleted': (input) => page(client.apps.deleted({ params, input }), (r) => r.items),
  'audit.list': (input) => page(client.audit.list({ input }), (r) => r.entries),
  'bpm.listIncidents': (input) => page(client.bpm.listIncidents({ input }), (r) => r.incidents),
  'bpm.timeline': (input) =>
    page(client.bpm.timeline({ params: { id: instance }, input }), (r) => r.lines),
  'drafts.list': (input) => page(client.drafts.list({ input }), (r) => r.drafts),
  'disk.listTrash': (input) => page(client.disk.listTrash({ input }), (r) => r.files),
  'forms.listSubmissions': (input) =>
    page(client.forms.listSubmissions({ params: form, input }), (r) => r.submissions),
  'guests.list': (input) => page(client.guests.list({ input }), (r) => r.guests),
  'guests.listItems': (input) =>
    page(client.guests.listItems({ params: requests, input }), (r) => r.items),
  'jobs.list': (input) => page(client.jobs.list({ input }), (r) => r.jobs),
  'marketing.segments': (input) => page(client.marketing.segments({ input }), (r) => r.segments),
  'notifications.list': (input) =>
    page(as(reader).notifications.list({ input }), (r) => r.notifications),
  'processes.instances': (input) => page(client.processes.instances({ input }), (r) => r.instances),
  'processes.messages': (input) => page(client.processes.messages({ input }), (r) => r.messages),
  'registration.records': (input) => page(client.registration.records({ input }), (r) => r.records),
  'solutions.listVersions': (input) =>
    page(client.solutions.listVersions({ params: { code: 'versions' }, input }), (r) => r.versions),
  'storage.entries': (input) => page(client.storage.entries({ input }), (r) => r.entries),
  'users.listPeople': (input) => page(client.users.listPeople({ input }), (r) => r.users),
}
/** Only the loop of a webhook makes them; `src/api/after.test.ts` has their paging. */
const ELSEWHERE = ['webhooks.deliveries']

test('every list of /manage is paged by after', () => {
  const names = paged.map(({ name }) => name).filter((name) => !BY_OFFSET.includes(name))
  expect(names.toSorted()).toEqual([...Object.keys(LISTS), ...ELSEWHERE].toSorted())
  const others = paged.filter(({ input }) => !keysOf(input).includes('after'))
  expect(others.map(({ name }) => name)).toEqual(BY_OFFSET)
})

/** Of lists of the contract it is inside `result`. */
const answersAfter = ({ output }: Operation) =>
  [output, output instanceof z.ZodObject ? output.shape.result : undefined].some((schema) =>
    keysOf(schema).includes('after'),
  )

test('every list that takes after answers the next one', () => {
  const taking = all.filter(({ input, streams }) => keysOf(input).includes('after') && !streams)

  expect(taking.length).toBeGreaterThan(20)
  expect(taking.filter((each) => !answersAfter(each)).map(({ name }) => name)).toEqual([])
})

const wholeOf = (name: string) => LISTS[name]?.({ size: 200 }) ?? Promise.reject(new Error(name))

test.each(Object.entries(LISTS))('%s page by page is the whole list', async (name, read) => {
  const whole = await wholeOf(name)
  const found: unknown[] = []
  let after: string | null | undefined = ''
  for (let pages = 0; after != null && pages < 200; pages++) {
    const next: Page = await read({ size: 2, after })
    expect(next.total).toEqual(whole.total)
    found.push(...next.rows)
    after = next.after
  }

  expect(found).toEqual(whole.rows)
  expect(found.length).toBeGreaterThanOrEqual(ROWS)
  expect(after).toBeNull()
  expect(whole.after).toBeUndefined()
})

test.each(Object.entries(LISTS))('%s refuses a cursor of another list', async (_, read) => {
  for (const after of ['nonsense', Buffer.from('00000000["1"]').toString('base64url')]) {
    await expect(read({ size: 2, after })).rejects.toMatchObject({ status: 400 })
  }
})

test.each(paged.filter(({ input }) => keysOf(input).includes('from')).map(({ name }) => name))(
  '%s is still paged by from, but not by both',
  async (name) => {
    const read = LISTS[name]
    if (!read) return expect(BY_OFFSET).toContain(name)
    const whole = await wholeOf(name)
    expect((await read({ size: 2, from: 1 })).rows).toEqual(whole.rows.slice(1, 3))
    await expect(read({ size: 2, from: 1, after: '' })).rejects.toThrow('cannot be combined')
  },
)
