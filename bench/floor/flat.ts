import { areas } from '../../src/client/areas.ts'
import { createClient, overHttp } from '../../src/client/client.ts'
import { say } from '../../src/commands/say.ts'
import { connectClient } from '../../src/platform/db/db.ts'
import { type Contender, compare, type Rounds } from '../compare.ts'
import { readCpu } from '../cpu.ts'
import { copyItems } from '../items/fill.ts'
import { type Stand, TOKEN, withStand } from '../stand.ts'
import { driveWire, type WireRequest } from '../wire.ts'
import { changesOf, companyId, contextOf, idAt, YAML } from './app.ts'
import { CHANGES } from './floor.ts'

const FEW = 10_000
const MANY = 5_000_000
const APPS = { few: FEW, many: MANY }
type App = keyof typeof APPS

/** The same requests to two apps of the same fields: what does the number of items cost? */
export const flat = (rounds: Rounds): Promise<void> =>
  withStand(async (stand) => {
    await fill(stand)
    say('the apps are filled')
    const cases = Object.entries(await casesOf(stand))
    for (const [name, request] of cases) {
      if (rounds.only && !rounds.only.some((start) => name.startsWith(start))) continue
      await compare([measuring('few'), measuring('many')], rounds)
      function measuring(app: App): Contender {
        const cpu = () => readCpu(stand.process.pid)
        const load = { address: stand.address, token: TOKEN, cpu, request: request(app) }
        return {
          name: `${name}, ${APPS[app].toLocaleString('en')} items`,
          limit: app === 'few' ? `${FEW.toLocaleString('en')}` : undefined,
          measure: (seconds) => driveWire(load, seconds),
        }
      }
    }
  })

type Requests = (app: App) => (number: number) => WireRequest

const path = (app: App, rest: string) => `/pub/v1/app/flat/${app}/${rest}`
/** Spread over the whole app. */
const idOf = (app: App, number: number) => idAt('0190', (number * 797) % APPS[app])
const post = (app: App, rest: string, body: object): WireRequest => ({
  method: 'POST',
  path: path(app, rest),
  body: JSON.stringify(body),
})

async function casesOf(stand: Stand): Promise<Record<string, Requests>> {
  const middle = { few: await middleOf(stand, 'few'), many: await middleOf(stand, 'many') }
  const page = { active: true, size: 20 }
  const byReference = (app: App, number: number) => ({
    ...page,
    filter: { eql: { query: `[reference] = 'R-${(number * 797) % APPS[app]}'` } },
  })
  return {
    get: (app) => (number) => ({ method: 'GET', path: path(app, `${idOf(app, number)}/get`) }),
    'first page with the total': (app) => () => post(app, 'list', page),
    'sorted by an indexed field': (app) => () =>
      post(app, 'list', { ...page, sortExpressions: [{ field: 'due', ascending: false }] }),
    'found by an indexed text': (app) => (number) => post(app, 'list', byReference(app, number)),
    'a page in the middle by `after`': (app) => () =>
      post(app, 'list', { ...page, after: middle[app] }),
    create: (app) => (number) => post(app, 'create', { context: contextOf(number) }),
    update: (app) => (number) =>
      post(app, `${idOf(app, number)}/update`, { context: changesOf(number) }),
    'set status': (app) => (number) =>
      post(app, `${idOf(app, number)}/set-status`, {
        status: { code: number % 2 === 0 ? 'done' : 'new' },
      }),
  }
}

/** The cursor of a page in the middle of an app. */
async function middleOf({ address }: Stand, app: App): Promise<string> {
  const min = new Date(Date.UTC(2026, 0, 1) + (APPS[app] / 2) * 1000).toISOString()
  const { path: rest, body } = post(app, 'list', {
    active: true,
    size: 1,
    after: '',
    filter: { tf: { __createdAt: { min } } },
  })
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
  const answer = await fetch(address + rest, { method: 'POST', headers, body: body ?? '' })
  return ((await answer.json()) as { result: { after: string } }).result.after
}

async function fill(stand: Stand): Promise<void> {
  const client = createClient(areas, overHttp(stand.address, TOKEN))
  const yaml = YAML.replaceAll('floor/', 'flat/')
  await client.solutions.apply({
    input: {
      files: [
        { path: 'solution.yaml', content: 'code: flat\nname: Flat\nversion: 1.0.0\n' },
        { path: 'workspaces/flat/workspace.yaml', content: 'name: Flat\n' },
        { path: 'workspaces/flat/apps/companies.yaml', content: 'name: Companies\nfields: {}\n' },
        ...Object.keys(APPS).map((app) => ({
          path: `workspaces/flat/apps/${app}.yaml`,
          content: yaml,
        })),
      ],
    },
  })
  const create = (code: string, context: Record<string, unknown>) =>
    client.apps.createItem({ params: { namespace: 'flat', code }, input: { context } })
  await create('companies', { __id: companyId(0), __name: 'Company' })
  const sql = await connectClient(stand.connection)
  await copyItems(sql, 'companies', { count: 1000, start: '0191', changes: {} }, 'flat')
  for (const [app, count] of Object.entries(APPS)) {
    await create(app, { ...contextOf(0), __id: idAt('0190', 0) })
    await copyItems(sql, app, { count, start: '0190', changes: CHANGES }, 'flat')
  }
  await sql.query('vacuum analyze')
  await sql.end()
}
