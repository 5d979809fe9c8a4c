import { expect, test } from 'vitest'
import { type Area, type Operation, pathNames } from '../src/api/operation.ts'
import { listCallers } from '../src/areas/access/service.ts'
import { findChannels } from '../src/areas/messages/channels.ts'
import { usersBehind } from '../src/areas/people/groups/membership.ts'
import { listUsers } from '../src/areas/people/users/lists.ts'
import { areas } from '../src/client/areas.ts'
import { ADMINISTRATORS, ALL_USERS, newId } from '../src/lib/ids.ts'
import { ListRequest } from '../src/lists/request.ts'
import { type Context, readContext } from '../src/platform/context.ts'
import { startApp } from './app.ts'
import { sample } from './sample.ts'
import { solution } from './solution.ts'

/** Guests may do nothing unless it is declared, and what is declared shows them nobody. */

const { app, address, admin, as, make, request } = await startApp()
const { platform } = app
const guest = await make.user({ lastName: 'Outside', isGuest: true })
const insider = await make.user({ lastName: 'Zanzibarova', email: 'zanzibarova@company.example' })
await as(admin).solutions.apply({
  input: {
    files: solution('sales', {
      'workspaces/sales/apps/orders.yaml': `
name: Orders
fields:
  manager: { name: Manager, type: SYS_USER }
rights: { "group:all_users": [read, create], "role:author": [read] }
`,
      'channels/news.yaml': 'name: News of Zanzibarova\naccess: public\n',
    }),
  },
})
const place = { namespace: 'sales', code: 'orders' }
const { item } = await as(insider).apps.createItem({
  params: place,
  input: { context: { __name: 'Order of Zanzibarova', manager: [insider.id] } },
})
const { channel } = await as(insider).messages.createChannel({
  input: { name: 'Open house', isPrivate: false },
})

type Case = [name: string, operation: Operation]
const all: Case[] = Object.entries<Area>(areas).flatMap(([area, operations]) =>
  Object.entries(operations).map(([name, operation]): Case => [`${area}.${name}`, operation]),
)
const PARAMS: Record<string, string> = { ...place, id: String(item.__id), channel: channel.id }
const isClosed = ({ access }: Operation) => access === 'user' || access === 'administrator'

async function callAsGuest({ path, methods: [method = 'GET'], input }: Operation) {
  const url = path.replace(/\{(\w+)\}/g, (_, name) => PARAMS[name] ?? newId())
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const response = await request(url, {
    method,
    headers: { authorization: `Bearer ${guest.token}`, 'content-type': 'application/json' },
    ...(hasBody && { body: JSON.stringify(sample(input)) }),
  })
  return { status: response.status, text: await response.text() }
}

test.each(all.filter(([, operation]) => isClosed(operation)))(
  '%s is closed to guests',
  async (_, operation) => {
    const { status, text } = await callAsGuest(operation)

    expect(text).toContain('guests cannot do this')
    expect(status).toBe(403)
  },
)

const open = all.filter(([, { access }]) => access === 'guest')

test('what guests may call is this and nothing else', () => {
  expect(open.map(([name]) => name).toSorted()).toEqual([
    ...['access.changeMyPassword', 'access.confirmIdentity', 'access.confirmMyAddress'],
    'access.currentSession',
    ...['access.endOtherSessions', 'access.endSession', 'access.getFactors', 'access.getMyAddress'],
    ...['access.listSessions', 'access.newRecoveryCodes', 'access.removeApp'],
    ...['access.removePasskey', 'disk.downloadFile', 'guests.directory', 'guests.item'],
    ...['guests.listItems', 'guests.say', 'guests.shared', 'users.getProfile'],
    'users.saveProfile',
  ])
})

test.each(open)('%s shows nobody to a guest without grants', async (_, operation) => {
  const { status, text } = await callAsGuest(operation)

  expect(text).not.toMatch(/zanzibarova/i)
  if (pathNames(operation.path).includes('id')) expect(status).toBeGreaterThanOrEqual(400)
})

test('nothing is shared at first, whatever everybody else may read', async () => {
  const { apps, items, directories } = await as(guest).guests.shared()

  expect({ apps, items, directories }).toEqual({ apps: [], items: [], directories: [] })
})

test('an app that is not shared looks like one that does not exist', async () => {
  const answersOf = async (at: typeof place) => {
    const path = `/manage/v1/shared/apps/${at.namespace}/${at.code}`
    const headers = { authorization: `Bearer ${guest.token}` }
    const body = JSON.stringify({ text: 'Hello' })
    const said = await request(`${path}/${item.__id}/messages`, { method: 'POST', headers, body })
    const read = await Promise.all(
      [path, `${path}/${item.__id}`].map((url) => request(url, { headers })),
    )
    return Promise.all(
      [...read, said].map(async (answer) => {
        const text = (await answer.text()).replaceAll(at.code, '…')
        return { status: answer.status, text: text.replace(/"requestId":"[^"]*"/, '') }
      }),
    )
  }

  const answers = await answersOf(place)

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(answers).toEqual(await answersOf({ ...place, code: 'nothing' }))
})

test('guests are given no tasks', async () => {
  const named = await make.asSystem((ctx) => usersBehind(ctx, [guest.id, insider.id]))
  const asked = as(insider).tasks.create({ input: { name: 'Call', performer: guest.id } })

  await expect(asked).rejects.toMatchObject({ status: 400 })
  expect(named).toEqual([insider.id])
})

test('events are closed to guests', async () => {
  const response = await fetch(`${address}/events`, {
    headers: { authorization: `Bearer ${guest.token}` },
  })

  expect(response.status).toBe(403)
})

/** As the services of every area see the guest, whatever operation is opened to them next. */
async function asGuest(): Promise<Context> {
  const origin = { requestId: 'test', log: platform.log }
  const [user] = await make.asSystem((ctx) => listCallers(ctx, [guest.id]))
  if (!user) throw new Error('the guest is gone')
  return readContext(platform, { ...origin, user })
}

test('lists of people have only the guest, and nobody else can be mentioned or chosen', async () => {
  const ctx = await asGuest()

  const listed = await listUsers(ctx, ListRequest.parse({ size: -1 }))
  const named = [guest, insider].map(({ id }) => ({ kind: 'user', id }))
  const unreadable = await ctx.kinds.findUnreadable(ctx, named)

  expect(listed.parse<{ __id: string }>().map(({ __id }) => __id)).toEqual([guest.id])
  expect([...(unreadable.get('user') ?? [])]).toEqual([insider.id])
})

test('public channels are those of the company', async () => {
  expect(await findChannels(await asGuest())).toEqual([])
})

test('a guest is nowhere among everybody, and never an administrator', async () => {
  const { user } = await as(guest).access.currentSession()
  expect(user).toMatchObject({ isGuest: true, isAdministrator: false })

  await make.change(
    `insert into kontor.group_members values ('${ADMINISTRATORS}', 'user', '${guest.id}')`,
  )
  expect((await as(guest).access.currentSession()).user.isAdministrator).toBe(false)
  const { memberships } = await as(admin).scheme.memberships({ params: { id: guest.id } })
  const inside = await as(admin).scheme.listGroupUsers({
    params: { id: ALL_USERS },
    input: { size: -1 },
  })
  await make.change(`delete from kontor.group_members where member_id = '${guest.id}'`)

  expect(memberships.map(({ group }) => group.id)).toEqual([ADMINISTRATORS])
  const ids = inside.result.result.map(({ __id }) => __id)
  expect(ids).toContain(insider.id)
  expect(ids).not.toContain(guest.id)
})

test('a guest cannot stand in for somebody of the company', async () => {
  const created = as(insider).substitutions.create({
    input: { substitute: guest.id, endsAt: null },
  })

  await expect(created).rejects.toMatchObject({ status: 400 })
})
