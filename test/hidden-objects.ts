import { definitionId } from '../src/lib/codes.ts'
import { newId } from '../src/lib/ids.ts'
import type { startApp } from './app.ts'
import type { SECRET } from './existence.ts'
import { helpers } from './oauth.ts'
import { diagram, flow, openTasks } from './process.ts'
import { startRegistry } from './registration.ts'
import { solution } from './solution.ts'

type Started = Awaited<ReturnType<typeof startApp>>
type User = { id: string; token: string }
type Json = Record<string, unknown>

const REVIEW = diagram(`<startEvent id="start" />
  <userTask id="check" name="Check" kontor:performer="role:author" />
  <endEvent id="end" />${flow('start -> check:go -> end')}`)
const STUCK = diagram(`<startEvent id="start" />
  <userTask id="check" name="Check" kontor:performer="variable:who" />
  <endEvent id="end" />${flow('start -> check:go -> end')}`)

const TITLE = 'fields:\n  title: { name: Title, type: STRING }\n'
const WHO = 'variables:\n  who: { name: Who, type: SYS_USER }\n'

const FILES = solution('hidden', {
  'channels/open.yaml': 'name: Open\naccess: public\n',
  'workspaces/hidden/apps/secrets.yaml': `name: Secrets\n${TITLE}`,
  'workspaces/hidden/apps/notes.yaml': `name: Notes\n${TITLE}`,
  'workspaces/hidden/processes/review.yaml': 'name: Review\n',
  'workspaces/hidden/processes/review.bpmn': REVIEW,
  'workspaces/hidden/processes/stuck.yaml': `name: Stuck\n${WHO}`,
  'workspaces/hidden/processes/stuck.bpmn': STUCK,
  'workspaces/hidden/reports/list.yaml':
    'name: List\ncolumns: { title: { name: Title, type: STRING } }\nquery: { app: hidden/secrets }\n',
  'workspaces/hidden/contracts/all.yaml': `name: All\n${TITLE}apps:\n  hidden/secrets: { title: title }\n`,
})

/** One object of every kind that a stranger has no right to, and what their requests need. */
export async function hiddenObjects(started: Started, stranger: User) {
  const { as, admin } = started
  const client = as(admin)
  await client.solutions.apply({ input: { files: FILES } })
  for (const right of ['read', 'create', 'update', 'delete', 'import', 'export']) {
    const grant = { kind: 'app', object: 'hidden/notes', right }
    await client.access.grant({ input: { ...grant, subjectKind: 'user', subject: stranger.id } })
  }
  const create = async (code: string): Promise<string> => {
    const params = { namespace: 'hidden', code }
    const input = { context: { title: 'The secret', __name: 'The secret' } }
    return String((await client.apps.createItem({ params, input })).item.__id)
  }
  const run = async (code: string) => {
    const params = { namespace: 'hidden', code }
    return (await client.bpm.run({ params, input: { context: {} } })).context
  }
  const item = await create('secrets')
  const note = await create('notes')
  const instance = await run('review')
  const { __id: stuck } = await run('stuck')
  const { incidents } = await client.bpm.listIncidents({ input: { instance: stuck } })
  const file = await makeFile(started, 'secret.txt')
  const trashed = await makeFile(started, 'old.txt')
  await client.disk.deleteFiles({ input: { fileIds: [trashed.id] } })
  const { directory } = await client.disk.createDirectory({
    input: { __name: 'Private', directory: admin.id },
  })
  const channel = await client.messages.createChannel({ input: { name: 'Board', isPrivate: true } })
  const { message } = await sendTo(started, channel.channel.id)
  const registry = await startRegistry(client, 'papers')
  const folder = await registry.folder({ template: '{$__index}' })
  const registered = await registry.register(await registry.item(), folder.id)
  const { importId } = await client.apps.importItems({
    params: { namespace: 'hidden', code: 'secrets' },
    input: { fileHash: await upload(started, 'title\na\n') },
  })
  const [bob, eve] = [await started.make.user(), await started.make.user()]
  const { substitution } = await client.substitutions.create({
    input: { absent: bob.id, substitute: eve.id, endsAt: null },
  })
  const ids: Record<(typeof SECRET)[number], string> = {
    item,
    file: file.id,
    'trashed file': trashed.id,
    body: file.hash,
    directory: directory.__id,
    channel: channel.channel.id,
    message,
    task: openTasks(instance)[0]?.__id ?? '',
    instance: instance.__id,
    incident: incidents[0]?.id ?? '',
    import: importId,
    registration: registered.id,
    segment: (await client.marketing.createSegment({ input: { name: 'Spring' } })).id,
    preference: (await client.marketing.createPreference({ input: { name: 'News' } })).preference
      .id,
    subscriber: await subscribe(started),
    notification: await notificationOf(started, bob),
    substitution: substitution.id,
    token: admin.tokenId,
    session: await openSession(started, bob),
    connection: await connectProgram(started),
    identity: await linkIdentity(started, bob),
    draft: (await client.drafts.create({ input: { solution: 'hidden' } })).draft.id,
    'report schedule': await scheduleReport(started),
  }
  const own = await ownObjects(started, stranger, note)
  const channels = (await as(stranger).messages.listChannels({ input: {} })).result.result
  const open = channels.find(({ name }) => name === 'Open')?.id ?? ''
  return {
    ids,
    /** The other path parameters. */
    params: (operation: string, place: string): Record<string, string> => ({
      namespace: 'hidden',
      code: codeFor(operation, place),
      key: 'theme',
      version: '1',
      channel: open,
      target: note,
      id: own.find(([name]) => name.test(operation))?.[1] ?? NOWHERE,
    }),
    /** Input with which a request gets as far as the id. */
    input: (place: string, input: unknown): unknown => {
      if (place === 'disk.moveFiles I.files[].hash') {
        return { ...(input as Json), directoryID: stranger.id }
      }
      if (place !== 'disk.makeFiles I.files[].hash') return input
      const { files } = input as { files: Json[] }
      return { files: files.map((each) => ({ ...each, name: 'a', directory: stranger.id })) }
    },
  }
}

async function connectProgram(started: Started): Promise<string> {
  const { person, allow, token } = helpers(started)
  const somebody = await person()
  await token(await allow(somebody))
  const { connections } = await started.as(somebody).access.listConnections({ input: {} })
  return connections[0]?.id ?? ''
}

async function scheduleReport({ as, admin }: Started): Promise<string> {
  const timing = { every: 'day', at: '08:00' } as const
  const input = {
    namespace: 'hidden',
    code: 'list',
    name: 'Secrets',
    format: 'csv',
    timing,
  } as const
  return (await as(admin).reports.createSchedule({ input })).schedule.id
}

const NOWHERE = newId()

/** The stranger's own objects, for operations on one object that name another. */
async function ownObjects(started: Started, stranger: User, note: string) {
  const { as, admin } = started
  const grant = { kind: 'process', object: 'hidden/review', right: 'create' }
  await as(admin).access.grant({
    input: { ...grant, subjectKind: 'user', subject: stranger.id },
  })
  const params = { namespace: 'hidden', code: 'review' }
  const { context } = await as(stranger).bpm.run({ params, input: { context: {} } })
  const { directory } = await as(stranger).disk.createDirectory({
    input: { __name: 'Own', directory: stranger.id },
  })
  const sent = await as(admin).messages.sendMessage({
    params: { namespace: 'hidden', code: 'notes', target: note },
    input: { body: 'For all' },
  })
  const own: [RegExp, string][] = [
    [/^disk\.changeDirectory/, directory.__id],
    [/^tasks\.listOfUser/, stranger.id],
    [/^tasks\./, openTasks(context)[0]?.__id ?? ''],
    [/^bpm\.listByTemplateId/, definitionId('process', 'hidden', 'review')],
    [/^messages\.(sendComment|listComments)/, sent.message.id],
    [/^registration\.register/, note],
  ]
  return own
}

function codeFor(operation: string, place: string): string {
  if (operation.startsWith('contracts.')) return 'all'
  if (operation.startsWith('bpm.')) return 'review'
  const isOwn =
    place === 'I.importId' || (operation.startsWith('messages.') && place !== 'P.target')
  return isOwn && !/activity|readObject/.test(operation) ? 'notes' : 'secrets'
}

async function upload({ request, admin }: Started, content: string): Promise<string> {
  const hash = newId()
  const headers = { authorization: `Bearer ${admin.token}` }
  const init = { method: 'POST', headers, body: content }
  await request(`/pub/v1/disk/file/upload?hash=${hash}`, init)
  return hash
}

async function makeFile(started: Started, name: string): Promise<{ id: string; hash: string }> {
  const { as, admin } = started
  const hash = await upload(started, name)
  const files = [{ hash, name, directory: admin.id }]
  const { items } = await as(admin).disk.makeFiles({ input: { files } })
  return { id: String(items[0]?.file?.__id), hash }
}

async function sendTo({ as, admin }: Started, channel: string): Promise<{ message: string }> {
  const input = { body: 'Between us' }
  const sent = await as(admin).messages.sendChannelMessage({ params: { channel }, input })
  return { message: sent.message.id }
}

async function subscribe({ as, admin }: Started): Promise<string> {
  const params = { namespace: '_clients', code: '_contacts' }
  const context = {
    _fullname: { lastname: 'Petrova', firstname: 'Anna', middlename: '' },
    _email: [{ type: 'work', email: 'anna@example.org' }],
  }
  const { item } = await as(admin).apps.createItem({ params, input: { context } })
  const consent = { method: 'web form', wording: 'I want the news' }
  const { subscribers } = await as(admin).marketing.subscribe({
    input: { consent, subscribers: [{ item: String(item.__id) }] },
  })
  for (const [kind, object] of [
    ['app', '_clients/_contacts'],
    ['workspace', '_clients'],
  ] as const) {
    const { grants } = await as(admin).access.listGrants({ input: { kind, object } })
    for (const { id } of grants) await as(admin).access.revokeGrant({ params: { id } })
  }
  return String(subscribers[0]?.id)
}

async function notificationOf({ as, admin }: Started, user: User): Promise<string> {
  const { channel } = await as(admin).messages.createChannel({
    input: { name: 'Two', isPrivate: true, members: [user.id] },
  })
  await as(admin).messages.sendChannelMessage({
    params: { channel: channel.id },
    input: { body: 'Look', mentions: [user.id] },
  })
  const { notifications } = await as(user).notifications.list({ input: {} })
  return String(notifications[0]?.id)
}

async function openSession({ make }: Started, { id: user }: User): Promise<string> {
  const id = newId()
  await make.change(`insert into kontor.sessions (id, user_id, hash, expires_at)
    values ('${id}', '${user}', sha256('${id}'), now() + interval '1 day')`)
  return id
}

async function linkIdentity({ make, as, admin }: Started, { id: user }: User): Promise<string> {
  const { provider } = await as(admin).providers.create({
    input: {
      code: 'hidden',
      name: 'Hidden',
      connection: { kind: 'oidc', issuer: 'https://id.example', clientId: 'kontor' },
    },
  })
  const id = newId()
  await make.change(`insert into kontor.user_identities
      (id, provider_id, issuer, subject, user_id, name, linked_by, linked_at)
    values ('${id}', '${provider.id}', 'https://id.example', '1', '${user}', 'bob', 'person', now())`)
  return id
}
