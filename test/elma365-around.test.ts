import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { newId, SHARED_FILES } from '../src/lib/ids.ts'
import { diagram, flow, openTasks } from './process.ts'
import { solution } from './solution.ts'
import { startTap } from './tap.ts'
import { type System, startTwoSystems, withoutTasks } from './two-systems.ts'

const { source, target, bring, state } = await startTwoSystems()
await source.app.startJobs()
const there = source.as(source.admin)
const PAPERS = { namespace: 'papers', code: 'agreements' }
const APPROVE = { namespace: 'papers', code: 'approve' }

const ann = await source.make.user({ login: 'ann', email: 'ann@example.com' })
const bob = await source.make.user({ login: 'bob', email: 'bob@example.com' })
/** Was here before, under another id. */
const ourBob = await target.make.user({ login: 'robert', email: 'bob@example.com' })

const { item: office } = await there.nomenclature.createDirectory({ input: { name: 'Office' } })
const { item: folder } = await there.nomenclature.createFolder({
  input: {
    ...{ directoryId: office.id, docflow: 'input', name: 'Incoming' },
    registrationSettings: { templateEnabled: true, template: 'IN-{$__index}', minLength: 3 },
  },
})
const papers = (...folders: string[]) =>
  solution('papers', {
    'workspaces/papers/apps/agreements.yaml': `name: Agreements
type: DOCUMENT
fields:
  subject: { name: Subject, type: STRING }
  copies: { name: Copies, type: FILE, single: false }
registration: { folders: [${folders}] }
`,
    'workspaces/papers/processes/approve.yaml': `name: Approve
variables:
  paper: { name: Paper, type: SYS_COLLECTION, app: papers/agreements, single: true }
  who: { name: Who, type: SYS_USER, single: false }
  note: { name: Note, type: STRING }
`,
    'workspaces/papers/processes/approve.bpmn': diagram(`<startEvent id="start" />
  <serviceTask id="ask" kontor:step="approval_list_process" kontor:performer="variable:who">
    <extensionElements><kontor:settings><kontor:setting name="targetFieldCode" value="paper" />
    </kontor:settings></extensionElements><multiInstanceLoopCharacteristics /></serviceTask>
  <endEvent id="end" />${flow('start -> ask -> end')}`),
  })
const CHART = solution('chart', {
  'people/org-chart.yaml': `departments:
  - code: legal
    name: Legal
    positions: [{ code: head, name: Head, isHead: true, users: [ann] }, { code: clerk, name: Clerk, users: [bob] }]
`,
})
await there.solutions.apply({ input: { files: papers(folder.id) } })
await there.solutions.apply({ input: { files: CHART } })
await target.as(target.admin).solutions.apply({ input: { files: papers() } })

async function upload(text: string) {
  const hash = newId()
  await there.disk.uploadTemporary({ input: { hash }, file: text })
  return { hash, name: 'copy.txt' }
}
const createPaper = async (subject: string, text: string) => {
  const context = { subject, copies: [await upload(text)] }
  return (await there.apps.createItem({ params: PAPERS, input: { context } })).item as {
    __id: string
    copies: string[]
  }
}
const start = async (paper: string, who: string[]) => {
  const context = { paper: [paper], who, note: 'Please', __item: { ...PAPERS, id: paper } }
  return (await there.bpm.run({ params: APPROVE, input: { context } })).context
}
const answer = async (id: string, exitId: string, comment: string) => {
  const { data } = await there.bpm.get({ params: { id } })
  for (const task of openTasks(data)) {
    const input = { exitId, comment }
    await there.tasks.submit({ params: { id: task.__id }, input })
  }
}

const paper = await createPaper('Lease', 'the lease')
const MESSAGES = { namespace: 'papers', code: 'agreements', target: paper.__id }

/** Everything around the paper as a system shows it, with our Bob as theirs. */
async function around({ as, admin }: System) {
  const { apps, bpm, disk, docflow, messages, nomenclature, registration, users } = as(admin)
  const params = { ...PAPERS, id: paper.__id }
  const feed = (await messages.listMessages({ params: MESSAGES })).result.result
  const comments = await Promise.all(
    feed.map((each) => messages.listComments({ params: { ...MESSAGES, id: each.id ?? '' } })),
  )
  const search = { filter: { __name: 'copy' }, size: 100, sortExpressions: CREATED }
  const shown = {
    item: withoutTasks((await apps.getItem({ params })).item),
    files: (await disk.searchFiles({ input: search })).result.result,
    contents: await Promise.all(paper.copies.map((id) => contentOf(id))),
    feed,
    comments: comments.map(({ result }) => result.result),
    nomenclature: (await nomenclature.listFolders()).result,
    registrations: (await registration.list({ params })).result,
    sheets: (await docflow.listLists({ params })).result.filter(isOver),
    instances: (
      await bpm.listByTemplate({ params: APPROVE, input: { size: 100, sortExpressions: CREATED } })
    ).result.result
      .filter(({ __state }) => __state === 'done' || __state === 'cancel')
      // One line says that it came, and nobody knows which way it took.
      .map(({ __flowHistory, __updatedBy, __informLists, ...each }) => each),
    positions: (await users.list({ input: { ids: [ann.id] } })).result.result.map(
      ({ osIds, displayedPosition }) => ({ osIds, displayedPosition }),
    ),
  }
  return JSON.parse(JSON.stringify(shown).replaceAll(ourBob.id, bob.id))

  async function contentOf(id: string) {
    const { Link } = await disk.getLink({ params: { id } })
    return (await fetch(Link)).text()
  }
}
const CREATED = [{ field: '__createdAt', ascending: true }]
const isOver = ({ status }: { status: string }) => status !== 'in_progress'

test('files, feeds, numbers, sheets, instances and positions come with their ids', async () => {
  const { directory } = await there.disk.createDirectory({ input: { name: 'Law' } })
  await there.disk.makeFiles({
    input: { files: [{ ...(await upload('of the folder')), directory: directory.__id }] },
  })
  const { message } = await there.messages.sendMessage({
    params: MESSAGES,
    input: { title: 'Look', body: '<b>here</b>', mentions: [bob.id], files: [await upload('x')] },
  })
  await there.messages.sendComment({
    params: { ...MESSAGES, id: message.id },
    input: { body: 'I did', mentions: [ann.id] },
  })
  await there.registration.register({
    params: { ...PAPERS, id: paper.__id },
    input: { folder: folder.id },
  })
  const { channel } = await there.messages.createChannel({ input: { name: 'Lawyers' } })
  const inChannel = { params: { channel: channel.id }, input: { title: 'Hello' } }
  await there.messages.sendChannelMessage(inChannel)
  const done = await start(paper.__id, [ann.id, bob.id])
  await answer(done.__id, 'approved', 'Fine')
  const running = await start(paper.__id, [bob.id])
  await writeFile(`${state}.chart`, JSON.stringify(await tree()))

  const { report } = await bring('--org-chart', `${state}.chart`)

  expect(report).toMatchObject({ isEqual: true, running: { 'papers/approve': 1 } })
  expect(report.counts.instances).toMatchObject({ created: 1 })
  const [one, other] = [await around(source), await around(target)]
  expect(other).toEqual(one)
  expect(one).toMatchObject({
    ...{ contents: ['the lease'], registrations: [{ number: 'IN-001' }] },
    ...{ sheets: [{ status: 'approved' }], positions: [{ displayedPosition: 'Head' }] },
    ...{ comments: [[{ body: 'I did', mentions: [ann.id] }]], instances: [{ __state: 'done' }] },
  })
  const { result } = await target
    .as(target.admin)
    .disk.listDirectories({ input: { ids: [directory.__id] } })
  expect(result.result).toMatchObject([{ __name: 'Law', directory: SHARED_FILES }])

  const here = target.as(target.admin).messages
  const { result: channels } = await here.listChannels()
  const lawyers = channels.result.find(({ name }) => name === 'Lawyers')
  const said = await here.listChannelMessages({ params: { channel: lawyers?.id ?? '' } })
  expect(said.result.result).toMatchObject([{ title: 'Hello', author: source.admin.id }])

  await answer(running.__id, 'rejected', 'No')
})

/** As a script of the portal writes it down. */
async function tree() {
  const { units } = await there.users.getOrgChart()
  return units.map(({ id, name, kind, parent }) => ({ id, name, type: kind.toUpperCase(), parent }))
}

test('a second run brings what is new, and a third nothing', async () => {
  await there.messages.sendMessage({ params: MESSAGES, input: { body: 'One more' } })
  const [copy = ''] = paper.copies
  await there.disk.uploadVersion({ params: { id: copy }, input: {}, file: 'the lease, signed' })

  const { report } = await bring()
  const again = await bring()

  expect(await around(target)).toEqual(await around(source))
  expect(report.counts).toMatchObject({
    ...{ messages: { created: 1 }, files: { updated: 1 }, instances: { created: 1 } },
    'sheets of papers/agreements': { created: 1, unchanged: 1 },
  })
  for (const [what, { created, updated }] of Object.entries<Record<string, number>>(
    again.report.counts,
  )) {
    expect([what, created, updated]).toEqual([what, 0, 0])
  }
  const versions = await target.as(target.admin).disk.listVersions({ params: { id: copy } })
  expect(versions.versions.map(({ version }) => version)).toEqual([2, 1])
})

test('numbers go on after the largest that came', async () => {
  const here = target.as(target.admin)
  // The folder is here now.
  await here.solutions.apply({ input: { files: papers(folder.id) } })
  const { item } = await here.apps.createItem({ params: PAPERS, input: { context: {} } })
  const params = { ...PAPERS, id: item.__id }

  const { registration } = await here.registration.register({
    params,
    input: { folder: folder.id },
  })

  expect(registration.number).toBe('IN-002')
  await here.apps.deleteItem({ params })
})

test('running instances begin anew here if somebody wants it', async () => {
  const left = await start(paper.__id, [ann.id])

  const { report } = await bring('--restart', 'papers/approve')

  expect(report.counts.instances).toMatchObject({ created: 1 })
  const { data } = await target.as(target.admin).bpm.get({ params: { id: left.__id } })
  expect(data).toMatchObject({ __state: 'wait', note: 'Please', __createdBy: source.admin.id })
  expect(openTasks(data)).toHaveLength(1)
})

test('what either side refused comes with a later run, whatever it is', async () => {
  const [portal, into] = [await startTap(source.address), await startTap(target.address)]
  const key = { params: { ...PAPERS, key: 'limit' } }
  await there.storage.saveApp({ ...key, input: { data: '7' } })
  await writeFile(`${state}.keys`, 'papers/agreements/limit\n')
  await there.messages.sendMessage({ params: MESSAGES, input: { body: 'Once more' } })
  const params = { ...PAPERS, id: (await createPaper('Sublease', 'the sublease')).__id }
  // The next number was given out here meanwhile.
  for (const id of [(await createPaper('Draft', 'a draft')).__id, params.id]) {
    const input = { folder: folder.id }
    await there.registration.register({ params: { ...PAPERS, id }, input })
  }
  const rejected = await start(params.id, [bob.id])
  await answer(rejected.__id, 'rejected', 'Never')
  const alone = { ...(await upload('of nothing')), directory: SHARED_FILES }
  await there.disk.makeFiles({ input: { files: [alone] } })
  const run = () =>
    bring(
      ...['--portal', portal.address, '--into', into.address, '--state', `${state}.again`],
      ...['--storage-keys', `${state}.keys`],
    )
  // Nothing of today comes only because it is new.
  const headers = { date: new Date(Date.now() + 48 * 3_600_000).toUTCString() }
  const full = { status: 413, body: '{"error":"full"}' }
  const STORED = ['/manage/v1/transfer', '/pub/v1/storage/']
  const READ = /^\/pub\/v1\/(feed|registration|docflow|storage|channel\/)/

  portal.watch({ headers })
  into.watch({
    onRequest: ({ path }) => (STORED.some((each) => path.startsWith(each)) ? full : undefined),
  })
  const first = await run()
  into.watch({})
  portal.watch({
    headers,
    onRequest: ({ path }) => {
      if (path.startsWith('/pub/v1/bpm/instance/bytemplate/')) return { status: 404 }
      return READ.test(path) ? { status: 403 } : undefined
    },
  })
  await run()
  portal.watch({ headers })
  await run()

  expect(first.report.counts.files).toMatchObject({ created: 0, updated: 0 })
  // The process was published once more here, so that its version differs.
  const shown = async (system: System) => {
    const { instances, ...rest } = await around(system)
    return { ...rest, instances: instances.map(({ __id }: { __id: string }) => __id) }
  }
  expect(await shown(target)).toEqual(await shown(source))
  const { docflow, registration, storage } = target.as(target.admin)
  expect(await registration.list({ params })).toEqual(await there.registration.list({ params }))
  expect((await docflow.listLists({ params })).result).toMatchObject([{ status: 'rejected' }])
  expect(await storage.getApp(key)).toEqual({ data: '7' })
})
