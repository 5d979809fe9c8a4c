import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { solution } from '../../../../test/solution.ts'
import { ADMINISTRATORS, ALL_USERS, newId } from '../../../lib/ids.ts'

const { as, admin, make, request, anonymous } = await startApp({
  now: () => new Date('2026-03-04T12:00:00.250Z'),
})
const scheme = as(admin).scheme

const create = async (name: string, namespace = 'global') => {
  const params = { namespace }
  return (await scheme.createGroup({ params, input: { __name: name } })).group
}
const get = async (id: string) => (await scheme.getGroup({ params: { id } })).group
const add = async (id: string, ...items: string[]) =>
  (await scheme.addGroupItems({ params: { id }, input: items })).addedItemIds

test('a new group looks as the contract says', async () => {
  const response = await request('/pub/v1/scheme/namespaces/global/groups', {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
    body: '{"__name":"Second line","description":"L2","isDefault":false,"isRole":false}',
  })

  const body = (await response.json()) as { group: { __id: string } }
  expect(response.status).toBe(200)
  expect(body).toEqual({
    success: true,
    error: '',
    group: {
      __id: body.group.__id,
      id: body.group.__id,
      __name: 'Second line',
      name: 'Second line',
      code: body.group.__id,
      namespace: 'global',
      description: 'L2',
      isRole: false,
      isDefault: false,
      subOrgunitIds: [],
      __createdAt: '2026-03-04T12:00:00Z',
      __createdBy: admin.id,
      __updatedAt: '2026-03-04T12:00:00Z',
      __updatedBy: admin.id,
      __deletedAt: null,
    },
  })
})

test('a group needs a name and a workspace that exists', async () => {
  const unnamed = scheme.createGroup({ params: { namespace: 'global' }, input: { __name: '  ' } })
  const homeless = scheme.createGroup({ params: { namespace: 'nowhere' }, input: { __name: 'x' } })

  await expect(unnamed).rejects.toMatchObject({ status: 400, details: [{ path: '__name' }] })
  await expect(homeless).rejects.toMatchObject({ status: 404, code: 'not_found' })
})

test('a group is found by its id and by its code', async () => {
  const group = await create('By id')

  expect(await get(group.__id)).toEqual(group)
  expect((await get('administrators')).__id).toBe(ADMINISTRATORS)
  await expect(get(newId())).rejects.toMatchObject({ status: 404 })
  await expect(get('no_such_code')).rejects.toThrow('not found')
})

test('what a change does not name stays', async () => {
  const group = await create('Before')
  const params = { id: group.__id }
  await scheme.updateGroup({ params, input: { description: 'L2+', isDefault: true } })

  const changed = await scheme.updateGroup({ params, input: { __name: 'After', isDefault: false } })

  expect(changed.group).toEqual({
    ...group,
    __name: 'After',
    name: 'After',
    description: 'L2+',
  })
  const empty = scheme.updateGroup({ params, input: { __name: '' } })
  await expect(empty).rejects.toMatchObject({ status: 400 })
})

test('groups of the system can be neither changed nor deleted', async () => {
  for (const id of [ADMINISTRATORS, 'all_users']) {
    const change = scheme.updateGroup({ params: { id }, input: { __name: 'x' } })
    await expect(change).rejects.toMatchObject({ status: 400 })
    await expect(scheme.deleteGroup({ params: { id } })).rejects.toMatchObject({ status: 400 })
  }
  await expect(add(ALL_USERS, admin.id)).rejects.toMatchObject({ status: 400 })
})

test('a group that a solution brought goes with the solution alone', async () => {
  const files = (groups: Record<string, string>) => solution('desk', groups)
  const brought = { 'people/groups/agents.yaml': 'name: Agents\n' }
  await as(admin).solutions.apply({ input: { files: files(brought) } })
  const { __id: id } = await get('agents')

  const deleted = scheme.deleteGroup({ params: { id } })

  await expect(deleted).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('the group belongs to the solution "desk"'),
  })
  expect((await get(id)).__deletedAt).toBeNull()
  await as(admin).solutions.apply({ input: { files: files({}) } })
  expect((await get(id)).__deletedAt).not.toBeNull()
})

test('a deleted group stays to be seen, out of its parents and closed to changes', async () => {
  const [outer, inner] = [await create('Outer'), await create('Inner')]
  await add(outer.__id, inner.__id)
  const params = { id: inner.__id }

  await scheme.deleteGroup({ params })

  expect((await get(inner.__id)).__deletedAt).toBe('2026-03-04T12:00:00Z')
  expect((await get(outer.__id)).subOrgunitIds).toEqual([])
  const writes = [
    () => scheme.updateGroup({ params, input: { __name: 'x' } }),
    () => scheme.deleteGroup({ params }),
    () => add(inner.__id, admin.id),
  ]
  for (const write of writes) await expect(write()).rejects.toMatchObject({ status: 404 })
  expect(await add(outer.__id, inner.__id)).toEqual([])
})

test('adding answers what was really added, in the order it was asked for', async () => {
  const group = await create('Members')
  const [ann, bob, night] = [await make.user(), await make.user(), await create('Night')]

  expect(await add(group.__id, ann.id)).toEqual([ann.id])
  expect(await add(group.__id, night.__id, ann.id, newId(), bob.id, bob.id)).toEqual([
    night.__id,
    bob.id,
  ])
  expect((await get(group.__id)).subOrgunitIds).toEqual([ann.id, night.__id, bob.id])
})

test('items come as a bare list or under a key', async () => {
  const group = await create('Forms')
  const ann = await make.user()
  const headers = { 'x-token': admin.token }
  const send = async (what: string, body: unknown) => {
    const path = `/pub/v1/scheme/groups/${group.__id}/${what}`
    const response = await request(path, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, ...((await response.json()) as object) }
  }

  expect(await send('add-items', [ann.id])).toMatchObject({ addedItemIds: [ann.id], error: '' })
  expect(await send('remove-items', { itemIds: [ann.id, admin.id] })).toMatchObject({
    removedItemIds: [ann.id],
  })
  expect(await send('add-items', { itemIds: [ann.id.toUpperCase()] })).toMatchObject({
    addedItemIds: [ann.id],
  })
  expect(await send('remove-items', [ann.id])).toEqual({
    status: 200,
    success: true,
    error: '',
    removedItemIds: [ann.id],
  })
  expect(await send('add-items', [])).toMatchObject({ status: 200, addedItemIds: [] })
  for (const wrong of [{}, { itemIds: 'x' }, ['x'], 'x', 7]) {
    expect(await send('add-items', wrong)).toMatchObject({ status: 400, success: false })
  }
})

test('a group cannot contain itself, and the refusal names the way around', async () => {
  const [a, b, c] = [await create('Alpha'), await create('Beta'), await create('Gamma')]
  await add(a.__id, b.__id)
  await add(b.__id, c.__id)

  await expect(add(c.__id, a.__id)).rejects.toThrow(
    'a group cannot contain itself: "Alpha" would be in "Gamma", which is in "Beta", which is in "Alpha"',
  )
  await expect(add(a.__id, a.__id)).rejects.toThrow('"Alpha" would be in "Alpha"')
  await expect(add(c.__id, a.__id)).rejects.toMatchObject({ status: 400 })
  expect((await get(c.__id)).subOrgunitIds).toEqual([])
})

test('of two changes that would close a loop together one is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const [a, b] = [await create('A'), await create('B')]

    const settled = await Promise.allSettled([add(a.__id, b.__id), add(b.__id, a.__id)])

    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }
})

test('the groups inside and around a group are those that are direct', async () => {
  const [top, middle, low] = [await create('Top'), await create('Middle'), await create('Low')]
  await add(top.__id, middle.__id, admin.id)
  await add(middle.__id, low.__id)

  const inside = await scheme.listSubGroups({ params: { id: top.__id } })
  const around = await scheme.listParentGroups({ params: { id: low.__id } })

  expect(inside.result).toEqual({ result: [await get(middle.__id)], total: 1 })
  expect(around.result).toEqual({ result: [await get(middle.__id)], total: 1 })
  const page = await scheme.listSubGroups({ params: { id: top.__id }, input: { size: 0 } })
  expect(page.result).toEqual({ result: [], total: 1 })
})

test('the groups of a workspace come without those of others', async () => {
  const { result } = await scheme.listWorkspaceGroups({ params: { namespace: 'global' } })

  expect(result.total).toBe(result.result.length)
  expect(result.result.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['administrators', 'all_users']),
  )
  expect(new Set(result.result.map(({ namespace }) => namespace))).toEqual(new Set(['global']))
  const live = await scheme.listWorkspaceGroups({
    params: { namespace: 'global' },
    input: { active: true },
  })
  expect(live.result.result.every((group) => group.__deletedAt === null)).toBe(true)
  expect(live.result.total ?? 0).toBeLessThan(result.total ?? 0)
  const nowhere = scheme.listWorkspaceGroups({ params: { namespace: 'nowhere' } })
  await expect(nowhere).rejects.toMatchObject({ status: 404 })
})

test('everybody reads groups, only administrators change them', async () => {
  const ann = await make.user()
  const group = await create('Guarded')
  const params = { id: group.__id }
  const mine = as(ann).scheme

  expect((await mine.getGroup({ params })).group).toEqual(group)
  const writes = [
    () => mine.createGroup({ params: { namespace: 'global' }, input: { __name: 'x' } }),
    () => mine.updateGroup({ params, input: { __name: 'x' } }),
    () => mine.deleteGroup({ params }),
    () => mine.addGroupItems({ params, input: [ann.id] }),
    () => mine.removeGroupItems({ params, input: [ann.id] }),
  ]
  for (const write of writes) await expect(write()).rejects.toMatchObject({ status: 403 })
  await expect(anonymous.scheme.getGroup({ params })).rejects.toMatchObject({ status: 401 })
})

test('a default group is given to everybody who comes later but guests', async () => {
  const before = await make.user()
  const group = await create('Welcome')
  await scheme.updateGroup({ params: { id: group.__id }, input: { isDefault: true } })
  const after = await make.user()
  await make.user({ isGuest: true })

  expect((await get(group.__id)).subOrgunitIds).toEqual([after.id])
  expect(before.id).not.toBe(after.id)
})

test('nobody can take the last administrator away', async () => {
  const call = scheme.removeGroupItems({ params: { id: ADMINISTRATORS }, input: [admin.id] })

  await expect(call).rejects.toMatchObject({ status: 400 })
  await expect(call).rejects.toThrow('without an administrator')
  expect((await get('administrators')).subOrgunitIds).toContain(admin.id)
})

test('every change has exactly one event, and what changes nothing has none', async () => {
  const group = await create('Logged')
  const params = { id: group.__id }
  const ann = await make.user()
  await scheme.updateGroup({ params, input: { __name: 'Logged' } })
  await scheme.updateGroup({ params, input: { __name: 'Renamed' } })
  await add(group.__id, ann.id)
  await add(group.__id, ann.id)
  await scheme.removeGroupItems({ params, input: [ann.id, newId()] })
  await scheme.removeGroupItems({ params, input: [ann.id] })
  await scheme.deleteGroup({ params })

  const { entries } = await as(admin).audit.list({ input: { object: `group:${group.__id}` } })

  expect(entries.map(({ type, data }) => [type, data]).toReversed()).toEqual([
    ['group.created', { name: 'Logged' }],
    ['group.updated', { changes: { name: { before: 'Logged', after: 'Renamed' } } }],
    ['group.items_added', { items: [ann.id] }],
    ['group.items_removed', { items: [ann.id] }],
    ['group.deleted', { name: 'Renamed', parents: [] }],
  ])
})

test('groups are listed by filter, GET and POST alike', async () => {
  const group = await create('Filtered')
  await scheme.updateGroup({ params: { id: group.__id }, input: { isRole: true } })
  const listed = async (input: object) => (await scheme.listGroups({ input })).result
  const tf = { __name: 'filter', namespace: 'global', isRole: true }

  expect(await listed({ active: true, filter: { tf } })).toEqual({
    result: [await get(group.__id)],
    total: 1,
  })
  expect(await listed({ filter: { tf: { ...tf, isRole: false } } })).toMatchObject({ total: 0 })
  expect(await listed({ filter: { tf: { namespace: 'glob' } } })).toMatchObject({ total: 0 })
  expect(await listed({ filter: { tf: { code: 'all_users' } } })).toMatchObject({ total: 1 })
  const query = encodeURIComponent(JSON.stringify({ ids: [group.__id], fields: { code: true } }))
  const response = await request(`/pub/v1/scheme/groups/list?query=${query}`, {
    headers: { 'x-token': admin.token },
  })
  expect(await response.json()).toEqual({
    success: true,
    error: '',
    result: { result: [{ __id: group.__id, code: group.__id }], total: 1 },
  })
  expect((await listed({})).result).toHaveLength(10)
})
