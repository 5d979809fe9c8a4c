import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../test/app.ts'
import { solutionParts } from '../app/solutions.ts'
import { applySolution, exportSolution, planSolution } from '../areas/solutions/service.ts'
import { readFolder } from '../definitions/folder.ts'
import { snapshotOf } from '../definitions/snapshot.ts'
import { definitionId } from '../lib/codes.ts'
import { SYSTEM } from '../platform/caller.ts'
import { readContext } from '../platform/context.ts'
import { connectClient } from '../platform/db/db.ts'
import { readData } from './data.ts'
import { loadDemo } from './load.ts'

const FOLDERS = ['company', 'crm', 'service-desk', 'contracts']
const { app, as, connection, make, anonymous } = await startApp()
const { platform } = app
const database = await connectClient(connection)
afterAll(() => database.end())

const byHand = await make.user({ login: 'marco', password: 'my own password' })
await applySolution(make.asSystem, solutionParts, {
  files: await readFolder('solutions/_system'),
  allowLoss: false,
  isBuiltIn: true,
})
const load = () => loadDemo(platform, { folder: 'solutions', parts: solutionParts })
const demo = await load()

const files = (await Promise.all(FOLDERS.map((name) => readFolder(`solutions/${name}`)))).flatMap(
  readData,
)

const count = async ({ namespace, code }: { namespace: string; code: string }) => {
  const { rows } = await database.query(`select count(*) from "ws_${namespace}"."${code}"`)
  return rows[0].count
}

const signIn = (login: string, password: string) =>
  anonymous.access.signIn({ input: { login, password } })

test.each(files)('$path fills its app', async (file) => {
  expect(await count(file)).toBe(file.rows.length)
})

test('the loader reports what it loaded', () => {
  const items = files.reduce((sum, { rows }) => sum + rows.length, 0)

  expect(demo).toMatchObject({ solutions: FOLDERS.length, items, signIn: { login: 'anna' } })
})

test('every report and contract of the demo works', async () => {
  const admin = await make.user({ isAdministrator: true })
  const { contracts, reports } = as(admin)
  const snapshot = await snapshotOf(
    readContext(platform, { user: SYSTEM, requestId: 'test', log: platform.log }),
  )
  const placeOf = ({ namespace, code }: { namespace: string; code: string }) => ({
    params: { namespace, code },
  })

  for (const report of snapshot.live('report')) {
    const { result } = await reports.listRows(placeOf(report))
    expect([report.code, Number(result.total) > 0]).toEqual([report.code, true])
  }
  for (const contract of snapshot.live('contract')) {
    const { result } = await contracts.listItems(placeOf(contract))
    expect([contract.code, Number(result.total) > 0]).toEqual([contract.code, true])
  }
})

test('the demo is in the event log once, without events of its items', async () => {
  const { rows } = await database.query(
    `select type from kontor.events where type like 'demo.%' or type = 'app.item.created'`,
  )

  expect(rows).toEqual([{ type: 'demo.loaded' }])
})

test('demo users can sign in with the reported password', async () => {
  await expect(signIn('anna', demo?.signIn?.password ?? '')).resolves.toBeDefined()
  await expect(signIn('mei', demo?.signIn?.password ?? '')).resolves.toBeDefined()
})

test('an existing user keeps their password', async () => {
  await expect(signIn(byHand.login, demo?.signIn?.password ?? '')).rejects.toBeDefined()
  await expect(signIn(byHand.login, 'my own password')).resolves.toBeDefined()
})

const countFor = async (login: string, params: { namespace: string; code: string }) => {
  const { secret } = await make.token({ user: definitionId('user', 'global', login) })
  const { result } = await as({ token: secret }).apps.listItems({ params, input: { size: 1000 } })
  return result.result.length
}

test.each(files)('the managing director sees all of $path', async ({ namespace, code, rows }) => {
  expect(await countFor('anna', { namespace, code })).toBe(rows.length)
})

test('everybody sees the requests they made, and no agreements', async () => {
  const requests = { namespace: 'service_desk', code: 'requests' }
  const file = files.find(({ code }) => code === 'requests')
  const own = file?.rows.filter((row) => row.__createdBy === 'omar') ?? []

  expect(own).not.toEqual([])
  expect(await countFor('omar', requests)).toBe(own.length)
  expect(await countFor('omar', { namespace: 'contracts', code: 'agreements' })).toBe(0)
})

test.each(FOLDERS)('a plan of %s afterwards is empty', async (name) => {
  const ctx = readContext(platform, { user: SYSTEM, requestId: 'test', log: platform.log })

  const plan = await planSolution(ctx, solutionParts, await readFolder(`solutions/${name}`))

  expect(plan.changes.filter(({ action }) => action !== 'unchanged')).toEqual([])
  expect(plan.files).toEqual([])
})

test.each(FOLDERS)('an export of %s equals its folder', async (name) => {
  const ctx = readContext(platform, { user: SYSTEM, requestId: 'test', log: platform.log })

  const exported = await exportSolution(ctx, name.replace('-', '_'))

  expect(exported).toEqual(await readFolder(`solutions/${name}`))
})

const reports = await make.asSystem(async (ctx) =>
  (await snapshotOf(ctx)).live('report').filter(({ body }) => body.sql !== undefined),
)

test.each(reports)('the query of the report $namespace/$code finds something', async ({ body }) => {
  const text = (body.sql ?? '').replace(/(?<![:\w]):(\w+)/g, (_, code) =>
    String(body.parameters[code]?.default),
  )

  const { rows, fields } = await database.query(text)

  expect(rows).not.toEqual([])
  expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(body.columns)))
})

const anna = { token: (await make.token({ user: definitionId('user', 'global', 'anna') })).secret }

test('there are messages in channels and on items', async () => {
  const channel = definitionId('channel', 'global', 'announcements')
  const { result } = await as(anna).messages.listChannelMessages({ params: { channel }, input: {} })
  const { notifications } = await as(anna).notifications.list({ input: {} })

  expect(result.result.map(({ commentsCount }) => commentsCount)).toEqual([1, 2])
  const kinds = notifications.map(({ kind }) => kind).filter((kind) => kind !== 'task')
  expect(kinds).toEqual(['mention', 'comment', 'comment'])
})

test('a segment has subscribers, and phones have users', async () => {
  const { result } = await as(anna).marketing.listSegments({ input: {} })
  const administrator = await make.user({ isAdministrator: true })
  const { bindings } = await as(administrator).telephony.getBindings({ params: { code: 'bridge' } })

  expect(result.result).toMatchObject([{ name: 'Breweries', subscribersCount: 6 }])
  expect(bindings[0]).toEqual({ extension: '101', userId: definitionId('user', 'global', 'anna') })
})

test('loading again changes nothing', async () => {
  expect(await load()).toBeUndefined()
})

test('an interrupted load is resumed', async () => {
  const [file] = files
  await database.query(
    `update kontor.settings set value = '{"state":"loading"}' where key = 'demo'`,
  )
  await database.query('truncate ws_crm.visits')

  const again = await load()

  expect(again).toEqual({ solutions: demo?.solutions, items: demo?.items })
  expect(await count({ namespace: 'crm', code: 'visits' })).toBeGreaterThan(100)
  expect(file && (await count(file))).toBe(file?.rows.length)
})
