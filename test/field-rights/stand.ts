import { randomUUID } from 'node:crypto'
import { runImport } from '../../src/areas/apps/importing/run.ts'
import { newId } from '../../src/lib/ids.ts'
import { jobOn } from '../../src/platform/jobs/runner.ts'
import { startApp } from '../app.ts'
import { makeDocx, paragraph } from '../office.ts'
import { diagram, flow } from '../process.ts'
import { solution } from '../solution.ts'

/**
 * Two workspaces that differ in one field: hidden in the first, not defined in the second. Their names have
 * the same length, because EQL errors contain positions.
 */
export const GUARDED = 'guarded'
export const PLAIN = 'lacking'

/** The field, and a unique value of it. */
export const CODE = 'salary'
export const VALUE = 987654

const staff = (space: string, has: boolean) => `name: Staff
fields:
  title: { name: Title, type: STRING, indexed: true }
${has ? `  ${CODE}: { name: Salary, type: INTEGER, indexed: true, searchable: true, default: ${VALUE + 1} }\n` : ''}\
  grade: { name: Grade, type: INTEGER, default: 1 }
  team: { name: Team, type: SYS_COLLECTION, app: ${space}/teams }
statuses:
  - { code: main, name: Main, statuses: [{ id: 1, code: new, name: New }, { id: 2, code: done, name: Done }] }
externalKeys: [title${has ? `, ${CODE}` : ''}]
forms:
  view: [title, ${has ? `${CODE}, ` : ''}grade]
  edit: { sections: [{ fields: [{ field: title${has ? `, required: ${CODE} > 3` : ''} }${has ? `, ${CODE}` : ''}] }] }
columns: [title, ${has ? `${CODE}, ` : ''}grade]
views:
  list: { name: List, type: table, columns: [title${has ? `, ${CODE}` : ''}], summaries: { grade: sum${has ? `, ${CODE}: max` : ''} }, colours: [{ when: grade > 5, colour: red }${has ? `, { when: ${CODE} > 3, colour: blue }` : ''}] }
  board: { name: Board, type: board, card: [grade${has ? `, ${CODE}` : ''}]${has ? `, sumOf: ${CODE}` : ''} }
${has ? `  rich: { name: Rich, type: table, filter: { eql: { query: "[${CODE}] > 1" } } }\n` : ''}\
${has ? 'defaultView: rich\n' : ''}\
rights: { "group:all_users": [read, create, update, delete, import, export] }
${has ? `fieldRights: { ${CODE}: {} }\n` : ''}`

const teams = (space: string) => `name: Teams
fields:
  lead: { name: Lead, type: SYS_COLLECTION, app: ${space}/staff }
  members: { name: Members, type: SYS_COLLECTION, app: ${space}/staff, single: false }
rights: { "group:all_users": [read] }
`

const contract = (space: string, has: boolean) => `name: Paid
fields:
  label: { name: Label, type: STRING }
  pay: { name: Pay, type: INTEGER }
apps: { ${space}/staff: { label: title${has ? `, pay: ${CODE}` : ''} } }
default: ${space}/staff
`

const open = 'rights: { "group:all_users": [read] }\n'

const grades = (space: string) => `name: Grades
columns: { grade: { name: Grade, type: INTEGER }, people: { name: People, type: INTEGER } }
query: { app: ${space}/staff, groupBy: [grade], values: { people: { function: count } } }
${open}`

/** Reports on the field, which the other workspace cannot have. */
const reportsOfField = (space: string) => ({
  'reports/sums.yaml': `name: Sums
columns: { sum: { name: Sum, type: INTEGER } }
query: { app: ${space}/staff, values: { sum: { function: sum, field: ${CODE} } } }
${open}`,
  'reports/rich.yaml': `name: Rich
columns: { title: { name: Title, type: STRING } }
query: { app: ${space}/staff, filter: { tf: { ${CODE}: { min: 1 } } } }
${open}`,
  'reports/text.yaml': `name: In SQL
columns: { title: { name: Title, type: STRING } }
sql: select title from ws_${space}.staff where ${CODE} > 1
${open}`,
})

/** A page with a list, and with widgets on the field where it is defined. */
const page = (space: string, has: boolean) => ({
  'pages/main.yaml': `name: Main\nwidgets: [list${has ? ', sum, rich, chart' : ''}]\n`,
  'widgets/list.yaml': `name: List
type: list
settings: { app: ${space}/staff, columns: [title${has ? `, ${CODE}` : ''}] }
`,
  ...(has && {
    'widgets/sum.yaml': `name: Sum
type: number
settings: { app: ${space}/staff, function: sum, field: ${CODE} }
`,
    'widgets/rich.yaml': `name: Rich
type: number
settings: { app: ${space}/staff, filter: { eql: { query: "[${CODE}] > 1" } } }
`,
    'widgets/chart.yaml': `name: Sums
type: report
settings: { report: ${space}/sums }
`,
  }),
})

const process = (space: string) => `name: Check
variables:
  person: { name: Person, type: SYS_COLLECTION, app: ${space}/staff }
  who: { name: Who, type: SYS_USER }
${open}`

const CHECK = diagram(`<startEvent id="start" />
  <userTask id="check" name="Check" kontor:performer="variable:who" />
  <endEvent id="end" />${flow('start -> check -> end')}`)

const files = (space: string, has: boolean) => {
  const inside = {
    'apps/staff.yaml': staff(space, has),
    'apps/teams.yaml': teams(space),
    'contracts/paid.yaml': contract(space, has),
    'reports/grades.yaml': grades(space),
    'processes/check.yaml': process(space),
    'processes/check.bpmn': CHECK,
    ...(has && reportsOfField(space)),
    ...page(space, has),
  }
  const all = Object.entries(inside).map(([path, text]) => [`workspaces/${space}/${path}`, text])
  const folder = `workspaces/${space}/apps/staff/documents`
  const letter = makeDocx(paragraph(`{title} earns {${CODE}}`)).toString('base64')
  return [
    ...solution(space, Object.fromEntries(all)),
    { path: `${folder}/letter.yaml`, content: 'name: Letter\nfile: letter.docx\n' },
    { path: `${folder}/letter.docx`, base64: letter },
  ]
}

/** Both workspaces with the same items under the same ids, and a reader. */
export async function startStand() {
  const now = new Date('2026-03-02T09:15:00Z')
  const started = await startApp({ now: () => now })
  const { app, as, admin, make } = started
  const ann = await make.user()
  const ids = { one: newId(), two: newId(), team: newId() }
  const instances = new Map<string, string>()
  for (const space of [GUARDED, PLAIN]) {
    const { apps, bpm, solutions } = as(admin)
    await solutions.apply({ input: { files: files(space, space === GUARDED) } })
    const create = (code: string, context: Record<string, unknown>) =>
      apps.createItem({ params: { namespace: space, code }, input: { context } })
    await create('staff', { __id: ids.one, __name: 'One', title: 'A', [CODE]: VALUE })
    await create('staff', { __id: ids.two, __name: 'Two', title: 'B', [CODE]: 5 })
    await create('teams', { __id: ids.team, lead: [ids.one], members: [ids.one, ids.two] })
    await apps.updateItem({
      params: { namespace: space, code: 'staff', id: ids.one },
      input: { context: { grade: 2, team: [ids.team], [CODE]: VALUE } },
    })
    const { context } = await bpm.run({
      params: { namespace: space, code: 'check' },
      input: { context: { person: [ids.one], who: [ann.id] } },
    })
    instances.set(space, String(context.__id))
  }
  return {
    ...started,
    ann,
    ids,
    instances,
    /** Runs an import like a worker, and returns its id. */
    load: async (by: { token: string }, space: string, text: string): Promise<string> => {
      const hash = randomUUID()
      await as(by).disk.uploadTemporary({ input: { hash }, file: text })
      const { importId: id } = await as(by).apps.importItems({
        params: { namespace: space, code: 'staff' },
        input: { fileHash: hash },
      })
      await runImport(jobOn(app.platform, app.platform.log), { id })
      return id
    },
  }
}
export type Stand = Awaited<ReturnType<typeof startStand>>
