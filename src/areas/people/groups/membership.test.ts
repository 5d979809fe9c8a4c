import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { people } from '../../../../test/people.ts'
import { definitionId } from '../../../lib/codes.ts'
import { ADMINISTRATORS, ALL_USERS } from '../../../lib/ids.ts'
import { applyPeople } from '../definitions.ts'
import { membershipPaths } from './membership.ts'

const { as, admin, make, connection } = await startApp()
const scheme = as(admin).scheme

const unit = (kind: 'position' | 'department', code: string) => definitionId(kind, 'global', code)
const group = async (name: string, ...items: string[]) => {
  const params = { namespace: 'global' }
  const { __id: id } = (await scheme.createGroup({ params, input: { __name: name } })).group
  await scheme.addGroupItems({ params: { id }, input: items })
  return id
}

/** Whether a right that was granted to somebody reaches the user, and why. */
async function reach(user: { id: string }, subject: string, subjectKind: 'group' | 'position') {
  const right = { kind: 'workspace', object: `ws_${subject}`, right: 'read' }
  await as(admin).access.grant({ input: { ...right, subjectKind, subject } })
  return explain(user, subject)
}
const explain = (user: { id: string }, subject: string) => {
  const right = { kind: 'workspace', object: `ws_${subject}`, right: 'read' }
  return as(admin).access.explain({ input: { ...right, user: user.id } })
}

const [ann, bob, carl] = [
  await make.user({ login: 'ann' }),
  await make.user({ login: 'bob' }),
  await make.user({ login: 'carl' }),
]
await make.asSystem((ctx) =>
  applyPeople(
    ctx,
    people('company', {
      departments: [
        {
          code: 'company',
          name: 'Company',
          positions: [{ code: 'ceo', name: 'Director', isHead: true, users: ['carl'] }],
          departments: [
            {
              code: 'sales',
              name: 'Sales',
              positions: [
                { code: 'seller', name: 'Seller', users: ['ann'] },
                { code: 'sales_head', name: 'Head of sales', isHead: true, users: ['bob'] },
              ],
            },
          ],
        },
      ],
    }),
  ),
)

test('a group contains who holds a position that is in it', async () => {
  const id = await group('Sellers', unit('position', 'seller'))

  expect(await reach(ann, id, 'group')).toMatchObject({
    allowed: true,
    reasons: [
      {
        text: `"read" on workspace ws_${id} is granted to group "Sellers", of which ann is a member through position "Seller"`,
      },
    ],
  })
  expect(await reach(bob, id, 'group')).toMatchObject({ allowed: false })
})

test('a group contains everybody in a department and in those below it', async () => {
  const id = await group('Everyone at work', unit('department', 'company'))

  const { reasons } = await reach(ann, id, 'group')

  expect(reasons[0]?.text).toContain(
    'through position "Seller" and department "Sales" and department "Company"',
  )
  expect(await reach(bob, id, 'group')).toMatchObject({ allowed: true })
  expect(await reach(admin, id, 'group')).toMatchObject({ reasons: [{ rule: 'administrator' }] })
})

test('a position is granted rights as a group is', async () => {
  const { reasons } = await reach(ann, unit('position', 'seller'), 'position')

  expect(reasons[0]?.text).toContain('position "Seller", of which ann is a member')
})

test('a user is in every group around the groups they are in, twenty deep', async () => {
  const dora = await make.user({ login: 'dora' })
  let id = await group('Level 0', dora.id)
  for (let level = 1; level <= 20; level++) id = await group(`Level ${level}`, id)

  const { allowed, reasons } = await reach(dora, id, 'group')

  expect(allowed).toBe(true)
  expect(reasons[0]?.text).toContain('through group "Level 0" and group "Level 1" and')
})

test('many ways through a lattice of groups are found at once', async () => {
  const eve = await make.user()
  let layer = [eve.id]
  for (let level = 0; level < 12; level++) {
    layer = await Promise.all([group(`Left ${level}`, ...layer), group(`Right ${level}`, ...layer)])
  }
  const top = await group('Above all', ...layer)

  const paths = await make.asSystem((ctx) => membershipPaths(ctx, eve.id, top))

  expect(paths).toHaveLength(2)
  expect(paths.map((path) => path.length)).toEqual([12, 12])
})

test('everybody is in a group that contains all users', async () => {
  const id = await group('Open house', ALL_USERS)

  expect((await reach(await make.user(), id, 'group')).reasons[0]?.text).toContain(
    'through group "All users"',
  )
})

test('the users of a group are all of them, each once', async () => {
  const dan = await make.user({ login: 'dan' })
  const inner = await group('Inner ring', dan.id, ann.id)
  const id = await group('Ring', inner, unit('department', 'sales'), ann.id)

  const { result } = await scheme.listGroupUsers({ params: { id } })

  expect(result.total).toBe(3)
  expect(result.result.map(({ login }) => login)).toEqual(['ann', 'bob', 'dan'])
  expect(result.result[0]).toMatchObject({
    __id: ann.id,
    __deletedAt: null,
    osIds: expect.any(Array),
  })
  const page = await scheme.listGroupUsers({ params: { id }, input: { from: 1, size: 1 } })
  expect(page.result.result.map(({ login }) => login)).toEqual(['bob'])
})

test('the users of "all users", and of a group around it, are everybody', async () => {
  const around = await group('Around', ALL_USERS)
  const { result: everybody } = await as(admin).users.list({ input: { size: 0, active: true } })

  for (const id of [ALL_USERS, 'all_users', around]) {
    const { result } = await scheme.listGroupUsers({ params: { id }, input: { active: true } })
    expect(result.total).toBe(everybody.total)
  }
})

test('a deleted group in between cuts the way', async () => {
  const inner = await group('Inner', ann.id)
  const outer = await group('Outer', inner)
  expect(await reach(ann, outer, 'group')).toMatchObject({ allowed: true })
  expect(await reach(ann, inner, 'group')).toMatchObject({ allowed: true })

  await scheme.deleteGroup({ params: { id: inner } })

  expect(await explain(ann, outer)).toMatchObject({ allowed: false })
  expect(await explain(ann, inner)).toMatchObject({ allowed: false })
  const { result } = await scheme.listGroupUsers({ params: { id: inner } })
  expect(result.total).toBe(0)
})

test('whoever holds a position in the administrators is one, at once and only so long', async () => {
  const position = unit('position', 'sales_head')
  await expect(as(bob).audit.list({})).rejects.toMatchObject({ status: 403 })

  await scheme.addGroupItems({ params: { id: ADMINISTRATORS }, input: [position] })

  await as(bob).audit.list({})
  const question = { user: bob.id, right: 'read', kind: 'workspace', object: 'any' }
  const { reasons } = await as(admin).access.explain({ input: question })
  expect(reasons[0]?.text).toContain('"administrators" through position "Head of sales"')
  await scheme.removeGroupItems({ params: { id: ADMINISTRATORS }, input: [position] })
  await expect(as(bob).audit.list({})).rejects.toMatchObject({ status: 403 })
})

test('positions and departments in a group are listed as nodes of the org chart', async () => {
  const id = await group('Places', unit('position', 'seller'), unit('department', 'sales'), ann.id)

  const { result } = await scheme.listGroupPositions({ params: { id } })

  expect(result.total).toBe(2)
  expect(result.result.find(({ type }) => type === 'POSITION')).toMatchObject({
    __id: unit('position', 'seller'),
    __name: 'Seller',
    parent: unit('department', 'sales'),
    childrenIds: [],
    userIds: [ann.id],
    __deletedAt: null,
  })
  expect(result.result.find(({ type }) => type === 'DEPARTMENT')).toMatchObject({
    parent: unit('department', 'company'),
    childrenIds: [unit('position', 'seller'), unit('position', 'sales_head')],
    userIds: [],
  })
})

test('another node sees a change of members soon', async () => {
  const other = await startApp({ connection })
  const frank = await make.user()
  const onOther = other.as(frank).audit
  await expect(onOther.list({})).rejects.toMatchObject({ status: 403 })

  await scheme.addGroupItems({ params: { id: ADMINISTRATORS }, input: [frank.id] })

  await expect.poll(() => onOther.list({}).then(() => 'yes', String)).toBe('yes')
})

test('membership paths say through what, the shortest first', async () => {
  const inner = await group('Short', carl.id)
  const outer = await group('Both', inner, unit('position', 'ceo'), carl.id)

  const paths = await make.asSystem((ctx) => membershipPaths(ctx, carl.id, outer))

  const words = paths.map((path) => path.map(({ kind, code }) => `${kind}:${code}`))
  expect(words[0]).toEqual([])
  expect(words.slice(1)).toEqual(expect.arrayContaining([['position:ceo'], [`group:${inner}`]]))
  expect(await make.asSystem((ctx) => membershipPaths(ctx, ann.id, outer))).toEqual([])
})

test('the groups of a user are told with every way that leads there', async () => {
  const dora = await make.user({ lastName: 'Dora' })
  const inner = await group('Ways inner', dora.id)
  const outer = await group('Ways outer', inner, dora.id)
  const see = async (by = admin) =>
    (await as(by).scheme.memberships({ params: { id: dora.id } })).memberships

  const memberships = await see()

  const direct = { kind: 'direct', id: dora.id, name: 'Dora', path: [] }
  const through = { kind: 'group', id: inner, name: 'Ways inner' }
  expect(memberships.filter(({ group: { id } }) => id === inner || id === outer)).toEqual([
    { group: { id: inner, name: 'Ways inner' }, via: [direct] },
    {
      group: { id: outer, name: 'Ways outer' },
      via: [direct, { ...through, path: [through] }],
    },
  ])
  expect(memberships.map(({ group: { id } }) => id)).toContain(ALL_USERS)
  expect(await see(dora)).toEqual(memberships)
  await expect(see(ann)).rejects.toMatchObject({ status: 403 })
})
