import { afterAll, expect, test } from 'vitest'
import { compile } from '../src/engine/compile.ts'
import { startApp } from './app.ts'
import {
  appEntity,
  around,
  field,
  linesOf,
  migrationFolder,
  processEntity,
  START,
  textOf,
} from './elma365.ts'
import { eventually, openTasks } from './process.ts'
import { startSmtp } from './smtp.ts'

const { letters, port, stop } = await startSmtp()
afterAll(stop)
const { as, admin, make, app, request } = await startApp({
  environment: {
    KONTOR_WORKERS: '4',
    KONTOR_SMTP_URL: `smtp://127.0.0.1:${port}`,
    KONTOR_MAIL_FROM: 'kontor@example.com',
  },
})
const { migrate, problemsIn } = await migrationFolder()
const [starter, boss] = [await make.user(), await make.user()]

/** As a portal runs it: types are gone, and some calls are not waited for. */
const SCRIPTS = `
async function prepare() {
    const trip = await Context.data.trip.fetch();
    const others = await Application.search()
        .where((f, g) => g.and(f.title.like('trip'), f.__deletedAt.eq(null)))
        .where(f => f.cost.gt(0))
        .sort('__createdAt')
        .size(100)
        .all();
    Context.data.total = others.reduce((sum, other) => sum + other.data.cost, 0);
    trip.data.note = \`of \${others.length}\`;
    trip.save();
}
async function isLarge() {
    return Context.data.total > 100;
}
async function finish() {
    const trip = await Context.data.trip.fetch();
    await trip.setStatus(Application.fields.__status.variants.done);
    const paper = Namespace.app.papers.create();
    paper.data.title = trip.data.title + ', ' + trip.data.note + ', ' + Context.data.word;
    paper.data.trip = trip;
    await paper.save();
}
async function rarely() {
    await Context.data.trip.getSubscribers();
}
`
const ASK = `async function ask() { Context.data.answer = 'yes to ' + (await Context.data.trip.fetch()).data.title; }`

/** Of a module: an action, what it hears, and what it answers. */
const EXT = 'ext_7d4c9a52-8f0e-4d56-9a3f-2b1c0d9e8f70'
const DESCRIBE = `async function action() {
    const trip = await Context.data.trip.fetch();
    const count = await Context.fields.papers.app.search().count();
    Context.data.text = trip.data.title + ' has ' + count + Namespace.params.data.suffix;
}`
const HEARD = `async function action() {
    if (Context.data.item.note) return;
    const trip = await Context.data.__item.fetch();
    trip.data.note = 'heard by ' + Context.data.__item.code;
    await trip.save();
}
;
(async function () {
    action();
});
`
const WEB = `async function list(req) {
    const papers = await Namespace.params.fields.papers.app.search().where(f => f.title.like(req.query.text)).all();
    return new HttpResponse().status(200).json({ titles: papers.map(paper => paper.data.title) });
}`

const runtime = (namespace: string, code: string, scripts: string) => ({
  kind: 'runtime',
  path: `resources/${namespace}/${code}.runtime.json`,
  content: JSON.stringify({ scripts, gatewayPairs: {}, hasTranslations: false }),
})
const link = (code: string, app: string) =>
  field(code, 'SYS_COLLECTION', { data: { namespace: 'hr', code: app } })
const withView = (given: ReturnType<typeof field>, view: object) => ({
  ...given,
  view: { ...(given as { view?: object }).view, ...view },
})
const bind = (source: string, target: string) => ({
  source: { kind: 'context', value: source },
  target: { kind: 'context', value: target },
})

const APPROVE = processEntity('hr.trips', 'approve', {
  context: [
    ...[link('trip', 'trips'), field('boss', 'SYS_USER'), field('total', 'FLOAT')],
    ...[field('word', 'STRING'), field('summary', 'STRING')],
  ],
  lanes: { lane1: { type: 'dynamic', variable: 'boss' } },
  items: [
    { id: START, type: 'start' },
    {
      id: 'prepare',
      type: 'script',
      settings: { func: 'prepare', retry: true, count: 2, delay: 1 },
    },
    {
      id: 'choice',
      type: 'gateway',
      settings: { type: 'exclusive', useFunc: true, func: 'isLarge', funcType: 'BOOLEAN' },
    },
    {
      id: 'ask',
      type: 'call',
      settings: {
        ...{ namespace: 'hr', code: 'ask', async: false },
        input: [bind('trip', 'trip')],
        output: [bind('word', 'answer')],
      },
    },
    {
      id: 'approval',
      type: 'approval_list_process',
      settings: { targetFieldCode: 'trip', taskName: 'Approve {$trip}' },
    },
    { id: 'finish', type: 'script', settings: { func: 'finish' } },
    {
      id: 'describe',
      type: 'ca',
      settings: {
        ...{ namespace: EXT, code: 'describe' },
        input: [bind('trip', 'trip')],
        output: [bind('summary', 'text')],
      },
    },
    {
      id: 'mail',
      type: 'send_mail',
      settings: {
        mainOptions: { to: 'desk@example.com', subject: 'Trip: {$summary}', message: 'Hi' },
      },
    },
    { id: 'end', type: 'end' },
    { id: 'small', type: 'end' },
  ],
  transitions: [
    { id: 'a', from: START, to: 'prepare' },
    { id: 'b', from: 'prepare', to: 'choice' },
    {
      ...{ id: 'c', from: 'choice', to: 'ask' },
      settings: {
        conditions: [
          {
            a: { kind: 'context', value: '__service' },
            b: { kind: 'manual', value: true },
            operation: { relation: 'equal', inversion: false },
          },
        ],
      },
    },
    { id: 'd', from: 'choice', to: 'small', type: 'default' },
    { id: 'e', from: 'ask', to: 'approval' },
    { id: 'f', from: 'approval', to: 'finish' },
    { id: 'g', from: 'finish', to: 'describe' },
    { id: 'i', from: 'describe', to: 'mail' },
    { id: 'h', from: 'mail', to: 'end' },
  ],
})

const MADE = {
  services: {
    appViews: [
      appEntity(
        'hr',
        'trips',
        [field('title', 'STRING'), field('note', 'STRING'), field('cost', 'FLOAT')],
        {
          nameSettings: { titleGenerateMethod: 'template', titleTemplate: '{$title}' },
          status: {
            enabled: true,
            items: [
              { id: 1, code: 'new', name: 'New' },
              { id: 2, code: 'done', name: 'Done' },
            ],
            groups: [],
          },
        },
      ),
      appEntity('hr', 'papers', [field('title', 'STRING'), link('trip', 'trips')], {
        nameSettings: { titleGenerateMethod: 'template', titleTemplate: '{$title}' },
      }),
    ],
    extensions: [
      {
        ...{ path: `entities/${EXT}.json`, kind: 'extension', namespace: 'global', code: EXT },
        body: { code: 'desk', name: 'Desk' },
      },
      {
        ...{ path: `entities/${EXT}_scripts.json`, namespace: EXT, code: '__scripts' },
        body: {
          scripts: 'not this one',
          handlers: [
            { code: 'papers', func: 'list', method: 'GET', auth: 'internal', async: false },
            { code: 'gone', func: 'gone', method: 'GET', auth: 'external', async: false },
          ],
        },
      },
      {
        ...{ path: `entities/${EXT}_scripts_runtime.json`, namespace: EXT, code: '__scripts' },
        body: { scripts: WEB },
      },
    ],
    settings: [
      {
        path: `entities/${EXT}.json`,
        namespace: EXT,
        body: [field('suffix', 'STRING', { defaultValue: ' papers' }), link('papers', 'papers')],
      },
    ],
    'event-bus': [
      {
        ...{ path: `entities/${EXT}/a.json`, kind: 'subscription', namespace: EXT },
        body: {
          ...{ namespace: EXT, name: 'Heard', handlerType: 'script', event: 'item_update' },
          ...{ entityNamespace: 'hr', entityCode: 'trips', entityId: '' },
          handlerData: { scripts: 'not this one', compiledScripts: HEARD },
        },
      },
    ],
    processor: [
      {
        path: `entities/ca/${EXT}/describe_activity.json`,
        body: {
          ...{ __name: 'Describe', namespace: EXT, code: 'describe', type: [{ code: 'script' }] },
          context: [
            withView(link('trip', 'trips'), { input: true }),
            withView(field('text', 'STRING'), { output: true }),
            link('papers', 'papers'),
          ],
          data: { scripts: DESCRIBE, execution: [{ code: 'sync' }] },
          async: false,
        },
      },
      { ...APPROVE, resources: [runtime('hr.trips', 'approve', SCRIPTS)] },
      {
        ...processEntity('hr', 'ask', {
          context: [link('trip', 'trips'), field('answer', 'STRING')],
          items: [
            { id: START, type: 'start' },
            { id: 'ask', type: 'script', settings: { func: 'ask' } },
            { id: 'end', type: 'end' },
          ],
          transitions: [
            { id: 'a', from: START, to: 'ask' },
            { id: 'b', from: 'ask', to: 'end' },
          ],
        }),
        resources: [runtime('hr', 'ask', ASK)],
      },
    ],
  },
}

test('a process of a package, with its scripts, runs to its end', async () => {
  const migrated = await migrate(MADE)
  expect(await problemsIn(migrated)).toEqual([])
  const about = linesOf(migrated).filter(
    (line) => line.includes('template') && line.includes('scripts'),
  )
  expect(about).toEqual([
    expect.stringMatching(/^changed template hr.trips\/approve: scripts: they have the rights/),
    'by hand template hr.trips/approve: scripts: they fail where they come to getSubscribers: not there yet',
    expect.stringMatching(/^changed template hr\/ask: scripts: they have the rights of who starts/),
  ])
  const ofModule = linesOf(migrated).filter(
    (line) => line.includes('ext_') && !line.includes('rights'),
  )
  expect(ofModule.map((line) => line.replaceAll(EXT, 'ext_'))).toEqual([
    'by hand scripts ext_/__scripts: papers: its address is /modules/desk/papers; callers need a token',
    'not understood scripts ext_/__scripts: gone: there is no function "gone"',
  ])
  const files = Array.from(migrated.files, ([path, content]) => ({
    ...{ path, base64: content.toString('base64') },
  }))
  await as(admin).solutions.apply({ input: { files } })
  for (const object of ['hr/trips', 'hr/papers']) {
    for (const right of ['read', 'create', 'update']) {
      const subject = { subjectKind: 'user' as const, subject: starter.id }
      await as(admin).access.grant({ input: { kind: 'app', object, right, ...subject } })
    }
  }
  await as(admin).access.grant({
    input: {
      ...{ kind: 'process', object: 'hr.trips/approve', right: 'create' },
      ...{ subjectKind: 'user', subject: starter.id },
    },
  })
  await app.startJobs()
  const params = { namespace: 'hr', code: 'trips' }
  const create = async (title: string, cost: number) => {
    const { item } = await as(starter).apps.createItem({
      params,
      input: { context: { title, cost } },
    })
    return item.__id
  }
  const trip = await create('Trip to Riga', 80)
  const other = await create('Trip to Oslo', 40)

  const { context } = await as(starter).bpm.run({
    params: { namespace: 'hr.trips', code: 'approve' },
    input: { context: { trip: [trip], boss: [boss.id] } },
  })

  const get = async () => (await as(admin).bpm.get({ params: { id: context.__id } })).data
  const waiting = await eventually(get, (each) => openTasks(each).length > 0)
  const [task] = openTasks(waiting)
  expect(task?.__name).toBe('Approve Trip to Riga')
  await as(boss).tasks.submit({ params: { id: task?.__id ?? '' }, input: { exitId: 'approved' } })
  const done = await eventually(get, ({ __state }) => __state === 'done' || __state === 'error')

  expect(done).toMatchObject({
    ...{ __state: 'done', total: 120, word: 'yes to Trip to Riga' },
    summary: 'Trip to Riga has 1 papers',
  })
  const { item } = await as(admin).apps.getItem({ params: { ...params, id: trip } })
  expect(item).toMatchObject({ note: 'of 2', __status: { status: 2 }, __updatedBy: starter.id })
  const papers = await as(admin).apps.listItems({ params: { namespace: 'hr', code: 'papers' } })
  expect(papers.result.result).toMatchObject([
    { title: 'Trip to Riga, of 2, yes to Trip to Riga', trip: [trip], __createdBy: starter.id },
  ])
  await expect.poll(() => letters.length).toBe(1)
  expect(letters[0]?.source).toContain('Subject: Trip: Trip to Riga has 1 papers')

  const oslo = { params: { ...params, id: other } }
  await as(starter).apps.updateItem({ ...oslo, input: { context: { cost: 41 } } })
  const heard = async () => (await as(admin).apps.getItem(oslo)).item.note
  await expect.poll(heard).toBe('heard by trips')
  const answer = await request('/modules/desk/papers?text=riga', {
    headers: { authorization: `Bearer ${starter.token}` },
  })
  expect(await answer.json()).toEqual({ titles: ['Trip to Riga, of 2, yes to Trip to Riga'] })
})

test('a program comes once, as it is, and its steps call its functions', async () => {
  const text = 'async function doIt() { if (1 < 2 && "]]>") Context.data.text = token() }'
  const entity = around('script', { func: 'doIt', retry: true, count: 3 })
  Object.assign(entity.body as object, { scripts: text })
  const appViews = [appEntity('hr', 'trips', [field('title', 'STRING')])]
  const migrated = await migrate({ services: { appViews, processor: [entity] } })

  expect(await problemsIn(migrated)).toEqual([])
  const bpmn = textOf(migrated, 'workspaces/hr/apps/trips/processes/approve.bpmn') ?? ''
  const { model } = await compile(bpmn)
  expect(model?.scripts).toBe(text)
  expect(model?.nodes.e_step).toMatchObject({
    ...{ type: 'script', settings: { function: 'doIt', retries: '3' } },
  })
})
