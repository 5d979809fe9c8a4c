import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { people } from '../../../test/people.ts'
import { definitionId } from '../../lib/codes.ts'
import { applyPeople, describePeople, planPeople } from './definitions.ts'
import type { PeopleDefinitions } from './step.ts'

const { as, admin, make, anonymous } = await startApp()

const apply = (wanted: PeopleDefinitions) => make.asSystem((ctx) => applyPeople(ctx, wanted))
const plan = (wanted: PeopleDefinitions) => make.asSystem((ctx) => planPeople(ctx, wanted))
const describe = (solution: string) => make.asSystem((ctx) => describePeople(ctx, solution))
const group = async (namespace: string, code: string) => {
  const params = { id: definitionId('group', namespace, code) }
  return (await as(admin).scheme.getGroup({ params })).group
}
const userId = (login: string) => definitionId('user', 'global', login)

const shop = {
  users: {
    olga: {
      lastName: 'Lind',
      firstName: 'Olga',
      email: 'olga@shop.example',
      isAdministrator: true,
    },
    pete: { firstName: 'Pete', mobilePhone: '+15550100', hireDate: '2024-05-06' },
  },
  departments: [
    {
      code: 'shop',
      name: 'Shop',
      positions: [{ code: 'shop_head', name: 'Head', isHead: true, users: ['olga'] }],
      departments: [
        {
          code: 'desk',
          name: 'Desk',
          positions: [{ code: 'seller', name: 'Seller', users: ['Pete'] }],
        },
      ],
    },
  ],
  groups: {
    'shop/staff': { name: 'Staff', members: ['department:shop', 'group:shop/helpers'] },
    'shop/helpers': { name: 'Helpers', isRole: true, members: ['user:pete'] },
    'shop.orders/keepers': { name: 'Keepers', members: ['position:seller', 'group:all_users'] },
  },
}

test('a plan tells, applying does it, and a second time changes nothing', async () => {
  const wanted = people('shop', shop)
  const told = await plan(wanted)
  expect(told.problems).toEqual([])
  expect(told.words).toEqual([
    'create user olga',
    'create user pete',
    'create department shop',
    'create position shop_head',
    'put olga on position shop_head',
    'create department desk',
    'create position seller',
    'put Pete on position seller',
    'create group shop/staff',
    'create group shop/helpers',
    'create group shop.orders/keepers',
    'add department:shop, group:shop/helpers to group shop/staff',
    'add user:pete to group shop/helpers',
    'add position:seller, group:all_users to group shop.orders/keepers',
    'add user:olga to group global/administrators',
  ])

  expect(await apply(wanted)).toEqual(told.words)

  expect(await plan(wanted)).toEqual({ words: [], problems: [] })
  expect(await apply(wanted)).toEqual([])
  const { user } = await as(admin).users.getPerson({ params: { id: userId('pete') } })
  expect(user).toMatchObject({
    login: 'pete',
    mobilePhone: [{ type: 'mobile', tel: '+15550100' }],
    hireDate: '2024-05-06',
    solution: 'shop',
  })
  expect(await group('shop', 'helpers')).toMatchObject({ isRole: true, namespace: 'shop' })
})

test('what is there is described as it was defined', async () => {
  const described = await describe('shop')

  const wanted = people('shop', shop)
  expect(described.users).toEqual(wanted.users[0]?.body)
  const [department] = described.orgChart?.departments ?? []
  expect(department?.departments[0]?.positions[0]?.users).toEqual(['pete'])
  const bodies = wanted.groups.map(({ namespace, code, body }) => ({ namespace, code, body }))
  const byName = (a: { code: string }, b: { code: string }) => a.code.localeCompare(b.code)
  expect(described.groups.toSorted(byName)).toEqual(bodies.toSorted(byName))
  expect(await describe('nothing')).toEqual({ users: undefined, orgChart: undefined, groups: [] })
})

test('what a solution no longer says goes, what was added by hand stays', async () => {
  const solution = 'second'
  const first = people(solution, {
    users: { kim: {}, lee: {} },
    departments: [
      {
        code: 'yard',
        name: 'Yard',
        positions: [
          { code: 'guard', name: 'Guard', users: ['kim', 'lee'] },
          { code: 'cook', name: 'Cook' },
        ],
      },
    ],
    groups: {
      'global/night': { name: 'Night', members: ['user:kim', 'user:lee', 'position:cook'] },
      'global/day': { name: 'Day' },
    },
  })
  await apply(first)
  const hand = await make.user({ login: 'hand' })
  const params = { id: definitionId('group', 'global', 'night') }
  await as(admin).scheme.addGroupItems({ params, input: [hand.id] })
  const then = people(solution, {
    users: { kim: { firstName: 'Kim' } },
    departments: [
      {
        code: 'yard',
        name: 'Back yard',
        positions: [{ code: 'guard', name: 'Guard', isHead: true, users: ['kim'] }],
      },
    ],
    groups: { 'global/night': { name: 'Night shift', members: ['user:kim'] } },
  })

  const words = await apply(then)

  expect(words).toEqual([
    'change user kim: first name',
    'delete user lee',
    'change department yard: name',
    'change position guard: is head',
    'take lee off position guard',
    'delete position cook',
    'change group global/night: name',
    'take user:lee, position:cook out of group global/night',
    'delete group global/day',
  ])
  expect((await group('global', 'night')).subOrgunitIds).toEqual([userId('kim'), hand.id])
  expect((await group('global', 'day')).__deletedAt).not.toBeNull()
  expect(await apply(then)).toEqual([])
  expect((await apply(first)).slice(0, 2)).toEqual([
    'change user kim: first name',
    'bring back user lee',
  ])
  expect(await apply(first)).toEqual([])
})

test('a user made by hand is referred to and left as they are', async () => {
  const maria = await make.user({ login: 'Maria', firstName: 'Maria' })
  const wanted = people('third', {
    users: { maria: { firstName: 'Changed', isAdministrator: true } },
    groups: { 'global/marias': { name: 'Marias', members: ['user:MARIA'] } },
  })

  expect(await apply(wanted)).toEqual([
    'create group global/marias',
    'add user:MARIA to group global/marias',
  ])

  expect((await group('global', 'marias')).subOrgunitIds).toEqual([maria.id])
  const { user } = await as(admin).users.getPerson({ params: { id: maria.id } })
  expect(user).toMatchObject({ firstName: 'Maria', solution: null })
  expect(await apply(people('third', {}))).toEqual(['delete group global/marias'])
})

test('members that do not exist are problems, each with its name and place', async () => {
  await make.user({ login: 'thomas' })
  const wanted = people('wrong', {
    users: { tina: {} },
    departments: [
      { code: 'lost', name: 'Lost', positions: [{ code: 'job', name: 'Job', users: ['tine'] }] },
    ],
    groups: {
      'global/bad': {
        name: 'Bad',
        members: [
          'user:nobody',
          'group:nothing',
          'position:jobb',
          'department:lost',
          'role:author',
        ],
      },
    },
  })

  const { problems } = await plan(wanted)

  expect(problems.map(({ definition, path, message }) => [definition.kind, path, message])).toEqual(
    [
      [
        'org-chart',
        ['departments', 0, 'positions', 0, 'users', 0],
        'there is no user "tine", did you mean "tina"?',
      ],
      ['group', ['members', 0], expect.stringContaining('there is no user "nobody"')],
      ['group', ['members', 1], expect.stringContaining('there is no group "global/nothing"')],
      ['group', ['members', 2], 'there is no position "jobb", did you mean "job"?'],
      ['group', ['members', 4], '"role:author" is nobody in particular and cannot be in a group'],
    ],
  )
  await expect(apply(wanted)).rejects.toThrow('there is no user "tine"')
  await expect(as(admin).users.listPeople({ input: { text: 'tina' } })).resolves.toMatchObject({
    total: 0,
  })
})

test('what belongs to another solution is not taken', async () => {
  await apply(
    people('owner', {
      users: { owned: {} },
      departments: [{ code: 'owned', name: 'Owned' }],
      groups: { 'global/owned': { name: 'Owned' } },
    }),
  )
  const thief = people('thief', {
    users: { Owned: {} },
    departments: [{ code: 'owned', name: 'Taken' }],
    groups: { 'global/owned': { name: 'Taken' }, 'global/administrators': { name: 'All of us' } },
  })

  const { problems } = await plan(thief)

  expect(problems.map(({ message }) => message)).toEqual([
    'the user "owned" belongs to the solution "owner"',
    'the department "owned" belongs to the solution "owner"',
    'the group "global/owned" belongs to the solution "owner"',
    '"global/administrators" is a group of the system itself',
  ])
})

test('what a solution has left behind is free for the next one', async () => {
  const same = {
    users: { heir: {} },
    departments: [{ code: 'heritage', name: 'Heritage' }],
    groups: { 'global/heirs': { name: 'Heirs' } },
  }
  await apply(people('parent', same))
  await apply(people('parent', {}))

  expect(await apply(people('child', same))).toEqual([
    'bring back user heir: solution',
    'bring back department heritage: solution',
    'bring back group global/heirs: solution',
  ])
  expect(await apply(people('parent', {}))).toEqual([])
})

test('groups of a solution may not contain each other, but may change places', async () => {
  const inside = (inner: string, outer: string) =>
    people('loops', {
      groups: {
        [`global/${inner}`]: { name: inner },
        [`global/${outer}`]: { name: outer, members: [`group:${inner}`] },
      },
    })
  await apply(inside('one', 'two'))

  expect(await apply(inside('two', 'one'))).toEqual([
    'take group:global/one out of group global/two',
    'add group:two to group global/one',
  ])

  const around = people('loops', {
    groups: {
      'global/one': { name: 'one', members: ['group:two'] },
      'global/two': { name: 'two', members: ['group:one'] },
    },
  })
  const { problems } = await plan(around)
  expect(problems).toHaveLength(2)
  expect(problems[0]?.message).toContain('a group cannot contain itself')
})

test('the login of a deleted user is not given to another one', async () => {
  const { id } = await make.user({ login: 'ghost' })
  await as(admin).users.remove({ params: { id } })

  const { problems } = await plan(people('ghosts', { users: { ghost: {} } }))

  expect(problems.map(({ message }) => message)).toEqual([
    'the login "ghost" belongs to a deleted user',
  ])
})

test('a user who is brought back has lost every way to come in', async () => {
  const wanted = people('returns', { users: { lazarus: {} } })
  await apply(wanted)
  const params = { id: userId('lazarus') }
  const input = { login: 'lazarus', password: 'correct horse' }
  await as(admin).access.setPassword({ params, input: { password: input.password } })
  await anonymous.access.signIn({ input })
  await apply(people('returns', {}))

  expect(await apply(wanted)).toEqual(['bring back user lazarus'])

  await expect(anonymous.access.signIn({ input })).rejects.toMatchObject({ status: 401 })
})
