import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { linesOf, migrationFolder, textOf } from '../../../test/elma365.ts'
import { EVERYTHING } from '../../../test/elma365-sample.ts'
import { BUILT_IN } from './targets.ts'

const { migrate, problemsIn } = await migrationFolder()

test('every kind of component has its file, and the checks take the whole', async () => {
  const migrated = await migrate(EVERYTHING)

  expect(await problemsIn(migrated)).toEqual([])
  expect([...migrated.files.keys()]).toEqual([
    'modules/registry.yaml',
    'modules/registry/processes/sync.bpmn',
    'modules/registry/processes/sync.yaml',
    'people/groups/drivers.yaml',
    'solution.yaml',
    'workspaces/_clients/apps/_companies/extension.yaml',
    'workspaces/company_wide/processes/holiday.bpmn',
    'workspaces/company_wide/processes/holiday.yaml',
    'workspaces/company_wide/workspace.yaml',
    'workspaces/hr/apps/trips.yaml',
    'workspaces/hr/apps/trips/documents/prikaz.docx',
    'workspaces/hr/apps/trips/documents/prikaz.yaml',
    'workspaces/hr/apps/trips/processes/approve.bpmn',
    'workspaces/hr/apps/trips/processes/approve.yaml',
    'workspaces/hr/contracts/papers.yaml',
    'workspaces/hr/workspace.yaml',
  ])
  expect(textOf(migrated, 'solution.yaml')).toBe(
    'code: hr\nname: Кадры\nversion: 1.0.0\ndescription: Everything about trips\n',
  )
  expect(parse(textOf(migrated, 'workspaces/hr/workspace.yaml') ?? '')).toEqual({
    name: 'Кадры и люди',
    parameters: {
      limit: { name: 'LIMIT', type: 'FLOAT', default: 5 },
      api_token: { name: 'API_TOKEN', type: 'STRING' },
    },
  })
  expect(parse(textOf(migrated, 'workspaces/hr/apps/trips.yaml') ?? '')).toMatchObject({
    type: 'DOCUMENT',
    registration: { enabled: true },
  })
  expect(
    parse(textOf(migrated, 'workspaces/_clients/apps/_companies/extension.yaml') ?? ''),
  ).toMatchObject({ fields: { rating: { type: 'FLOAT' } }, create: ['rating'] })
  expect(parse(textOf(migrated, 'modules/registry.yaml') ?? '')).toEqual({
    name: 'registry',
    actions: {
      lookup: {
        name: 'Look it up',
        isAsync: true,
        input: { number: { name: 'Number', type: 'STRING' } },
        output: { found: { name: 'Found', type: 'BOOLEAN' } },
      },
    },
  })
  expect(textOf(migrated, 'workspaces/hr/apps/trips/processes/approve.bpmn')).toContain(
    '<kontor:setting name="template" value="hr.trips/prikaz" />',
  )
  expect(textOf(migrated, 'modules/registry/processes/sync.bpmn')).toContain(
    '<kontor:setting name="module" value="registry" />',
  )
})

test('every component is in the report, and no secret is', async () => {
  const migrated = await migrate(EVERYTHING)

  const { entries, counts, kinds } = migrated.report
  expect(entries).toHaveLength(Object.values(EVERYTHING.services).flat().length + 1)
  expect(Object.values(counts).reduce((sum, each) => sum + each)).toBe(entries.length)
  expect(kinds.enigma).toEqual({ taken: 0, changed: 0, 'by hand': 0, 'not understood': 1 })
  const lines = linesOf(migrated)
  for (const part of [
    'nomenclature does not come',
    'it is built in and keeps its own fields instead of _inn',
    'the number to go on with',
    'a webhook',
    '"enigma"',
  ]) {
    expect(lines.filter((line) => line.includes(part))).toHaveLength(1)
  }
  const all = [...[...migrated.files.values()].map(String), JSON.stringify(migrated.report)]
  expect(all.join('\n')).not.toContain('s3cr3t')
})

test('the server methods of a widget are named', async () => {
  const serverScripts = 'async function total() {}\nfunction helper() {}\nasync function close() {}'
  const widget = { path: 'entities/hr/card', kind: 'widget', namespace: 'hr', code: 'card' }
  const migrated = await migrate({
    services: { widgets: [{ ...widget, body: { descriptor: { serverScripts } } }] },
  })

  expect(linesOf(migrated)).toContainEqual(
    expect.stringMatching(/^by hand widget hr\/card: server methods: total, close: their widget/),
  )
})

test('components that are not what they should be are named', async () => {
  const odd = [
    'appView',
    'template',
    'doctemplate',
    'contract',
    'group',
    'permissionSettings',
    'custom_activity',
  ]
  const migrated = await migrate({
    services: { some: odd.map((kind) => ({ path: `entities/hr/${kind}.json`, kind, body: [] })) },
  })

  expect(await problemsIn(migrated)).toEqual([])
  expect(migrated.report.counts['not understood']).toBe(odd.length)
})

test.each(BUILT_IN)('the app %s is built in', (path) => {
  const [workspace = '', app = ''] = path.split('/')
  const file = `solutions/_system/workspaces/${workspace}/apps/${app}.yaml`
  expect(existsSync(join(import.meta.dirname, '../../..', file))).toBe(true)
})

test('what waits after its script, and a process that is not there, is told by name', async () => {
  const EXT = 'ext_7d4c9a52-8f0e-4d56-9a3f-2b1c0d9e8f70'
  const action = (code: string, scripts: string, execution = 'waits') => ({
    path: `entities/ca/${EXT}/${code}_activity.json`,
    body: {
      ...{ __name: code, namespace: EXT, code, type: [{ code: 'script' }] },
      data: { scripts, execution: [{ code: execution }] },
    },
  })
  const migrated = await migrate({
    services: {
      extensions: [
        {
          ...{ path: `entities/${EXT}.json`, kind: 'extension', namespace: 'global', code: EXT },
          body: { code: 'desk', name: 'Desk' },
        },
      ],
      processor: [
        action('wait', 'async function action(url) {}\nasync function callback(req) {}'),
        action('uses', 'async function action() { await System.storage.getItem("a") }', 'sync'),
      ],
      'event-bus': [
        {
          ...{ path: `entities/${EXT}/a.json`, kind: 'subscription', namespace: EXT },
          body: {
            ...{ namespace: EXT, name: 'Begins', handlerType: 'process', event: 'item_create' },
            handlerData: { process: 'gone', bindings: [] },
          },
        },
      ],
    },
  })

  const lines = linesOf(migrated).map((line) => line.replaceAll(EXT, 'ext_'))
  expect(lines.filter((line) => line.startsWith('by hand'))).toEqual([
    expect.stringMatching(/ext_\/uses: scripts: they fail where they come to System.storage: not/),
    expect.stringMatching(
      /ext_\/wait: url: its function "callback" waits for a request, and actions/,
    ),
    expect.stringMatching(/: start: the process "gone" of its module is not in the package$/),
  ])
})
