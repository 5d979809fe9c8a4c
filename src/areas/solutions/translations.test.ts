import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { diagram, flow } from '../../../test/process.ts'
import { solution } from '../../../test/solution.ts'
import { areas } from '../../client/areas.ts'
import { createClient, overHttp, type Sent } from '../../client/client.ts'

const { as, admin, address, make, request } = await startApp({
  environment: { KONTOR_CORS_ORIGINS: 'https://a.example' },
})
const { solutions } = as(admin)

const inTongue = (language: string, { token }: { token: string } = admin) => {
  const send = overHttp(address, token)
  return createClient(areas, (sent: Sent) =>
    send({ ...sent, headers: { ...sent.headers, 'accept-language': language } }),
  )
}

/** A text in two languages; the words of one are never in the other. */
const t = (word: string) => `{ en: English ${word}, ru: Русское ${word} }`

const BPMN = diagram(`<startEvent id="start" /><endEvent id="end" />${flow('start -> end')}`)
const STATUSES = `
  - code: all
    name: ${t('group')}
    statuses: [{ id: 1, code: open, name: ${t('open')} }, { id: 2, code: shut, name: ${t('shut')} }]`
const app = (name = t('app')) => `# Comments stay.
name: ${name}
elementName: ${t('element')}
fields:
  title: { name: ${t('field')}, type: STRING, tooltip: ${t('tooltip')} }
  kind: { name: ${t('kind')}, type: CATEGORY, options: { one: ${t('option')}, en: Plain } }
  rows: { name: ${t('rows')}, type: TABLE, columns: { sum: { name: ${t('cell')}, type: INTEGER } } }
statuses: ${STATUSES}
transitions: [{ from: open, to: shut, by: [process], message: ${t('message')} }]
forms: { view: { sections: [{ name: ${t('section')}, hint: ${t('hint')}, fields: [title] }] } }
views: { mine: { name: ${t('view')}, type: board } }
`
const files = (name?: string) =>
  solution('tongues', {
    'solution.yaml': `code: tongues\nname: ${t('solution')}\nversion: 1.0.0\n`,
    'workspaces/tongues/workspace.yaml': `name: ${t('workspace')}\nhome: main
parameters: { limit: { name: ${t('parameter')}, type: INTEGER } }\n`,
    'workspaces/tongues/apps/deals.yaml': app(name),
    'workspaces/tongues/reports/sum.yaml': `name: ${t('report')}
columns: { n: { name: ${t('column')}, type: INTEGER } }\nsql: select 1 as n\n`,
    'workspaces/tongues/pages/main.yaml': `name: ${t('page')}\nwidgets: [hello, go]\n`,
    'workspaces/tongues/widgets/hello.yaml': `name: ${t('widget')}\ntype: text
settings: { text: ${t('text')} }\n`,
    'workspaces/tongues/widgets/go.yaml': `name: Go\ntype: button
settings: { label: ${t('label')}, create: tongues/deals }\n`,
    'workspaces/tongues/processes/sell.yaml': `name: ${t('process')}
variables: { amount: { name: ${t('variable')}, type: INTEGER } }\n`,
    'workspaces/tongues/processes/sell.bpmn': BPMN,
  })
await solutions.apply({ input: { files: files() } })

const namespace = 'tongues'
const inApp = { namespace, code: 'deals' }

/** Everything that is told about the solution. */
const tell = async (client: ReturnType<typeof inTongue>) => {
  const { scheme, workplace, apps, reports, processes } = client
  const { page } = await workplace.page({ params: { namespace, code: 'main' } })
  return {
    workspace: await scheme.getWorkspace({ params: { namespace } }),
    app: await scheme.getApp({ params: inApp }),
    apps: await scheme.listApps({ params: { namespace } }),
    pages: await scheme.listPages({ params: { namespace } }),
    process: await scheme.getProcess({ params: { namespace, code: 'sell' } }),
    solution: await scheme.getSolution({ params: { code: namespace } }),
    navigation: await workplace.navigation(),
    page,
    items: await apps.listItems({ params: inApp }),
    statuses: await apps.statusSettings({ params: inApp }),
    reports: await reports.catalog(),
    rows: await reports.listRows({ params: { namespace, code: 'sum' } }),
    processes: await processes.list(),
  }
}

test('every text of a definition is told in the language of the caller', async () => {
  const item = { context: { __name: 'One', title: 'A', kind: [{ code: 'one' }] } }
  await as(admin).apps.createItem({ params: inApp, input: item })

  const [russian, english] = [await tell(inTongue('ru-RU, en;q=0.5')), await tell(inTongue('en'))]

  for (const [part, told] of Object.entries(russian)) {
    expect(JSON.stringify(told), part).not.toMatch(/English/)
    expect(JSON.stringify(told), part).not.toMatch(/"ru":/)
  }
  expect(JSON.stringify(english)).not.toMatch(/Русское/)
  const words = new Set(JSON.stringify(russian).match(/(?<=Русское )\w+/g))
  const written = new Set(JSON.stringify(files()).match(/(?<=Русское )\w+/g))
  expect([...written.difference(words)]).toEqual([])
})

test('whoever asks for no language, or for an unknown one, gets the first', async () => {
  const { token } = await make.user({ isAdministrator: true })
  const names = await Promise.all(
    [as({ token }), inTongue('fr', { token }), inTongue('*', { token })].map(
      async (client) => (await client.scheme.getApp({ params: inApp })).application.name,
    ),
  )

  expect(names).toEqual(['English app', 'English app', 'English app'])
})

test('a refusal is told in the language of the caller', async () => {
  const { items } = await tell(inTongue('ru'))
  const id = String((items.result.result[0] as { __id: string }).__id)
  const input = { status: { code: 'shut' } }

  const call = inTongue('ru').apps.setStatus({ params: { ...inApp, id }, input })

  await expect(call).rejects.toThrow('Русское message')
})

test('an option is imported by its name in the language of the caller', async () => {
  const item = { context: { __name: 'Two', kind: ['one'] } }
  const { item: made } = await inTongue('ru').apps.createItem({ params: inApp, input: item })

  expect(made.kind).toEqual([{ code: 'one', name: 'Русское option' }])
})

test('translations travel: exported byte for byte, planned by language', async () => {
  const { files: exported } = await solutions.export({ params: { code: namespace } })
  const byPath = (all: { path: string }[]) => all.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  expect(byPath(exported)).toEqual(byPath(files()))
  const { plan: same } = await solutions.plan({ input: { files: files() } })
  expect(same.changes.filter(({ action }) => action !== 'unchanged')).toEqual([])

  const { plan } = await solutions.plan({
    input: { files: files('{ en: English app, ru: Иное }') },
  })

  const { words } = plan.changes.find(({ kind }) => kind === 'app') ?? {}
  expect(words).toEqual(['name.ru "Русское app" → "Иное"'])
})

test.each([
  ['{ english: Deals }', 'expected a language of two letters, such as en or ru'],
  ['{ en: 5 }', 'expected text, received 5'],
  ['{}', 'expected text or at least one language'],
  ['[Deals]', 'expected text or texts by language, received a list'],
])('a name %s is told with its place', async (name, message) => {
  const plan = solutions.plan({ input: { files: files(name) } })

  await expect(plan).rejects.toMatchObject({
    details: [{ message: expect.stringContaining(message) }],
  })
})

const ASKING = diagram(`<startEvent id="start" name="Begin" /><endEvent id="end" />
  <userTask id="ask" name="Ask them" kontor:performer="role:author">
    <extensionElements><kontor:form><kontor:formField code="amount" name="How much" /></kontor:form></extensionElements>
  </userTask>
  <sequenceFlow id="a" sourceRef="start" targetRef="ask" />
  <sequenceFlow id="yes" name="Say yes" sourceRef="ask" targetRef="end" />
  <sequenceFlow id="no" name="No" sourceRef="ask" targetRef="end" />`)

test('tasks, exits, forms and drawings of a process are told in the language of the reader', async () => {
  const path = 'workspaces/tongues/processes/ask'
  const asking = [
    { path: `${path}.bpmn`, content: ASKING },
    {
      path: `${path}.yaml`,
      content: `name: ${t('asking')}\nvariables: { amount: { name: Sum, type: INTEGER } }
texts: { Ask them: { ru: Спросить }, Say yes: { ru: Да }, How much: { ru: Сколько } }\n`,
    },
  ]
  await solutions.apply({ input: { files: [...files(), ...asking] } })
  const { bpm, tasks, processes } = inTongue('ru')
  const run = await bpm.run({ params: { namespace, code: 'ask' }, input: { context: {} } })
  const listed = await tasks.listIncoming({ input: {} })
  const [task] = listed.result.result as { __id: string }[]
  const id = task?.__id ?? ''

  const form = await tasks.form({ params: { id } })
  const instance = await processes.instance({ params: { id: run.context.__id } })
  const { xml } = await processes.diagram({ params: { id: run.context.__id } })
  const plainly = await as(admin).tasks.form({ params: { id } })

  expect(task).toMatchObject({ __name: 'Спросить', template: 'Русское asking' })
  const few = { fields: { __name: true, template: true, instance: true } }
  const { result } = await tasks.listIncoming({ input: few })
  expect(result.result).toMatchObject([{ __name: 'Спросить', template: 'Русское asking' }])
  expect(form).toMatchObject({
    task: { name: 'Спросить', processName: 'Русское asking' },
    exits: [{ name: 'Да' }, { name: 'No' }],
    fields: [{ name: 'Сколько' }],
  })
  expect(instance.instance.tasks).toMatchObject([{ name: 'Спросить' }])
  expect(xml).toContain('name="Спросить"')
  expect(plainly).toMatchObject({ task: { name: 'Ask them' }, exits: [{ name: 'Say yes' }, {}] })
  const { exits } = await tasks
    .quickExits({ input: { ids: [id] } })
    .then((all) => all.tasks[0] ?? { exits: [] })
  expect(exits.map(({ name }) => name)).toEqual(['Да', 'No'])
  await tasks.submit({ params: { id }, input: { exitId: exits[0]?.id, context: { amount: 1 } } })
  const params = { namespace: 'system', code: 'instances', id: run.context.__id }
  const { entries } = await inTongue('ru').messages.activity({ params })
  const ofTask = entries.flatMap((each) =>
    each.kind === 'event' && each.type.startsWith('task.') ? each.data : [],
  )
  expect(ofTask).toMatchObject([{ name: 'Спросить', exitName: 'Да' }, { name: 'Спросить' }])
})

test('caches are told that answers depend on the language', async () => {
  const headers = { authorization: `Bearer ${admin.token}`, origin: 'https://a.example' }
  const answer = await request('/manage/v1/me/navigation', { headers })

  expect(answer.headers.get('vary')).toBe('origin, accept-language')
})

test('the groups of the system itself are found and told in the language of the caller', async () => {
  const asked = { filter: { tf: { __name: 'все польз' } } }
  const { result } = await inTongue('ru').scheme.listGroups({ input: asked })
  const { memberships } = await inTongue('ru').scheme.memberships({ params: { id: admin.id } })
  const plain = await inTongue('de').scheme.memberships({ params: { id: admin.id } })

  expect(result.result).toMatchObject([{ code: 'all_users', __name: 'Все пользователи' }])
  expect(memberships.map(({ group }) => group.name)).toContain('Все пользователи')
  expect(plain.memberships.map(({ group }) => group.name)).toContain('All users')
})
