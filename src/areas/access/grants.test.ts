import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { appSolution } from '../../../test/solution.ts'
import { ADMINISTRATORS, ALL_USERS, newId } from '../../lib/ids.ts'
import { grant } from './service.ts'

const { app, as, admin, make, connection } = await startApp()
const other = await startApp({ connection })
const { access, db } = app.platform

type GrantInput = {
  kind?: string
  object?: string
  right?: string
  subjectKind?: 'user' | 'group' | 'role'
  subject: string
}

const give = (wanted: GrantInput) =>
  as(admin).access.grant({
    input: { kind: 'app', object: 'crm/deals', right: 'read', subjectKind: 'user', ...wanted },
  })
const explain = (user: string, right: string, object: string, kind = 'app') =>
  as(admin).access.explain({ input: { user, right, kind, object } })
const may = async (user: string, right: string, object: string, kind = 'app') =>
  (await explain(user, right, object, kind)).allowed

/** A group with these members, users or groups. */
async function makeGroup(...members: { kind: string; id: string }[]): Promise<string> {
  const id = newId()
  await make.change(
    `insert into kontor.groups (id, namespace, code, name) values ('${id}', 'test', '${id}', 'Test')`,
  )
  for (const member of members) await join(id, member)
  return id
}

const join = (group: string, { kind, id }: { kind: string; id: string }) =>
  make.change(`insert into kontor.group_members values ('${group}', '${kind}', '${id}')`)

test('nothing granted is nothing allowed, and the reason says so', async () => {
  const ann = await make.user()

  const explanation = await explain(ann.id, 'read', 'crm/deals')

  expect(explanation).toEqual({
    allowed: false,
    reasons: [
      {
        allows: false,
        rule: 'nothing granted',
        text: `no grant of "read" on app crm/deals or above reaches ${ann.login}`,
        via: { kind: 'nothing' },
      },
    ],
  })
})

test('what is granted is allowed, with its grant as the reason, until it is taken back', async () => {
  const ann = await make.user()
  const { grant } = await give({ subject: ann.id, object: 'crm/taken' })

  const { allowed, reasons } = await explain(ann.id, 'read', 'crm/taken')
  expect(allowed).toBe(true)
  expect(reasons).toEqual([
    {
      allows: true,
      rule: 'grant',
      text: `"read" on app crm/taken is granted to user ${ann.login}`,
      via: {
        kind: 'grant',
        on: { kind: 'app', id: 'crm/taken' },
        to: { kind: 'user', id: ann.id, name: ann.name },
        through: [],
      },
      grant: grant.id,
    },
  ])
  expect(await may(ann.id, 'update', 'crm/taken')).toBe(false)
  await as(admin).access.revokeGrant({ params: { id: grant.id } })

  expect(await may(ann.id, 'read', 'crm/taken')).toBe(false)
  const again = as(admin).access.revokeGrant({ params: { id: grant.id } })
  await expect(again).rejects.toMatchObject({ status: 404 })
})

test('granting again changes nothing and is not told again', async () => {
  const ann = await make.user()
  const object = `crm/${newId()}`

  const first = await give({ subject: ann.id, object })
  const second = await give({ subject: ann.id, object })
  const { grants } = await as(admin).access.listGrants({ input: { kind: 'app', object } })
  const { entries } = await as(admin).audit.list({ input: { object: `app:${object}` } })

  expect(second.grant).toEqual(first.grant)
  expect(grants).toEqual([first.grant])
  expect(entries.map(({ type }) => type)).toEqual(['access.granted'])
})

test('a right on the workspace holds for its apps, and one on the app for its items', async () => {
  const ann = await make.user()
  await give({ kind: 'workspace', object: 'hr', subject: ann.id })
  await give({ object: 'crm/leads', right: 'update', subject: ann.id })

  expect(await may(ann.id, 'read', 'hr/people')).toBe(true)
  expect(await may(ann.id, 'read', `hr/people/${newId()}`, 'item')).toBe(true)
  expect(await may(ann.id, 'update', `crm/leads/${newId()}`, 'item')).toBe(true)
  expect(await may(ann.id, 'update', 'crm', 'workspace')).toBe(false)
  expect(await may(ann.id, 'update', 'crm/leads-2')).toBe(false)
  expect(await may(ann.id, 'read', 'hr-2/people')).toBe(false)
})

test('the quick decision and the explained one are the same, for every kind and level', async () => {
  const ann = await make.user()
  const caller = { ...ann, subjects: new Set([ann.id]), isAdministrator: false } as never
  const [item, sibling] = [newId(), newId()]
  const objects = [
    { kind: 'workspace', id: 'both' },
    { kind: 'app', id: 'both/deals' },
    { kind: 'app', id: 'both/deals2' },
    { kind: 'item', id: `both/deals/${item}` },
    { kind: 'item', id: `both/deals/${sibling}` },
    { kind: 'item', id: `both/deals2/${item}` },
  ]
  const decide = () =>
    make.asSystem((ctx) =>
      Promise.all(
        objects.flatMap((object) =>
          ['read', 'update', 'manage'].map(async (right) => {
            const quick = await ctx.access.can(ctx.db, caller, right, object)
            const explained = await ctx.access.explain(ctx.db, caller, right, object)
            expect([object.id, right, quick]).toEqual([object.id, right, explained.allowed])
            return quick
          }),
        ),
      ),
    )
  const allowed = async () => (await decide()).filter(Boolean).length

  expect(await allowed()).toBe(0)
  await give({ kind: 'item', object: `both/deals/${item}`, subject: ann.id })
  expect(await allowed()).toBe(1)
  await give({ kind: 'app', object: 'both/deals2', right: 'manage', subject: ann.id })
  expect(await allowed()).toBe(7)
  await give({ kind: 'workspace', object: 'both', right: 'update', subject: ann.id })
  expect(await allowed()).toBe(11)
})

test('manage includes every other right', async () => {
  const ann = await make.user()
  await give({ kind: 'workspace', object: 'managed', right: 'manage', subject: ann.id })

  for (const right of ['read', 'create', 'update', 'delete', 'import', 'export', 'manage']) {
    expect(await may(ann.id, right, 'managed/app')).toBe(true)
  }
})

test('a right of a group reaches members through any depth of groups', async () => {
  const ann = await make.user()
  const inner = await makeGroup({ kind: 'user', id: ann.id })
  const middle = await makeGroup({ kind: 'group', id: inner })
  const outer = await makeGroup({ kind: 'group', id: middle })
  await give({ object: 'crm/nested', subjectKind: 'group', subject: outer })

  expect(await may(ann.id, 'read', 'crm/nested')).toBe(true)
  expect(await may((await make.user()).id, 'read', 'crm/nested')).toBe(false)
})

test('a loop of groups is no harm', async () => {
  const ann = await make.user()
  const one = await makeGroup({ kind: 'user', id: ann.id })
  const two = await makeGroup({ kind: 'group', id: one })
  await join(one, { kind: 'group', id: two })
  await join(one, { kind: 'group', id: one })
  await give({ object: 'crm/loop', subjectKind: 'group', subject: two })

  expect(await may(ann.id, 'read', 'crm/loop')).toBe(true)
})

test('a deleted group gives nothing, nor does what is above it', async () => {
  const ann = await make.user()
  const inner = await makeGroup({ kind: 'user', id: ann.id })
  const outer = await makeGroup({ kind: 'group', id: inner })
  await give({ object: 'crm/deleted', subjectKind: 'group', subject: outer })
  expect(await may(ann.id, 'read', 'crm/deleted')).toBe(true)

  await make.change(`update kontor.groups set deleted_at = now() where id = '${inner}'`)

  expect(await may(ann.id, 'read', 'crm/deleted')).toBe(false)
})

test('everybody is a member of all users', async () => {
  const ann = await make.user()
  await give({ object: 'crm/open', subjectKind: 'group', subject: ALL_USERS })

  expect(await may(ann.id, 'read', 'crm/open')).toBe(true)
})

test('an administrator may everything, also through a nested group', async () => {
  const ann = await make.user()
  const params = { key: 'nested-admin' }
  const save = () => as(ann).storage.saveSystem({ params, input: { data: 'x' } })
  await expect(save()).rejects.toMatchObject({ status: 403 })

  const inner = await makeGroup({ kind: 'user', id: ann.id })
  await join(ADMINISTRATORS, { kind: 'group', id: inner })

  await save()
  expect(await explain(ann.id, 'delete', 'crm/anything')).toMatchObject({
    allowed: true,
    reasons: [{ rule: 'administrator' }],
  })
  await make.change(`delete from kontor.group_members where member_id = '${inner}'`)
  await expect(save()).rejects.toMatchObject({ status: 403 })
})

test('an unknown kind, right, subject or user is told', async () => {
  const ann = await make.user()
  const wrong: [GrantInput, string][] = [
    [{ kind: 'planet', subject: ann.id }, 'unknown kind "planet", expected one of workspace, app'],
    [{ right: 'fly', subject: ann.id }, 'unknown right "fly" on app, expected one of read'],
    [{ subject: newId() }, 'field "subject": there is no user'],
    [{ subject: 'ann' }, 'field "subject": there is no user ann'],
    [{ subjectKind: 'group', subject: ann.id }, 'there is no group'],
  ]
  for (const [wanted, text] of wrong) {
    const error = await give(wanted).catch((each: unknown) => each)
    expect(error).toMatchObject({ status: 400, message: expect.stringContaining(text) })
  }
  await expect(explain(newId(), 'read', 'crm/deals')).rejects.toMatchObject({ status: 404 })
  await expect(explain(ann.id, 'fly', 'crm/deals')).rejects.toMatchObject({ status: 400 })
  await expect(explain(ann.id, 'read', 'x', 'planet')).rejects.toMatchObject({ status: 400 })
})

test('only administrators grant, take back, list and ask why', async () => {
  const ann = await make.user()
  const { access: own } = as(ann)
  const input = {
    kind: 'app',
    object: 'x/y',
    right: 'read',
    subjectKind: 'user',
    subject: ann.id,
  } as const
  const calls = [
    () => own.grant({ input }),
    () => own.revokeGrant({ params: { id: newId() } }),
    () => own.listGrants(),
    () => own.explain({ input: { user: ann.id, right: 'read', kind: 'app', object: 'x/y' } }),
  ]

  for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 403 })
})

test('a change of rights is seen at once, here and on another node', async () => {
  const ann = await make.user()
  const there = async () => {
    const input = { user: ann.id, right: 'read', kind: 'app', object: 'crm/nodes' }
    return (await other.as(admin).access.explain({ input })).allowed
  }
  expect(await there()).toBe(false)

  const { grant } = await give({ object: 'crm/nodes', subject: ann.id })
  expect(await may(ann.id, 'read', 'crm/nodes')).toBe(true)
  await expect.poll(there).toBe(true)
  await as(admin).access.revokeGrant({ params: { id: grant.id } })

  expect(await may(ann.id, 'read', 'crm/nodes')).toBe(false)
  await expect.poll(there).toBe(false)
})

test('a right that is granted and undone was never there', async () => {
  const ann = await make.user()
  const resource = { kind: 'app', id: 'crm/undone' }
  const caller = { ...ann, subjects: new Set([ann.id]), isAdministrator: false } as never
  const wanted = { kind: 'app', object: 'crm/undone', right: 'read', subject: ann.id }

  const undone = make.asSystem(async (ctx) => {
    await grant(ctx, { ...wanted, subjectKind: 'user' })
    expect(await ctx.access.can(ctx.db, caller, 'read', resource)).toBe(false)
    throw new Error('no')
  })

  await expect(undone).rejects.toThrow('no')
  expect(await access.can(db, caller, 'read', resource)).toBe(false)
  await expect(access.require(db, caller, 'read', resource)).rejects.toMatchObject({
    code: 'forbidden',
    message: 'the right "read" on app crm/undone is required',
  })
})

test('authors and performers of an item are told as such', async () => {
  const files = appSolution(
    'whys',
    'notes',
    'name: Notes\nrights: { "group:all_users": [create], "role:author": [read], "role:performer": [read] }\n',
  )
  await as(admin).solutions.apply({ input: { files } })
  const [ann, bob] = [await make.user(), await make.user()]
  const { item } = await as(ann).apps.createItem({
    params: { namespace: 'whys', code: 'notes' },
    input: { context: {} },
  })
  const object = `whys/notes/${item.__id}`
  expect(await explain(ann.id, 'read', object, 'item')).toEqual({
    allowed: true,
    reasons: [
      {
        allows: true,
        rule: 'author',
        text: `${ann.login} created the item, and "read" on app whys/notes is granted to role author`,
        via: { kind: 'author', on: { kind: 'app', id: 'whys/notes' } },
      },
    ],
  })
  expect(await explain(bob.id, 'read', object, 'item')).toMatchObject({ allowed: false })

  await make.change(
    `update "ws_whys"."notes" set "__tasks_performers" = array['${bob.id}']::uuid[]`,
  )

  expect(await explain(bob.id, 'read', object, 'item')).toMatchObject({
    allowed: true,
    reasons: [{ rule: 'performer', via: { kind: 'performer' } }],
  })
  expect(await explain(bob.id, 'update', object, 'item')).toMatchObject({ allowed: false })
})

test('a right through a group says through which', async () => {
  const ann = await make.user()
  const { group } = await as(admin).scheme.createGroup({
    params: { namespace: 'global' },
    input: { __name: 'Readers' },
  })
  await as(admin).scheme.addGroupItems({ params: { id: group.__id }, input: [ann.id] })
  await as(admin).access.grant({
    input: {
      kind: 'app',
      object: 'crm/through',
      right: 'read',
      subjectKind: 'group',
      subject: group.__id,
    },
  })

  const { reasons } = await explain(ann.id, 'read', 'crm/through/1', 'item')

  expect(reasons).toMatchObject([
    {
      text: `"read" on app crm/through is granted to group "Readers", of which ${ann.login} is a member`,
      via: {
        kind: 'grant',
        on: { kind: 'app', id: 'crm/through' },
        to: { kind: 'group', id: group.__id, name: 'Readers' },
        through: [],
      },
    },
  ])
})
