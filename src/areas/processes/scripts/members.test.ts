import { expect, test } from 'vitest'
import { startScriptDesk } from '../../../../test/script-desk.ts'
import { findAbsent } from '../../../platform/scripts/world/members.ts'

const { run, tell } = await startScriptDesk()

const APP = 'Global.ns.desk.app.cases'
const itemId = await tell(
  `const item = ${APP}.create(); item.data.__name = 'One'; await item.save(); return item.id`,
)
const REF = `new RefItem('desk', 'cases', '${itemId}')`
const ITEM = `(await ${REF}.fetch())`
const FIELD = `${APP}.fields.others`
const STATUS = `${APP}.fields.__status`
const SEARCH = `${APP}.search()`
const DOCFLOW = `${REF}.docflow()`
const USER = '(await System.users.getCurrentUser())'
const GROUP = '(await System.userGroups.search().first())'
const TREE = '(await System.organisationStructure.fetchTree())'
const NODE = `${TREE}.getRoot()`
const FILE = `(await ${APP}.fields.papers.create('a.txt', new Uint8Array([1])))`
const DIRECTORY = '(await System.directories.search().first())'
const PROCESS = 'Global.ns.desk.processes.ask'
const TASK = `(await ${PROCESS}._searchTasks().first())`
const INSTANCE = `(await ${PROCESS}._searchInstances().first())`
const SCHEDULE = 'System.productionSchedule'
await tell(`await ${PROCESS}.run({ text: 'a' })`)

/** What scripts of the other product use, by object: what is there, and what is not. */
const MEMBERS: [object: string, there: string, missing: string][] = [
  ['Context', 'data fields', ''],
  [
    APP,
    'create search fields processes cache storage',
    'name serial statusHistory getFolders createFolder getSettings params batch getPermissions setPermissions hasPermission',
  ],
  ['Namespace', 'app code processes params cache storage api', 'name portal services'],
  ['Global', 'ns', 'processes params'],
  [SEARCH, 'where from size sort fields all first count', ''],
  [
    REF,
    'namespace code id fetch delete restore sendMessage docflow',
    'getFolder setFolder getSettings',
  ],
  [
    ITEM,
    'namespace code id fetch delete restore sendMessage docflow data fields save setStatus',
    'subscribe unsubscribe getSubscribers getPermissions setPermissions hasPermission getSignHistory uploadSign getDataSigns getFolder setFolder getSettings',
  ],
  [FIELD, 'app fetchAll create variants', 'data createFromLink'],
  [STATUS, 'variants', 'all groups'],
  [
    DOCFLOW,
    'getApprovalLists getInformLists getRegistrations register manualRegister deleteRegistration reserve deleteReservation',
    'getApprovalArchivedLists getInformArchivedLists unarchiveApprovalList getNomenclature',
  ],
  ['System.users', 'search getCurrentUser', 'create createWithAuthData requestPasswordRecovery'],
  [
    USER,
    'id data fetch positions getChiefs',
    'save setPositions assignToPosition removeFromPosition block unblock getLocale timezone',
  ],
  ['System.userGroups', 'search', 'create'],
  [GROUP, 'id data users subGroups parentGroups positions', 'save delete addItem'],
  ['System.organisationStructure', 'fetchTree', 'createTree createItem save search'],
  [TREE, 'getRoot find', 'validate'],
  [NODE, 'id data users getParent getChildren find', 'addChild removeChild moveToParent'],
  ['System.files', 'search createTemporary', ''],
  [FILE, 'id fetch getDownloadUrl getVersions', 'addVersion addVersionFromLink getFileMD5Hash'],
  ['System.directories', 'search', ''],
  [DIRECTORY, 'id data getParents getChildren getFiles getDirs createChildren delete', ''],
  [PROCESS, 'run _searchInstances _searchTasks', ''],
  [INSTANCE, 'id data interrupt updateContext', 'getTemplate getParent getTimers setResponsible'],
  [TASK, 'id data getProcessInstance getPerformers reassign changeDueDate getExits submitTask', ''],
  [SCHEDULE, 'calcDate', 'getGeneralSettings getSpecialDays getWorkingTime'],
  [
    'System',
    'cache getBaseUrl',
    'storage replacements timezones templater digitalSigns lines portals processes',
  ],
  ['Namespace.storage', 'getItem setItem removeItem', ''],
  ['Namespace.cache', 'getItem setItem', ''],
  [`${APP}.fields.lines.create()`, 'insert delete', 'result'],
  ['Namespace.api.run', 'getUrl', 'call'],
]

/** Without knowing what an object is, a plan cannot see these: other objects have them. */
const UNSEEN = [
  'save',
  'delete',
  'data',
  'all',
  'groups',
  'getParent',
  'result',
  'name',
  'params',
  'call',
]

const split = (names: string) => names.split(' ').filter((name) => name !== '')

test.each(MEMBERS)(
  '%s has its members, and names those it has not',
  async (object, there, missing) => {
    const types = split(there).map((name) => `${name}: typeof it.${name}`)
    const found = await tell(`const it = ${object}; return { ${types.join(', ')} }`)
    expect(Object.values(found as object)).not.toContain('undefined')

    for (const name of split(missing)) {
      const { error } = await run(`const it = ${object}; return it.${name}`)
      expect(error).toMatch(new RegExp(`\\.${name} is not supported here$`))
    }
  },
)

test.each(MEMBERS)('a plan says the same of %s', (object, there, missing) => {
  const told = (name: string) => findAbsent(`await ${object}.${name}`)

  expect(split(there).flatMap(told)).toEqual([])
  const unseen = split(missing).filter((name) => told(name).length === 0)
  expect(unseen.filter((name) => !UNSEEN.includes(name))).toEqual([])
})

const NAMES = ['FormData', 'Permissions', 'PermissionValue', 'PermissionType', 'SR']

test.each(NAMES)('%s is not there, which is told by name', async (name) => {
  expect((await run(`return new ${name}()`)).error).toContain(name)
  expect(findAbsent(`new ${name}()`)).toEqual([name])
})

const VALUES: [made: string, members: string][] = [
  [
    'new Datetime()',
    'add addDate sub after before equal format getDate getTime truncateTime unix asDate utc',
  ],
  ['new TDate(2026, 3, 1)', 'asDatetime addDate'],
  ['new TTime(1, 2, 3, 4)', 'hours minutes seconds format'],
  ["new Duration(1, 'days')", 'hours minutes'],
  ["new Money(1, 'EUR')", 'cents currency add multiply asFloat'],
  ['f.note', 'eq neq gt gte lt lte in like link has all'],
  ['g', 'and or'],
  ['new HttpResponse(200)', 'status content json set redirect'],
]

test.each(VALUES)('%s has its members', async (made, members) => {
  const read = `const it = ${made}; types = [${split(members).map((name) => `typeof it.${name}`)}]`
  const body = `let types; ${APP}.search().where((f, g) => { ${read}; return g.and() }); return types`
  expect(await tell(body)).not.toContain('undefined')
})

test('codes of fields are no members', () => {
  expect(findAbsent('item.data.serial = Context.fields.batch.code')).toEqual([])
  expect(findAbsent('item.data.serial.fetchAll(); app.serial')).toEqual(['serial'])
})

test('what scripts cannot do with values is told by name as well', async () => {
  expect((await run('new HttpResponse().cookie()')).error).toContain('HttpResponse.cookie')
  expect((await run('new HttpResponse().setFile()')).error).toContain('HttpResponse.setFile')
  const { error } = await run(`${APP}.search().where((f, g) => g.fts('a'))`)
  expect(error).toBe('g.fts is not supported here')
})
