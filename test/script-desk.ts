import { startApp } from './app.ts'
import { diagram, flow } from './process.ts'
import { solution } from './solution.ts'

/** A server whose route runs whatever scripts of a module can say. */
export async function startScriptDesk() {
  const started = await startApp({
    environment: { KONTOR_WORKERS: '4', KONTOR_PUBLIC_URL: 'https://kontor.example' },
  })
  const { as, admin, make, app, request } = started
  const robot = await make.user({ login: 'robot' })
  const boss = await make.user({ login: 'boss' })
  const files = solution('desk', {
    'workspaces/desk/workspace.yaml': 'name: Desk\n',
    'workspaces/desk/apps/cases.yaml': `name: Cases
fields:
  note: { name: Note, type: STRING }
  kind: { name: Kind, type: CATEGORY, options: { small: Small, big: Big } }
  price: { name: Price, type: MONEY, currency: EUR }
  length: { name: Length, type: FLOAT }
  span: { name: Span, type: DURATION }
  papers: { name: Papers, type: FILE, single: true }
  people: { name: People, type: SYS_USER, single: false }
  others: { name: Others, type: SYS_COLLECTION, app: desk/cases, single: false }
  lines: { name: Lines, type: TABLE, columns: { what: { name: What, type: STRING } } }
statuses:
  - { code: usual, name: Usual, statuses: [{ id: 1, code: open, name: Open }, { id: 2, code: done, name: Done }] }
`,
    'workspaces/desk/processes/ask.yaml':
      'name: Ask\nvariables:\n  text: { name: Text, type: STRING }\n',
    'workspaces/desk/processes/ask.bpmn': diagram(`<startEvent id="start" />
      <userTask id="answer" name="Answer" kontor:performer="role:author"><extensionElements>
        <kontor:form><kontor:formField code="text" /></kontor:form></extensionElements>
      </userTask><endEvent id="end" />${flow('start -> answer\nanswer:Done -> end')}`),
    'workspaces/desk/groups/staff.yaml':
      'name: Staff\nmembers: ["department:desk", "user:robot"]\n',
    'people/org-chart.yaml': `departments:
  - code: company
    name: Company
    positions: [{ code: head, name: Head, isHead: true, users: [boss] }]
    departments:
      - { code: desk, name: Desk, positions: [{ code: clerk, name: Clerk, users: [robot] }] }
`,
    'modules/desk.yaml': `name: Desk
scriptUser: robot
parameters: { greeting: { name: Greeting, type: STRING, default: Hello } }
scripts:
  web: |
    const Run = (async () => {}).constructor
    async function run({ body }) {
      try {
        const value = await new Run(body)()
        return { value: value === undefined ? null : JSON.parse(JSON.stringify(value)) }
      } catch (error) {
        return { error: String(error.message), code: error.code ?? '' }
      }
    }
    // So that the world is there: System.
    const forget = ({ body }) => void new Run(body)()
    const echo = ({ body }) => JSON.parse(body)
    const asked = ({ query }) => ({ query })
routes:
  run: { script: web, function: run }
  forget: { script: web, function: forget }
  echo: { script: web, function: echo }
  asked: { script: web, function: asked }
`,
  })
  await as(admin).solutions.apply({ input: { files } })
  const subject = { subjectKind: 'user' as const, subject: robot.id }
  const grant = (kind: string, object: string, right: string) =>
    as(admin).access.grant({ input: { kind, object, right, ...subject } as never })
  for (const right of ['create', 'read', 'update', 'delete'])
    await grant('app', 'desk/cases', right)
  for (const right of ['create', 'read', 'update']) await grant('process', 'desk/ask', right)
  await app.startJobs()

  const ask = (route: string, body: string) =>
    request(`/modules/desk/${route}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${robot.token}` },
      body,
    })
  /** What a script comes to: a value, or an error. */
  const run = async (body: string) => {
    const reply = await ask('run', body)
    const answer = (await reply.json()) as { value?: unknown; error?: string; code?: string }
    if (reply.status !== 200) throw new Error(JSON.stringify(answer))
    return answer
  }
  const tell = async (body: string) => {
    const { value, error } = await run(body)
    if (error !== undefined) throw new Error(error)
    return value
  }
  return { ...started, robot, boss, ask, run, tell }
}
