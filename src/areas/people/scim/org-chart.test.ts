import { expect, test, vi } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { ADMINISTRATORS, newId } from '../../../lib/ids.ts'
import { headsOf, listOrgUnits } from '../org-chart/service.ts'
import { chartOf, type Employee } from './chart.ts'
import { ENTERPRISE } from './names.ts'
import { buildOrgChart } from './org-chart.ts'

/** Departments and managers that SCIM sends build the org chart, where a setting says so. */

const { app, as, admin, make, request } = await startApp({
  environment: { KONTOR_SCIM_ORG_CHART: 'on', KONTOR_WORKERS: '1' },
})
const { secret } = await make.token({ user: admin.id, scopes: ['scim:write'] })

async function scim(method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/scim+json' }
  const answer = await request(`/scim/v2${path}`, { method, headers, body: JSON.stringify(body) })
  expect(answer.status).toBeLessThan(300)
  return answer.status === 204 ? { id: '' } : ((await answer.json()) as { id: string })
}
const hire = async (department: string, manager?: string, title?: string) => {
  const work = { department, ...(manager && { manager: { value: manager } }) }
  return (await scim('POST', '/Users', { userName: newId(), title, [ENTERPRISE]: work })).id
}
const change = (id: string, value: object) =>
  scim('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', value }] })
const build = () => make.asSystem(buildOrgChart)
const superiorsOf = (id: string) => make.asSystem((ctx) => headsOf(ctx, id))
const units = async () => make.asSystem(listOrgUnits)
const unitOf = async (id: string) => {
  const all = await units()
  const position = all.find(({ users }) => users.includes(id))
  return { position, department: all.find((each) => each.id === position?.parent) }
}

test('whom somebody answers to is their manager, and the chart follows what is sent', async () => {
  const chief = await hire('Board')
  const seller = await hire('Sales', chief, 'Head of sales')
  const lead = await hire('Sales', seller)
  const clerk = await hire('Sales', lead, 'Clerk')
  const secretary = await hire('Office', chief)
  const nobody = await hire('')
  await build()

  expect(await superiorsOf(clerk)).toEqual([lead])
  expect(await superiorsOf(lead)).toEqual([seller])
  expect(await superiorsOf(seller)).toEqual([chief])
  expect(await superiorsOf(secretary)).toEqual([chief])
  expect(await superiorsOf(chief)).toEqual([])
  expect(await unitOf(clerk)).toMatchObject({ position: { name: 'Clerk', isHead: false } })
  expect(await unitOf(secretary)).toMatchObject({ department: { name: 'Office' } })
  expect(await unitOf(seller)).toMatchObject({
    position: { name: 'Head of sales', isHead: true },
    department: { name: 'Sales' },
  })
  expect((await unitOf(nobody)).position).toBeUndefined()

  await change(clerk, { [ENTERPRISE]: { department: 'Board', manager: { value: chief } } })
  await build()
  expect(await superiorsOf(clerk)).toEqual([chief])
  // Nobody is under the lead any more, so they head nothing.
  expect(await unitOf(lead)).toMatchObject({ position: { isHead: false } })

  await change(seller, { active: false })
  await build()
  expect(await superiorsOf(lead)).toEqual([chief])

  const before = await units()
  await build()
  expect(await units()).toEqual(before)
})

test('only people whom provisioning brought are in it, and nobody becomes an administrator', async () => {
  const stranger = await make.user()
  const one = await hire('Works', stranger.id)
  await build()
  expect(await superiorsOf(one)).toEqual([])
  expect((await unitOf(stranger.id)).position).toBeUndefined()

  const { department } = await unitOf(one)
  const params = { id: ADMINISTRATORS }
  await as(admin).scheme.addGroupItems({ params, input: [department?.id ?? ''] })
  const other = await hire('Works')
  await expect(build()).rejects.toThrow('"Works" is in the group of administrators')
  expect((await unitOf(other)).position).toBeUndefined()
  await as(admin).scheme.removeGroupItems({ params, input: [department?.id ?? ''] })
  await build()
  expect((await unitOf(other)).department?.name).toBe('Works')
})

test('circles of managers are cut, and departments without managers are flat', () => {
  const person = (id: string, department: string, manager: string | null): Employee => ({
    ...{ id, name: id, department, manager, title: '', isActive: true },
  })
  const circle = chartOf([person('a', 'A', 'b'), person('b', 'B', 'c'), person('c', 'C', 'a')])
  expect(circle.map(({ name, parent }) => [name, parent !== null])).toEqual([
    ['A', false],
    ['C', true],
    ['B', true],
  ])
  const itself = chartOf([person('a', 'A', 'a')])
  expect(itself).toMatchObject([{ name: 'A', parent: null, positions: [{ isHead: false }] }])
  const flat = chartOf([person('a', 'A', null), person('b', 'A', null), person('c', 'C', null)])
  expect(flat.map(({ name, parent }) => [name, parent])).toEqual([
    ['A', null],
    ['C', null],
  ])
  const joined = chartOf([person('a', 'A', null), person('b', 'A', 'a'), person('c', 'A', null)])
  expect(joined).toMatchObject([
    { name: 'A', positions: [{ users: ['a'] }, { users: ['b', 'c'] }] },
  ])
})

test('what is sent reaches the chart by itself', async () => {
  await app.startJobs()
  const ann = await hire('Archive')

  await vi.waitFor(async () => expect((await unitOf(ann)).department?.name).toBe('Archive'), 30_000)

  await scim('DELETE', `/Users/${ann}`)
  await vi.waitFor(
    async () => expect((await units()).map(({ name }) => name)).not.toContain('Archive'),
    30_000,
  )
})
