import { randomUUID } from 'node:crypto'
import { runImport } from '../src/areas/apps/importing/run.ts'
import { jobOn } from '../src/platform/jobs/runner.ts'
import { startApp } from './app.ts'
import { applyProcesses, diagram, flow } from './process.ts'

const settings = (values: Record<string, string>) =>
  `<kontor:settings>${Object.entries(values)
    .map(([name, value]) => `<kontor:setting name="${name}" value="${value}" />`)
    .join('')}</kontor:settings>`

const step = (kind: string, values: Record<string, string>, mappings = '') =>
  diagram(`<startEvent id="start" />
  <serviceTask id="step" kontor:step="${kind}"><extensionElements>${settings(values)}${mappings}</extensionElements></serviceTask>
  <endEvent id="end" />${flow('start -> step -> end')}`)

const statusTo = (status: string) => step('status', { target: 'paper', status })

const PAPER = '\nvariables:\n  paper: { name: Paper, type: SYS_COLLECTION, app: law/papers }\n'

const PAPERS = `name: Papers
elementName: Paper
fields:
  title: { name: Title, type: STRING }
  amount: { name: Amount, type: INTEGER }
  tags: { name: Tags, type: CATEGORY, multiple: true, options: { a: A, b: B } }
  copies: { name: Copies, type: INTEGER, default: 1 }
statuses:
  - code: work
    name: In work
    statuses:
      - { id: 1, code: draft, name: Draft }
      - { id: 2, code: approval, name: In approval }
      - { id: 3, code: revision, name: In revision }
  - code: life
    name: In force
    statuses:
      - { id: 4, code: active, name: Active }
      - { id: 5, code: archived, name: Archived }
  - { code: end, name: Over, statuses: [{ id: 6, code: shredded, name: Shredded }] }
rights:
  group:all_users: [read, create, update, import]
transitions:
  - { from: draft, to: approval, by: [group:law/editors] }
  - { from: draft, to: active, by: [group:law/editors] }
  - { from: draft, to: archived, by: [user:Wanda], requires: [amount, tags, copies] }
  - { from: draft, to: archived, by: [role:performer] }
  - { from: approval, to: [active, revision], by: [process], message: Only the approval decides. }
  - { from: revision, to: approval }
  - { from: revision, to: draft, requires: [amount], message: A draft has an amount. }
  - { from: life/*, to: draft, by: [role:author] }
  - { from: "*", to: shredded, by: [group:administrators] }
`

/**
 * A workspace whose papers have transitions, with an editor and a visitor. `more` are further lines of the
 * definition of papers.
 */
export async function startTransitions(more = '') {
  const started = await startApp()
  const { as, admin, make, app } = started
  const [editor, visitor, wanda] = await Promise.all(
    ['editor', 'visitor', 'wanda'].map((login) => make.user({ login })),
  )
  if (!editor || !visitor || !wanda) throw new Error('nobody was made')
  await applyProcesses(
    started,
    'law',
    {
      send: { yaml: PAPER, bpmn: statusTo('approval') },
      finish: { yaml: PAPER, bpmn: statusTo('active') },
      rewrite: {
        yaml: PAPER,
        bpmn: step(
          'app_update',
          { target: 'paper' },
          `<kontor:mappings><kontor:mapping direction="in" source="&quot;active&quot;" target="title" /></kontor:mappings>`,
        ),
      },
    },
    {
      'workspaces/law/apps/papers.yaml': PAPERS + more,
      'workspaces/law/apps/notes.yaml': 'name: Notes\n',
      'workspaces/law/groups/editors.yaml': 'name: Editors\nmembers: [user:editor]\n',
      'workspaces/law/contracts/texts.yaml': `name: Texts
fields:
  name: { name: Name, type: STRING }
apps:
  law/papers: { name: title }
default: law/papers
`,
    },
  )
  const params = { namespace: 'law', code: 'papers' }
  type User = typeof admin
  const get = async (id: string, by: User = admin) =>
    as(by).apps.getItem({ params: { ...params, id } })
  return {
    ...started,
    params,
    editor,
    visitor,
    wanda,
    get,
    create: async (context: object = {}, by: User = admin) =>
      (await as(by).apps.createItem({ params, input: { context: { ...context } } })).item.__id,
    statusOf: async (id: string) =>
      ((await get(id)).item.__status as { status: number } | undefined)?.status,
    /** Sets a status without checking the transitions. */
    place: (id: string, status: number) =>
      make.change(`update "ws_law"."papers" set "__status" = ${status} where "__id" = '${id}'`),
    /** Runs a whole import. */
    load: async (by: User, csv: string) => {
      const hash = randomUUID()
      await as(by).disk.uploadTemporary({ input: { hash }, file: new Uint8Array(Buffer.from(csv)) })
      const { importId } = await as(by).apps.importItems({ params, input: { fileHash: hash } })
      await runImport(jobOn(app.platform, app.platform.log), { id: importId })
      return as(by).apps.importStatus({ params, input: { importId } })
    },
    run: async (by: User, code: string, id: string) => {
      const place = { namespace: 'law', code }
      return (await as(by).bpm.run({ params: place, input: { context: { paper: [id] } } })).context
    },
  }
}
