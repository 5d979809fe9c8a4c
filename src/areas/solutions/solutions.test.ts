import { expect, test } from 'vitest'
import {
  appSolution,
  insertItems,
  solution,
  startSolutions,
  TITLE,
  toSource,
} from '../../../test/solution.ts'
import { solutionParts } from '../../app/solutions.ts'
import { readEvents, START } from '../../platform/events.ts'
import { applySolution } from './service.ts'

const { anonymous, app, apply, as, changeOf, client, columnsOf, make, plan, sql } =
  await startSolutions()

const eventsOf = async (solutionCode: string) => {
  const { events } = await readEvents(app.platform.db, START, 10_000)
  return events.filter(
    ({ object, namespace }) => object === `solution:${solutionCode}` || namespace === solutionCode,
  )
}

test('a plan says what it would do and does nothing', async () => {
  const { changes, files } = await plan(appSolution('only_plan', 'deals', TITLE))

  expect(changes.map(({ kind, code, action }) => `${action} ${kind} ${code}`)).toEqual([
    'create solution only_plan',
    'create workspace only_plan',
    'create app deals',
  ])
  expect(files).toHaveLength(3)
  expect(await columnsOf('ws_only_plan', 'deals')).toEqual({})
})

test('applying the same again writes nothing and tells nobody', async () => {
  const files = appSolution('twice', 'deals', TITLE)
  await apply(files)
  const before = await eventsOf('twice')

  const { changes, files: changed } = await apply(files)

  expect(changes.map(({ action }) => action)).toEqual(['unchanged', 'unchanged', 'unchanged'])
  expect(changed).toEqual([])
  expect(await eventsOf('twice')).toHaveLength(before.length)
})

test('each changed definition has one event, and the solution one more', async () => {
  await apply(appSolution('events', 'deals', TITLE))
  const first = await eventsOf('events')
  await apply(appSolution('events', 'deals', TITLE.replace('Deals', 'Sales')))

  const second = (await eventsOf('events')).slice(first.length)

  expect(first.map(({ type, object }) => `${type} ${object}`).sort()).toEqual([
    'definition.applied app:events/deals',
    'definition.applied solution:events',
    'definition.applied workspace:events',
    'solution.applied solution:events',
  ])
  expect(second.map(({ type, object, data }) => [type, object, data])).toEqual([
    [
      'definition.applied',
      'app:events/deals',
      { kind: 'app', action: 'update', version: 2, changes: ['name "Deals" → "Sales"'] },
    ],
    ['solution.applied', 'solution:events', { created: 0, updated: 1, deleted: 0, version: 2 }],
  ])
})

test('a definition of another solution is not taken over', async () => {
  await apply(appSolution('owner', 'deals', TITLE))
  const files = solution('thief', {
    'workspaces/owner/workspace.yaml': 'name: Mine\n',
  })

  const refused = apply(files, true)

  await expect(refused).rejects.toThrow('workspace:owner: it belongs to the solution "owner"')
})

test('problems come with file, line and column', async () => {
  const refused = plan(appSolution('problems', 'deals', `${TITLE}  x: { name: X, type: STRNG }\n`))

  await expect(refused).rejects.toMatchObject({
    status: 400,
    details: [
      {
        path: 'workspaces/problems/apps/deals.yaml:4:23',
        message: 'unknown type "STRNG", did you mean "STRING"?',
      },
    ],
  })
})

test('a solution that others need stays', async () => {
  await apply(appSolution('needed', 'deals', TITLE))
  await apply(
    solution('needing', {
      'workspaces/needing/pages/main.yaml': 'name: Main\ntype: APPLICATION\napp: needed/deals\n',
    }),
  )

  const refused = client.remove({ params: { code: 'needed' }, input: { allowLoss: 'true' } })

  await expect(refused).rejects.toThrow(
    'app:needed/deals: page needing/main of the solution "needing" refers to it',
  )
})

test('a removed solution leaves its items behind for when it comes back', async () => {
  const files = appSolution('removed', 'deals', TITLE)
  await apply(files)
  await insertItems(sql, 'ws_removed.deals', [{ title: 'a' }])
  const params = { code: 'removed' }

  const { plan: shown } = await client.planRemoval({ params })
  expect(changeOf(shown, 'deals')).toMatchObject({ action: 'delete', isDestructive: true })
  await expect(client.remove({ params })).rejects.toMatchObject({ status: 409 })
  await client.remove({ params, input: { allowLoss: 'true' } })

  await expect(client.export({ params })).rejects.toMatchObject({ status: 404 })
  expect((await client.list()).solutions.map(({ code }) => code)).not.toContain('removed')
  await apply(files)
  const { rows } = await sql.query('select title from ws_removed.deals')
  expect(rows).toEqual([{ title: 'a' }])
})

test('only administrators see and change solutions', async () => {
  const ann = await make.user()
  const input = { files: solution('denied') }

  await expect(as(ann).solutions.plan({ input })).rejects.toMatchObject({ status: 403 })
  await expect(as(ann).solutions.apply({ input })).rejects.toMatchObject({ status: 403 })
  await expect(as(ann).solutions.list()).rejects.toMatchObject({ status: 403 })
  await expect(anonymous.solutions.list()).rejects.toMatchObject({ status: 401 })
})

test('a path cannot leave the solution', async () => {
  for (const path of ['../x.yaml', '/etc/x.yaml', 'a/../../x.yaml', 'a\\b.yaml', 'a//b.yaml']) {
    const files = [...solution('paths'), { path, content: 'name: X\n' }]
    await expect(plan(files)).rejects.toMatchObject({ status: 400 })
  }
})

test('the solution of the system is not for others to change', async () => {
  const files = toSource(appSolution('_own', '_deals', TITLE))
  await applySolution(make.asSystem, solutionParts, { files, allowLoss: false, isBuiltIn: true })
  const other = solution('x').map((file) => ({
    ...file,
    content: file.content.replace('code: x', 'code: _own'),
  }))

  await expect(apply(other, true)).rejects.toMatchObject({ status: 400 })
  const params = { code: '_own' }
  await expect(client.remove({ params })).rejects.toMatchObject({ status: 403 })
  await expect(client.planRemoval({ params })).rejects.toMatchObject({ status: 403 })
  expect(await columnsOf('ws__own', '_deals')).toMatchObject({ title: 'text' })
})

test('a plan tells what was and what is to be, and what destroys', async () => {
  const files = appSolution('telling', 'deals', TITLE)
  await apply(files)

  const { changes } = await plan(
    solution('telling', { 'workspaces/telling/apps/other.yaml': 'name: Other\n' }),
  )
  const { changes: without } = await plan(appSolution('telling', 'deals', 'name: Deals\n'))

  const told = changes
    .filter(({ action }) => action !== 'unchanged')
    .map(({ action, path, isDestructive }) => [action, path, isDestructive])
  expect(told).toEqual([
    ['create', 'workspaces/telling/apps/other.yaml', false],
    ['delete', 'workspaces/telling/apps/deals.yaml', true],
  ])
  expect(without.find(({ kind }) => kind === 'app')?.differences).toMatchObject([
    { what: 'field "title"', before: { name: 'Title', type: 'STRING' }, after: null },
  ])
})
