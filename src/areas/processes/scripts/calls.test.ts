import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { applyProcesses, diagram, eventually, flow } from '../../../../test/process.ts'
import { PROGRAM } from '../../../../test/vendor-program.ts'
import { connectClient } from '../../../platform/db/db.ts'

const started = await startApp({
  environment: {
    ...{ KONTOR_WORKERS: '4', KONTOR_PRIVATE_ADDRESSES: '127.0.0.1' },
    KONTOR_PUBLIC_URL: 'https://kontor.example',
  },
})
const { as, admin, make, app, connection } = started
const [robot, starter] = [await make.user(), await make.user()]
const database = await connectClient(connection)

/** Another server: what it was asked for, and who waits for its answer. */
const asked: { path: string; key: string; answer: ServerResponse }[] = []
const outside = createServer((request, answer) => {
  const { url = '', headers } = request
  asked.push({ path: url, key: String(headers['idempotency-key'] ?? ''), answer })
  const [, large] = /large=(\d+)/.exec(url) ?? []
  if (large) answer.end('x'.repeat(Number(large)))
  else if (!url.startsWith('/wait')) answer.end(JSON.stringify({ path: url }))
}).listen(0, '127.0.0.1')
await once(outside, 'listening')
const site = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
afterAll(async () => {
  outside.closeAllConnections()
  outside.close()
  await database.end()
})

const CREATE = `const params = { namespace: 'desk', code: 'cases' }
  const create = async (note) =>
    (await kontor.call('apps.createItem', { params, input: { context: { __name: note, note } } })).item.__id
  const count = async () =>
    (await kontor.call('apps.listItems', { params, input: { filter: { tf: { note: context.note } }, size: 0 } })).result.total`

const SCRIPTS: Record<string, string> = {
  work: `${CREATE}
    const id = await create(context.note)
    const { item } = await kontor.call('apps.getItem', { params: { ...params, id } })
    return { text: item.note, number: await count() }`,
  caught: `try { await kontor.call(context.note, { params: {} }) }
    catch ({ message, code }) { return { text: code + ': ' + message } }`,
  // What it counts would be another number after a crash.
  crash: `${CREATE}
    await kontor.call('apps.getItem', { params: { ...params, id: '${robot.id}' } }).catch(() => {})
    const before = await count()
    await create(context.note)
    const answer = await fetch('${site}/wait')
    await create(context.note)
    return { number: before, text: await answer.text() }`,
  outside: `const sent = await fetch('${site}/take', { method: 'POST', body: 'x', query: { a: 'b c' } })
    const codeOf = ({ code }) => code
    const others = [
      await fetch('${site}', { method: 'CONNECT' }).catch(codeOf), await fetch('http://127.0.0.1:1').catch(codeOf)]
    try { await fetch('file:///etc/passwd') } catch ({ message }) {
      return { text: (await sent.json()).path + ' ' + others + ' ' + message.slice(0, 29) } }`,
  large: `${CREATE}
    await fetch('${site}?large=5000000').catch(({ code }) => create(context.note + code))
    for (let n = 0; n < 13; n++) await fetch('${site}?large=3000000')`,
  run: `const started = await kontor.call('bpm.run', { params: { namespace: 'desk', code: 'work' }, input: { context: {} } })
    return { text: started.context.__state }`,
  waits: `return { text: await (await fetch('${site}/wait?' + context.note)).text() }`,
  sum: 'return { number: 2 + 3 }',
  slow: `${CREATE}
    return { text: await create('slow').catch(({ code }) => code) }`,
}

const inXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const inApp = (code: string, called: string) => ({
  [`workspaces/desk/apps/cases/processes/${code}.yaml`]: `name: ${code}
scriptUser: ${robot.login}
variables:
  text: { name: Text, type: STRING }
  about: { name: About, type: SYS_COLLECTION, app: desk/cases, single: true }
  when: { name: When, type: DATETIME }
  isRight: { name: Is right, type: BOOLEAN }
`,
  [`workspaces/desk/apps/cases/processes/${code}.bpmn`]: diagram(`<extensionElements>
    <kontor:scripts>${inXml(PROGRAM)}</kontor:scripts></extensionElements>
    <startEvent id="start" /><scriptTask id="do"><extensionElements><kontor:settings>
      <kontor:setting name="function" value="${called}" />
      <kontor:setting name="result" value="isRight" />
    </kontor:settings></extensionElements></scriptTask>
    <endEvent id="end" />${flow('start -> do -> end')}`),
})
const WORLD = {
  'workspaces/desk/workspace.yaml':
    'name: Desk\nparameters: { greeting: { name: Greeting, type: STRING, default: Hello } }\n',
  'nomenclature.yaml': `offices:
  - code: office
    name: Office
    categories:
      - { code: in, name: In, folders: [{ code: cases, name: Cases, docflow: input, template: 'C-{$__index}' }] }
`,
  'workspaces/desk/apps/cases.yaml': `name: Cases
fields:
  note: { name: Note, type: STRING }
  kind: { name: Kind, type: CATEGORY, options: { small: Small, big: Big } }
  due: { name: Due, type: DATETIME, kind: date }
  price: { name: Price, type: MONEY, currency: EUR }
  boss: { name: Boss, type: SYS_USER, single: true }
  papers: { name: Papers, type: FILE, single: true }
  parent: { name: Parent, type: SYS_COLLECTION, app: desk/cases, single: true }
  lines:
    name: Lines
    type: TABLE
    columns:
      what: { name: What, type: STRING }
      price: { name: Price, type: MONEY, currency: EUR }
registration: { folders: [office/in/cases] }
statuses:
  - { code: usual, name: Usual, statuses: [{ id: 1, code: open, name: Open }, { id: 2, code: done, name: Done }] }
`,
  ...inApp('everything', 'everything'),
  ...inApp('more', 'more'),
  ...inApp('missing', 'missing'),
  ...inApp('typo', 'typo'),
  ...inApp('fails', 'fails'),
  'workspaces/desk/apps/cases/processes/inner.yaml': `name: inner
variables:
  text: { name: Text, type: STRING }
  about: { name: About, type: SYS_COLLECTION, app: desk/cases, single: true }
`,
  'workspaces/desk/apps/cases/processes/inner.bpmn': diagram(
    `<startEvent id="start" /><endEvent id="end" />${flow('start -> end')}`,
  ),
}

/** Starts with every change of an item, and changes it. */
const LOOP = {
  yaml: `scriptUser: ${robot.login}
variables:
  about: { name: About, type: SYS_COLLECTION, app: desk/cases, single: true }
`,
  bpmn: diagram(`<startEvent id="start"><extensionElements><kontor:settings>
      <kontor:setting name="event" value="updated" /><kontor:setting name="app" value="desk/cases" />
    </kontor:settings></extensionElements>
    <conditionalEventDefinition><condition>item</condition></conditionalEventDefinition></startEvent>
    <scriptTask id="do"><script>const item = await Context.data.about.fetch()
      if (item.data.note === 'loop') { item.data.__name += '!'; await item.save() }</script></scriptTask>
    <endEvent id="end" />${flow('start -> do -> end')}`),
}

const process = (source: string, user: string | undefined) => ({
  yaml: `${user ? `scriptUser: ${user}\n` : ''}variables:
  note: { name: Note, type: STRING }
  text: { name: Text, type: STRING }
  number: { name: Number, type: INTEGER }
`,
  bpmn: diagram(`<startEvent id="start" /><scriptTask id="do">
    <script>${source.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</script></scriptTask>
    <endEvent id="end" />${flow('start -> do -> end')}`),
})
await applyProcesses(
  started,
  'desk',
  {
    ...Object.fromEntries(
      Object.entries(SCRIPTS).map(([name, source]) => [name, process(source, robot.login)]),
    ),
    loop: LOOP,
    own: process(SCRIPTS.work ?? '', undefined),
    mighty: process(SCRIPTS.work ?? '', admin.login),
    nobody: process(SCRIPTS.work ?? '', 'nobody'),
  },
  WORLD,
)
const grant = (kind: 'app' | 'process', object: string, right: string, subject: string) =>
  as(admin).access.grant({ input: { kind, object, right, subjectKind: 'user', subject } })
for (const right of ['create', 'read', 'update', 'delete']) {
  await grant('app', 'desk/cases', right, robot.id)
}
for (const right of ['create', 'read']) {
  await grant('process', 'desk.cases/inner', right, robot.id)
  await grant('process', 'desk/work', right, robot.id)
}
await grant('process', 'desk/own', 'create', starter.id)
await grant('process', 'desk/own', 'read', starter.id)
await app.startJobs()

const start = async (code: string, note = code, user = admin) => {
  const params = { namespace: 'desk', code }
  return String((await as(user).bpm.run({ params, input: { context: { note } } })).context.__id)
}
const get = async (id: string) => (await as(admin).bpm.get({ params: { id } })).data
const ended = (id: string) =>
  eventually(
    () => get(id),
    ({ __state }) => __state === 'done' || __state === 'error',
  )
const incident = async (id: string) => {
  const { incidents } = await eventually(
    () => as(admin).bpm.listIncidents({ input: { instance: id } }),
    (answer) => answer.incidents.length > 0,
  )
  return incidents[0]?.message
}
const notes = async (note: string) => {
  const params = { namespace: 'desk', code: 'cases' }
  const { result } = await as(admin).apps.listItems({ params, input: { filter: { tf: { note } } } })
  return result.result
}

test('a script calls operations as the user of its process, who is in the audit log', async () => {
  const id = await start('work')

  expect(await ended(id)).toMatchObject({ __state: 'done', text: 'work', number: 1 })
  const [item] = await notes('work')
  expect(item).toMatchObject({ __createdBy: robot.id })
  const { entries } = await as(admin).audit.list({ input: { actor: robot.id } })
  expect(entries).toMatchObject([
    { type: 'app.item.created', requestId: expect.stringMatching(/^script:\d+:1$/) },
  ])
  const { lines } = await as(admin).bpm.timeline({ params: { id }, input: {} })
  expect(lines.flatMap(({ data }) => data.script ?? [])).toEqual([
    { calls: 3, changes: 1, refused: 0 },
  ])
})

test('whom the process does not name acts with the rights of who started it', async () => {
  const refused = await incident(await start('own', 'own', starter))
  expect(refused).toMatch(/app not found|not allowed|right/)

  for (const right of ['create', 'read']) await grant('app', 'desk/cases', right, starter.id)
  await ended(await start('own', 'mine', starter))
  expect(await notes('mine')).toMatchObject([{ __createdBy: starter.id }])
})

test.each([
  ['mighty', 'a script cannot act as an administrator: give'],
  ['own', 'who started the process, is one: name a user with the rights it needs as "scriptUser"'],
  ['nobody', 'there is no user "nobody" who can sign in'],
])('nobody is an administrator in a script (%s)', async (code, message) => {
  expect(await incident(await start(code))).toContain(message)
})

test.each([
  ['apps.deleteEverything', 'invalid: there is no operation "apps.deleteEverything" to call'],
  ['users.create', 'invalid: there is no operation "users.create" to call'],
  ['apps.getItem', 'invalid: field "namespace": expected text'],
])('what cannot be called is told to the script: %s', async (name, text) => {
  expect((await ended(await start('caught', name))).text).toContain(text)
})

test('a script that runs again goes on from its last change', async () => {
  const id = await start('crash')
  const waiting = await eventually(
    async () => asked.filter(({ path }) => path === '/wait'),
    (all) => all.length === 1,
  )
  // As if its node had died: another one takes the job.
  await database.query(
    'update kontor.process_jobs set lease_key = null, run_at = now() where instance_id = $1',
    [id],
  )
  const again = await eventually(
    async () => asked.filter(({ path }) => path === '/wait'),
    (all) => all.length === 2,
  )
  // The first one is not dead after all, and is the first to go on.
  waiting[0]?.answer.end('first')
  again[1]?.answer.end('second')

  expect(await ended(id)).toMatchObject({ __state: 'done', number: 0, text: 'second' })
  expect(await notes('crash')).toHaveLength(2)
  const { rows } = await database.query('select seq from kontor.process_script_calls order by seq')
  expect(rows.map(({ seq }) => seq)).toContain(0)
})

test('scripts that wait hold up none that computes', async () => {
  const ids = await Promise.all(Array.from({ length: 9 }, (_, n) => start('waits', String(n))))
  const waiting = () => asked.filter(({ path }) => path.startsWith('/wait?'))
  // As many at once as there are threads for them; the last one waits for one of these.
  await eventually(
    async () => waiting().length,
    (count) => count === 8,
  )

  expect(await ended(await start('sum'))).toMatchObject({ __state: 'done', number: 5 })
  expect(waiting()).toHaveLength(8)
  for (const { answer } of waiting()) answer.end('go on')
  await eventually(
    async () => waiting().length,
    (count) => count === 9,
  )
  waiting().at(-1)?.answer.end('go on')
  for (const id of ids) expect(await ended(id)).toMatchObject({ __state: 'done', text: 'go on' })
})

test('other servers are called, and get a key by which they know a repetition', async () => {
  const { text } = await ended(await start('outside'))

  expect(text).toBe('/take?a=b%20c invalid,unavailable expected an address such as h')
  expect(asked.find(({ path }) => path.startsWith('/take'))?.key).toMatch(/^script:\d+:1$/)
})

test('what a script is told is bounded, and is not kept where it is too long', async () => {
  const id = await start('large')

  expect(await incident(id)).toContain('a script may be told 33554432 characters altogether')
  expect(await notes('largetoo_large')).toHaveLength(1)
  const { rows } = await database.query(
    'select max(length(answer))::int as longest from kontor.process_script_calls',
  )
  expect(rows[0].longest).toBeLessThan(100_000)
})

test('a process that a script starts is answered as it is recorded, without waiting for it', async () => {
  const id = await start('run')

  expect((await ended(id)).text).toBe('exec')
  const { rows } = await database.query(
    `select i.depth from kontor.events e
     join kontor.process_instances i on 'instance:' || i.id = e.object_id
     where e.type = 'bpm.instance.started' and e.data #>> '{cause,instance}' = $1`,
    [id],
  )
  expect(rows).toEqual([{ depth: 1 }])
})

test('a script that changes its item does not start its process again', async () => {
  const params = { namespace: 'desk', code: 'cases' }
  const input = { context: { __name: 'Loop', note: 'loop' } }
  const { item } = await as(admin).apps.createItem({ params, input })
  const id = item.__id
  await as(admin).apps.updateItem({
    params: { ...params, id },
    input: { context: { __name: 'Now' } },
  })

  const read = async () => (await as(admin).apps.getItem({ params: { ...params, id } })).item
  await eventually(read, ({ __name }) => __name === 'Now!')
  // What starts by a change is noted in the transaction of the change.
  const { rows } = await database.query(
    `select (select count(*)::int from kontor.process_jobs where kind = 'start') as starts,
       (select count(*)::int from kontor.process_instances i where context #>> '{about,0}' = $1) as instances`,
    [id],
  )
  expect(rows).toEqual([{ starts: 0, instances: 1 }])
})

test('what the database refuses is told to the script', async () => {
  await database.query(`
    create function public.be_slow() returns trigger language plpgsql as $$
      begin raise exception 'canceling statement' using errcode = '57014'; end $$;
    create trigger slow before insert on ws_desk.cases for each row
      when (new::text like '%slow%') execute function public.be_slow()`)

  expect(await ended(await start('slow', 'x'))).toMatchObject({ __state: 'done', text: 'timeout' })
})

const startProgram = async (code: string) => {
  const params = { namespace: 'desk.cases', code }
  const input = { context: { when: '2026-03-01T10:00:00Z' } }
  return String((await as(admin).bpm.run({ params, input })).context.__id)
}

test('a program in the words of another product runs', async () => {
  const done = await ended(await startProgram('everything'))

  expect(done).toMatchObject({
    ...{ __state: 'done', isRight: true, when: '2026-03-02T10:00:00Z' },
    text: `0 1 big 01.04.2026 21 done b EUR ${robot.login} string true 2026-03-02`,
  })
  const all = await notes('world')
  expect(all.map(({ __name, __deletedAt }) => [__name, __deletedAt === null])).toEqual([
    ['One', true],
    ['Two', false],
  ])
  expect(done.about).toEqual([all[0]?.__id])
})

test('files, messages, numbers, settings and running processes are there as well', async () => {
  const done = await ended(await startProgram('more'))

  const text = 'C-1 registered 0 1 true hi.bin 3 desk Hello https://kontor.example'
  expect(done).toMatchObject({ __state: 'done', text })
  const [item] = await notes('more')
  const params = { namespace: 'desk', code: 'cases', target: String(item?.__id) }
  const { result } = await as(admin).messages.listMessages({ params, input: {} })
  expect(result.result).toMatchObject([{ title: 'Hello', body: 'there', author: robot.id }])
  const { file } = await as(admin).disk.getFile({ params: { id: String(item?.papers) } })
  expect(file).toMatchObject({ __createdBy: robot.id, size: 3 })
})

test.each([
  ['missing', 'app.cases.getSettings is not supported here'],
  ['typo', 'Context.data.txet is no variable here'],
  ['fails', 'nothing'],
])('what a program names and is not there is told by its name: %s', async (code, message) => {
  expect(await incident(await startProgram(code))).toContain(message)
})
