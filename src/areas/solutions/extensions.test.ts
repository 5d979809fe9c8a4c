import { expect, test } from 'vitest'
import { solution, startSolutions } from '../../../test/solution.ts'
import { solutionParts } from '../../app/solutions.ts'
import { areas } from '../../client/areas.ts'
import { createClient, overHttp } from '../../client/client.ts'
import { readFolder } from '../../definitions/folder.ts'
import { loadSolution } from '../../definitions/load.ts'
import { applyBuiltIn } from './built-in.ts'
import { applySolution } from './service.ts'

const started = await startSolutions()
const { as, admin, address, client, apply, plan, columnsOf, make } = started
const system = await readFolder('solutions/_system')
const applySystem = () =>
  applySolution(make.asSystem, solutionParts, { files: system, allowLoss: false, isBuiltIn: true })
await applySystem()
const apps = as(admin).apps
const COMPANIES = { namespace: '_clients', code: '_companies' }
const FILE = 'workspaces/_clients/apps/_companies/extension.yaml'
const TIER = `fields:
  tier: { name: { en: Tier, ru: Уровень }, type: STRING, indexed: true }
create: [tier]
`

const extending = (code: string, yaml: string, files: Record<string, string> = {}) =>
  solution(code, { [FILE]: yaml, ...files })

const codesOf = async (): Promise<string[]> => {
  const { application } = await as(admin).scheme.getApp({ params: COMPANIES })
  return application.fields.filter(({ deleted }) => !deleted).map(({ code }) => code)
}
const create = async (context: Record<string, unknown>) =>
  (await apps.createItem({ params: COMPANIES, input: { context } })).item
const read = async (id: string) =>
  (await apps.getItem({ params: { ...COMPANIES, id }, input: {} })).item

test('a solution adds fields to a built-in app, and their values are kept like any others', async () => {
  const { changes } = await apply(extending('alpha', TIER))

  expect(changes.find(({ kind }) => kind === 'extension')).toMatchObject({
    namespace: '_clients._companies',
    code: 'alpha',
    action: 'create',
    data: expect.arrayContaining(['column for "tier" added']),
  })
  expect(await columnsOf('ws__clients', '_companies')).toHaveProperty('tier')
  const item = await create({ __name: 'Acme', tier: 'gold' })
  expect(await read(item.__id)).toMatchObject({ tier: 'gold', __name: 'Acme' })
  const { result } = await apps.listItems({
    params: COMPANIES,
    input: { filter: { tf: { tier: 'gol' } } },
  })
  expect(result.result.map(({ __id }) => __id)).toEqual([item.__id])
  expect(
    (await apply(extending('alpha', TIER))).changes.every((each) => each.action === 'unchanged'),
  ).toBe(true)
})

test('names are in the language of the reader, and new items are asked for the field', async () => {
  const { forms } = (await as(admin).scheme.getApp({ params: COMPANIES })).application
  expect(JSON.stringify(forms.create)).toContain('"tier"')
  const send = overHttp(address, admin.token)
  const russian = createClient(areas, (sent) =>
    send({ ...sent, headers: { ...sent.headers, 'accept-language': 'ru' } }),
  )
  const { application } = await russian.scheme.getApp({ params: COMPANIES })
  expect(application.fields.find(({ code }) => code === 'tier')?.view.name).toBe('Уровень')
})

test('two solutions extend one app; a field that both add is refused with the other one named', async () => {
  await expect(apply(extending('beta', TIER))).rejects.toMatchObject({
    message: expect.stringContaining(
      `${FILE}:2:3 the solution "alpha" adds a field "tier" to this app already`,
    ),
  })
  await apply(extending('beta', 'fields:\n  fleet: { name: Fleet, type: INTEGER }\n'))
  expect(await codesOf()).toEqual(expect.arrayContaining(['_inn', 'tier', 'fleet']))
})

test('removing one keeps the data of the other, and brings its own back later', async () => {
  const { __id: id } = await create({ __name: 'Both', tier: 'silver', fleet: 7 })

  await expect(client.remove({ params: { code: 'alpha' }, input: {} })).rejects.toMatchObject({
    message: expect.stringContaining('"tier" still has'),
  })
  await client.remove({ params: { code: 'alpha' }, input: { allowLoss: 'true' } })

  expect(await codesOf()).not.toContain('tier')
  expect(await read(id)).toMatchObject({ fleet: 7 })
  expect(await read(id)).not.toHaveProperty('tier')
  await apply(extending('alpha', TIER))
  expect(await read(id)).toMatchObject({ tier: 'silver', fleet: 7 })
})

test('a field of an extension is renamed with its values, and so is it in what people keep', async () => {
  const { workplace } = as(admin)
  const key = 'apps/_clients/_companies'
  await workplace.saveSetting({ params: { key }, input: { value: { columns: ['fleet'] } } })
  const { __id: id } = await create({ __name: 'Renamed', fleet: 3 })
  const yaml = 'fields:\n  vehicles: { name: Vehicles, type: INTEGER, renamedFrom: [fleet] }\n'

  await apply(extending('beta', yaml))

  expect(await read(id)).toMatchObject({ vehicles: 3 })
  const { settings } = await workplace.getSettings()
  expect(settings[key]).toEqual({ columns: ['vehicles'] })
})

test('other definitions may use what the solution itself adds', async () => {
  const contract = `name: Rated\nfields:\n  rating: { name: Rating, type: STRING }\napps:\n  _clients/_companies: { rating: RATING }\n`
  const files = (field: string) =>
    extending('gamma', 'fields:\n  rating: { name: Rating, type: STRING }\n', {
      'workspaces/gamma/contracts/rated.yaml': contract.replace('RATING', field),
    })
  await expect(plan(files('ratng'))).rejects.toMatchObject({
    message: expect.stringContaining('has no field "ratng", did you mean "rating"?'),
  })

  await apply(files('rating'))

  expect(await codesOf()).toContain('rating')
})

test('removing a field, or the extension, names the other solutions that use it', async () => {
  const contract = `name: Levels\nfields:\n  level: { name: Level, type: STRING }\napps:\n  _clients/_companies: { level: tier }\n`
  await apply(solution('levels', { 'workspaces/levels/contracts/levels.yaml': contract }))
  const message = expect.stringContaining(
    'contract levels/levels of the solution "levels" uses the field "tier"',
  )

  const other = extending('alpha', 'fields:\n  grade: { name: Grade, type: STRING }\n')
  const renamed = extending(
    'alpha',
    'fields:\n  tier: { name: Rank, type: STRING }\n  grade: { name: Grade, type: STRING }\n',
  )

  await expect(apply(other)).rejects.toMatchObject({ message })
  const removal = client.remove({ params: { code: 'alpha' }, input: { allowLoss: 'true' } })
  await expect(removal).rejects.toMatchObject({ message })
  const { changes } = await plan(renamed)
  expect(changes.flatMap(({ blockers }) => blockers)).toEqual([])
  await client.remove({ params: { code: 'levels' }, input: { allowLoss: 'true' } })
})

test('a field of an extension gets another code in a draft, and keeps its values', async () => {
  const { drafts } = as(admin)
  const { __id: id } = await create({ __name: 'Drafted', vehicles: 4 })
  const { draft } = await drafts.create({ input: { solution: 'beta' } })
  const params = { id: draft.id }

  const renamed = await drafts.rename({
    params,
    input: { file: FILE, at: ['fields', 'vehicles'], to: 'cars' },
  })
  await drafts.publish({ params, input: { revision: renamed.revision } })

  expect(await read(id)).toMatchObject({ cars: 4 })
  const back = 'fields:\n  vehicles: { name: Vehicles, type: INTEGER, renamedFrom: [cars] }\n'
  await apply(extending('beta', back))
})

test('apps and processes may lie in a built-in workspace', async () => {
  const app =
    'name: Partners\nfields:\n  company: { name: Company, type: SYS_COLLECTION, app: _clients/_companies }\n'
  await apply(solution('delta', { 'workspaces/_clients/apps/partners.yaml': app }))
  const params = { namespace: '_clients', code: 'partners' }
  const { __id: company } = await create({ __name: 'Linked' })
  const made = await apps.createItem({ params, input: { context: { company: [company] } } })
  expect(made.item).toMatchObject({ company: [company] })

  await client.remove({ params: { code: 'delta' }, input: { allowLoss: 'true' } })

  expect(await codesOf()).toContain('_inn')
})

test.each([
  [
    'an app that is not there',
    { 'workspaces/_clients/apps/_nobody/extension.yaml': TIER },
    'there is no app "_clients/_nobody"',
  ],
  [
    'a workspace that is not there',
    { 'workspaces/_nowhere/apps/partners.yaml': 'name: P\nfields: {}\n' },
    'there is no workspace "_nowhere/_nowhere"',
  ],
  [
    'an app of a solution',
    {
      'workspaces/bad/apps/own.yaml': 'name: O\nfields: {}\n',
      'workspaces/bad/apps/own/extension.yaml': TIER,
    },
    'only built-in apps are extended: change the app itself',
  ],
  [
    'an app of a solution in a built-in workspace',
    {
      'workspaces/_clients/apps/own.yaml': 'name: O\nfields: {}\n',
      'workspaces/_clients/apps/own/extension.yaml': TIER,
    },
    'only built-in apps are extended: change the app itself',
  ],
  [
    'a field that the app has itself',
    { [FILE]: 'fields:\n  _inn: { name: I, type: STRING }\n' },
    'the app has a field "_inn" of its own',
  ],
  [
    'an app with a code of the system in another workspace',
    { 'workspaces/bad/apps/_partners.yaml': 'name: P\nfields: {}\n' },
    'codes starting with "_" are reserved for the system: "_partners"',
  ],
  [
    'a form with a field that it does not add',
    { [FILE]: 'fields:\n  a: { name: A, type: STRING }\ncreate: [_inn]\n' },
    'unknown field "_inn"',
  ],
])('%s is refused', async (_, files, message) => {
  await expect(plan(solution('bad', files))).rejects.toMatchObject({
    message: expect.stringContaining(message),
  })
})

test('a new release of the built-in app keeps what solutions added', async () => {
  const { plan } = await applySystem()

  expect(plan.changes.every(({ action }) => action === 'unchanged')).toBe(true)
  const path = 'workspaces/_clients/apps/_companies.yaml'
  const next = system.map((file) =>
    file.path === path
      ? { path, content: Buffer.from(`${file.content}`.replace('en: Employees', 'en: Staff')) }
      : file,
  )
  const changed = await applySolution(make.asSystem, solutionParts, {
    files: next,
    allowLoss: false,
    isBuiltIn: true,
  })
  expect(changed.plan.changes.find(({ code }) => code === '_companies')).toMatchObject({
    action: 'update',
    data: [],
    blockers: [],
  })
  expect(await codesOf()).toEqual(expect.arrayContaining(['_employees', 'tier', 'vehicles']))
})

test('fields and apps that look built-in are allowed in built-in workspaces, with a warning', async () => {
  const files = extending('epsilon', 'fields:\n  _region: { name: Region, type: STRING }\n', {
    'workspaces/_clients/apps/_partners.yaml': 'name: Partners\nfields: {}\n',
  })
  const { warnings } = await apply(files)

  expect(warnings.map(({ message }) => message)).toEqual([
    expect.stringContaining('"_region" looks like a code of the system'),
    expect.stringContaining('"_partners" looks like a code of the system'),
  ])
  expect(await create({ __name: 'R', _region: 'north' })).toMatchObject({ _region: 'north' })
  expect((await apply(files)).changes.every(({ action }) => action === 'unchanged')).toBe(true)
})

test('a release that brings such codes leaves those of the solution as they are', async () => {
  const path = 'workspaces/_clients/apps/_companies.yaml'
  const next = [
    ...system.map((file) =>
      file.path === path
        ? {
            path,
            content: Buffer.from(
              `${file.content}`.replace(
                '  _kpp:',
                '  _region: { name: Other, type: INTEGER }\n  _kpp:',
              ),
            ),
          }
        : file,
    ),
    {
      path: 'workspaces/_clients/apps/_partners.yaml',
      content: Buffer.from('name: Built in\nfields: { _new: { name: New, type: STRING } }\n'),
    },
  ]
  await applyBuiltIn(make.asSystem, solutionParts, next)

  expect(await create({ __name: 'R', _region: 'south' })).toMatchObject({ _region: 'south' })
  const params = { namespace: '_clients', code: '_partners' }
  expect((await as(admin).scheme.getApp({ params })).application.name).toBe('Partners')
  await client.remove({ params: { code: 'epsilon' }, input: { allowLoss: 'true' } })
  await applySystem()
})

test('fields of built-in apps begin with "_"', () => {
  const { definitions } = loadSolution(system, { isBuiltIn: true }).readable
  const codes = definitions.flatMap(({ kind, body }) =>
    kind === 'app' ? Object.keys((body as { fields: object }).fields) : [],
  )
  expect(codes.length).toBeGreaterThan(20)
  expect(codes.filter((code) => !code.startsWith('_'))).toEqual([])
})
