import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decided, table } from '../../src/decisions/dmn.ts'
import { visit } from '../browser.ts'
import { diagram, flow } from '../process.ts'
import { startSolutions } from '../solution.ts'

/** Whatever shows this as markup gets an element of this class, and a script would leave a trace. */
const MARKUP =
  '<img src="/x" class="planted" onerror="window.planted=1"><script class="planted">window.planted=1</script>'
const named = JSON.stringify(MARKUP)
const inXml = MARKUP.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const PASSWORD = 'a password for the console'
const { app, as, make, apply, address } = await startSolutions({ KONTOR_WORKERS: '2' })
await app.startJobs()
const boss = await make.user({
  login: 'boss',
  lastName: MARKUP,
  firstName: MARKUP,
  isAdministrator: true,
  password: PASSWORD,
})
const client = as(boss)

const BPMN = diagram(`
  <laneSet id="lanes"><lane id="lane" name="${inXml}"><flowNodeRef>start</flowNodeRef><flowNodeRef>ask</flowNodeRef><flowNodeRef>end</flowNodeRef></lane></laneSet>
  <startEvent id="start" name="${inXml}"><documentation>${inXml}</documentation></startEvent>
  <userTask id="ask" name="${inXml}" kontor:performer="role:author"><documentation>${inXml}</documentation></userTask>
  <endEvent id="end" name="${inXml}"/>${flow('start -> ask -> end')}
  <textAnnotation id="note"><text>${inXml}</text></textAnnotation>`)
const DMN = decided(
  table({
    policy: 'FIRST',
    inputs: ['a'],
    outputs: ['x'],
    rules: [[['> 1'], [`"${inXml.replaceAll('&quot;', "'")}"`]]],
  }),
).replace(
  '<decision id="x" name="x">',
  `<decision id="x" name="x"><description>${inXml}</description>`,
)
const W = 'workspaces/evil'
await apply(
  Object.entries({
    'solution.yaml': `code: evil\nname: ${named}\nversion: 1.0.0\n`,
    [`${W}/workspace.yaml`]: `name: ${named}\n`,
    [`${W}/apps/things.yaml`]: `name: ${named}
elementName: ${named}
fields:
  title: { name: ${named}, type: STRING }
  story: { name: ${named}, type: STRING, kind: html }
  notes: { name: ${named}, type: STRING, kind: markdown }
  sort: { name: ${named}, type: CATEGORY, options: { a: ${named} } }
  papers: { name: ${named}, type: FILE, single: false }
  when: { name: ${named}, type: DATETIME }
statuses:
  - { code: main, name: ${named}, statuses: [{ id: 1, code: new, name: ${named} }, { id: 2, code: old, name: ${named} }] }
`,
    [`${W}/processes/flow.yaml`]: `name: ${named}\n`,
    [`${W}/processes/flow.bpmn`]: BPMN,
    [`${W}/decisions/odd.yaml`]: `name: ${named}\n`,
    [`${W}/decisions/odd.dmn`]: DMN,
    [`${W}/reports/all.yaml`]: `name: ${named}\ndescription: ${named}\ncolumns:\n  name: { name: ${named}, type: STRING }\nsql: |\n  select title as name from "ws_evil"."things"\n`,
  }).map(([path, content]) => ({ path, content })),
)

const params = { namespace: 'evil', code: 'things' }
const file = new FormData()
file.append('file', new Blob(['a']), `${MARKUP.replaceAll('/', '')}.txt`)
const { file: stored } = await client.disk.uploadToDirectory({
  params: { id: boss.id },
  input: {},
  file,
})
const values = {
  __name: MARKUP,
  title: MARKUP,
  story: MARKUP,
  notes: MARKUP,
  sort: [{ code: 'a' }],
  when: new Date().toISOString(),
  papers: [stored?.__id],
}
const { item } = await client.apps.createItem({ params, input: { context: values } })
const { context } = await client.bpm.run({
  params: { namespace: 'evil', code: 'flow' },
  input: { context: { __name: MARKUP } },
})
const { result: tasks } = await client.tasks.listOfUser({
  params: { id: boss.id },
  input: { size: 1 },
})
const { channel } = await client.messages.createChannel({
  input: { name: MARKUP, description: MARKUP },
})
const { group } = await client.scheme.createGroup({
  params: { namespace: 'global' },
  input: { __name: MARKUP, description: MARKUP },
})
const { directory } = await client.disk.createDirectory({
  input: { __name: MARKUP.replaceAll('/', ''), directory: boss.id },
})
const { webhook } = await client.webhooks.create({
  input: { name: MARKUP, url: 'https://receiver.example/' },
})
const { processes } = await client.processes.list()
const { draft } = await client.drafts.create({ input: { solution: 'evil' } })

/** Pages with something in their address, and where the planted markup is. */
const ADDRESSES: Record<string, string> = {
  'admin/webhooks/:id': `admin/webhooks/${webhook.id}`,
  'admin/forms/:namespace/:app/:code': 'admin/forms/evil/things/none',
  'apps/:namespace/:code': 'apps/evil/things',
  'apps/:namespace/:code/import': 'apps/evil/things/import',
  'apps/:namespace/:code/deleted': 'apps/evil/things/deleted',
  'apps/:namespace/:code/new': 'apps/evil/things/new',
  'apps/:namespace/:code/:id': `apps/evil/things/${item.__id}`,
  'build/history/:code': 'build/history/evil',
  'build/:id': `build/${draft.id}`,
  'channels/:id': `channels/${channel.id}`,
  'files/:directory': `files/${directory.__id}`,
  'file/:id': `file/${stored?.__id}`,
  'marketing/:id': 'marketing/none',
  'people/groups/:id': `people/groups/${group.__id}`,
  'people/:id': `people/${boss.id}`,
  'processes/:id': `processes/${processes[0]?.id}`,
  'instances/:id': `instances/${context.__id}`,
  'decisions/:namespace/:code': 'decisions/evil/odd',
  'reports/:namespace/:code': 'reports/evil/all',
  'tasks/:list': 'tasks/mine',
  'task/:id': `task/${tasks.result[0]?.__id}`,
  'pages/:namespace': 'pages/evil',
  'pages/:namespace/:code': 'pages/evil/none',
}

/** Pages that look different by what is asked for. */
const OTHERS = [
  ...['board', 'calendar', 'timeline', 'gallery'].map((mode) => `apps/evil/things?as=${mode}`),
  ...['apps/things', 'processes/flow', 'decisions/odd', 'reports/all'].map(
    (name) => `build/${draft.id}?file=${W}/${name}.yaml`,
  ),
  'search?q=planted',
]

/** Where the markup must be seen as text: a page that fails to load would otherwise pass. */
const SEEN = [
  'apps/:namespace/:code',
  'apps/:namespace/:code/:id',
  'channels/:id',
  'files/:directory',
  'file/:id',
  'people/groups',
  'people/groups/:id',
  'people/:id',
  'processes',
  'processes/:id',
  'instances/:id',
  'decisions',
  'decisions/:namespace/:code',
  'reports/:namespace/:code',
  'tasks',
  'task/:id',
  'build/:id',
  'admin/webhooks',
  'admin/solutions',
]

/** Without the types of React, which would bring those of its own elements into all tests. */
type Route = { path?: string; children?: Route[] }

const flat = (routes: Route[], before = ''): string[] =>
  routes.flatMap(({ path = '', children = [] }) => {
    const whole = [before, path].filter(Boolean).join('/')
    return [whole, ...flat(children, whole)]
  })
const ROOT = join(import.meta.dirname, '..', '..')
const lists = await Promise.all(
  globSync('web/pages/*/routes.ts', { cwd: ROOT }).map(async (path) =>
    Object.values((await import(join(ROOT, path))) as Record<string, Route[]>),
  ),
)
const patterns = [...new Set(lists.flat().flatMap((routes) => flat(routes)))].filter(
  (path) => path !== '' && !path.includes('*'),
)

/** What a page shows while it waits for the server. */
const UNFINISHED = '[aria-busy=true], .mantine-Skeleton-root'

const signedIn = () =>
  visit(`${address}/tasks`, {
    before: async ({ request }) => {
      const headers = { origin: address }
      const data = { login: 'boss', password: PASSWORD }
      await request.post(`${address}/manage/v1/session`, { headers, data })
      await request.put(`${address}/manage/v1/me/settings/tour`, {
        headers,
        data: { value: 'done' },
      })
    },
  })

test('every page with something in its address is visited', () => {
  const unknown = patterns.filter((path) => path.includes(':') && !(path in ADDRESSES))
  expect(unknown).toEqual([])
  expect(patterns.length).toBeGreaterThan(50)
})

test('no page takes names, labels and texts for markup', { timeout: 1_200_000 }, async () => {
  const { page } = await signedIn()
  const faults: string[] = []
  for (const pattern of [...patterns, ...OTHERS]) {
    await page.goto(`${address}/${ADDRESSES[pattern] ?? pattern}`)
    await page.locator('main').first().waitFor({ state: 'attached' })
    await expect.poll(() => page.locator(UNFINISHED).count()).toBe(0)
    if (SEEN.includes(pattern)) {
      const text = page.getByText('class="planted"').first()
      await text
        .waitFor({ state: 'attached', timeout: 30_000 })
        .catch(() => faults.push(`${pattern}: not seen`))
    }
    const planted =
      (await page.locator('.planted').count()) + Number(await page.evaluate("'planted' in window"))
    if (planted > 0) faults.push(`${pattern}: ${planted} elements of foreign markup`)
  }

  expect(faults).toEqual([])
})
