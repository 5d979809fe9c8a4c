import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Area, neededScopes, type Operation } from '../src/api/operation.ts'
import { areas } from '../src/client/areas.ts'
import { ADMINISTRATORS, newId } from '../src/lib/ids.ts'
import { connectClient } from '../src/platform/db/db.ts'
import { startApp } from './app.ts'
import { sample } from './sample.ts'
import { solution } from './solution.ts'

const time = Date.parse('2026-03-02T09:00:00Z')
/** Invitations need mail; no job of this server sends any. */
const environment = {
  KONTOR_SMTP_URL: 'smtp://127.0.0.1:9',
  KONTOR_MAIL_FROM: 'kontor@larkmoor.example',
  KONTOR_PUBLIC_URL: 'https://kontor.example',
}
const { admin, as, make, request, connection } = await startApp({
  now: () => new Date(time),
  environment,
})
const client = await connectClient(connection)
afterAll(() => client.end())

const ann = await make.user({ password: 'a password of ann', email: 'ann@larkmoor.example' })
const blocked = await make.user()
const outsider = await make.user({ isGuest: true })
await make.change(`update kontor.users set status = 3 where id = '${blocked.id}'`)
const { group } = await as(admin).scheme.createGroup({
  params: { namespace: 'global' },
  input: { __name: 'Second line' },
})
const { webhook } = await as(admin).webhooks.create({
  input: { name: 'all', url: 'https://hooks.example/a' },
})
await as(admin).solutions.apply({ input: { files: solution('spare', {}) } })
const started = { solution: 'drafted', name: 'Drafted' }
const { draft } = await as(admin).drafts.create({ input: started })
const files = solution('sales', { 'workspaces/sales/apps/orders.yaml': 'name: Orders\n' })

const provider = (code: string) => ({
  code,
  name: 'Company',
  connection: { kind: 'oidc', issuer: 'https://id.example', clientId: 'kontor' } as const,
})
const folder = await as(admin).disk.createDirectory({
  input: { __name: 'For guests', directory: admin.id },
})
const directory = await as(admin).providers.create({
  input: {
    code: 'directory',
    name: 'Directory',
    connection: { kind: 'ldap', url: 'ldap://ldap.example', userBase: 'dc=example' },
  },
})
const known = await as(admin).providers.create({ input: provider('known') })

const program = await as(admin).access.createClient({
  input: {
    name: 'Night run',
    isConfidential: true,
    actsAs: { user: ann.id, scopes: ['tasks:write'] },
  },
})

const spare = await as(admin).access.createClient({
  input: { name: 'Reader', redirects: ['http://127.0.0.1:9999/callback'] },
})

type Call = { params?: Record<string, string>; input?: unknown }

/** A valid call of each operation that grants rights or credentials. */
const CALLS: Record<string, () => Call> = {
  'access.createUser': () => ({ input: { login: `x-${newId()}`, isAdministrator: true } }),
  'access.setPassword': () => ({
    params: { id: ann.id },
    input: { password: 'quite another one' },
  }),
  'access.invite': () => ({ params: { id: ann.id } }),
  'access.changeMyPassword': () => ({ input: { current: '', next: 'quite another one' } }),
  'access.deleteClient': () => ({ params: { id: spare.client.id } }),
  'access.decideConnection': () => ({ input: { query: '', allow: true } }),
  'access.createClient': () => ({
    input: {
      name: 'x',
      isConfidential: true,
      actsAs: { user: ann.id, scopes: ['tasks:write'] },
    },
  }),
  'access.renewClientSecret': () => ({ params: { id: program.client.id } }),
  'access.createToken': () => ({ input: { name: 'x', user: ann.id } }),
  'access.grant': () => ({
    input: {
      kind: 'workspace',
      object: 'global',
      right: 'manage',
      subjectKind: 'user',
      subject: ann.id,
    },
  }),
  'drafts.publish': () => ({ params: { id: draft.id }, input: { revision: draft.revision } }),
  'guests.invite': () => ({
    input: {
      email: `x-${newId()}@outside.example`,
      lastName: 'Outside',
      share: { kind: 'directory', object: folder.directory.__id },
    },
  }),
  'guests.makeMember': () => ({ params: { id: outsider.id } }),
  'providers.compare': () => ({ params: { id: directory.provider.id } }),
  'providers.create': () => ({ input: provider(`x-${newId()}`) }),
  'providers.update': () => ({ params: { id: known.provider.id }, input: provider('known') }),
  'providers.savePolicy': () => ({ input: { passwords: 'everybody', emergencyAccounts: [] } }),
  'scheme.createGroup': () => ({ params: { namespace: 'global' }, input: { __name: newId() } }),
  'scheme.updateGroup': () => ({
    params: { id: group.__id },
    input: { isDefault: true, description: newId() },
  }),
  'scheme.addGroupItems': () => ({ params: { id: ADMINISTRATORS }, input: [ann.id] }),
  'solutions.apply': () => ({ input: { files } }),
  'solutions.remove': () => ({ params: { code: 'spare' } }),
  'substitutions.create': () => ({ input: { substitute: ann.id } }),
  'transfer.store': () => ({
    input: {
      kind: 'users',
      rows: [
        {
          ...{ id: newId(), login: `x-${newId()}` },
          ...{ createdAt: '2026-03-02T09:15:00Z', updatedAt: '2026-03-02T09:15:00Z' },
        },
      ],
    },
  }),
  'users.updatePerson': () => ({ params: { id: ann.id }, input: { login: `x-${newId()}` } }),
  'users.unblock': () => ({ params: { id: blocked.id } }),
  'webhooks.create': () => ({ input: { name: 'mine', url: 'https://evil.example' } }),
  'webhooks.update': () => ({
    params: { id: webhook.id },
    input: { name: 'mine', url: 'https://evil.example' },
  }),
  'webhooks.rotate': () => ({ params: { id: webhook.id } }),
  'webhooks.replay': () => ({ params: { id: webhook.id }, input: { position: 1 } }),
}

const writes = Object.entries<Area>(areas).flatMap(([area, operations]) =>
  Object.entries(operations)
    .filter(([, { writes, access }]) => writes && access !== 'public')
    .map(([name, operation]): [string, Operation] => [`${area}.${name}`, operation]),
)
const areaOf = (id: string) => id.split('.', 1)[0]
/** Areas whose scope is itself the right to create accounts: who gives it to a token knows that. */
const POWERFUL_SCOPES = ['scim']
const isPowerful = ([id]: [string, Operation]) => POWERFUL_SCOPES.includes(areaOf(id) ?? '')
const giving = writes.filter((each) => each[1].gives.length > 0 && !isPowerful(each))
const harmless = writes.filter(([, { gives, isUpload }]) => gives.length === 0 && !isUpload)

const tokenWith = async (scopes: readonly string[]) =>
  (await make.token({ user: admin.id, scopes: [...scopes] })).secret

function send(
  token: string,
  { methods: [method], path }: Operation,
  { params = {}, input = {} }: Call,
) {
  const address = path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? 'x')
  const query = method === 'DELETE' ? `?${new URLSearchParams(input as object as [])}` : ''
  return request(`${address}${query}`, {
    method: method ?? '',
    headers: { 'x-token': token },
    ...(method !== 'DELETE' && { body: JSON.stringify(input) }),
  })
}

/** All rights and credentials in the system. */
async function power(): Promise<unknown> {
  const { rows } = await client.query(`
    select
      (select array_agg((id, login, status, password_hash)::text order by id) from kontor.users) as users,
      (select array_agg((id, scopes, expires_at)::text order by id) from kontor.tokens
        where name <> 'test') as tokens,
      (select array_agg(id order by id) from kontor.sessions) as sessions,
      (select array_agg(g::text order by g::text) from kontor.grants g) as grants,
      (select array_agg((id, is_default, is_role)::text order by id) from kontor.groups) as groups,
      (select array_agg(m::text order by m::text) from kontor.group_members m) as members,
      (select array_agg((id, url, secret, types)::text order by id) from kontor.webhooks) as webhooks,
      (select array_agg(s::text order by s::text) from kontor.substitutions s) as substitutions,
      (select array_agg((kind, namespace, code, version)::text order by id)
        from kontor.definitions where kind <> 'channel') as definitions`)
  return rows[0]
}

test('every operation that grants something is in the table above', () => {
  expect(Object.keys(CALLS).sort()).toEqual(giving.map(([id]) => id).sort())
  process.stdout.write(
    `${writes.length} writing operations, ${giving.length} of them give rights or credentials\n`,
  )
})

test.each(writes.filter(isPowerful))(
  '%s gives what its own scope is, and no more',
  (id, { gives }) => {
    expect([[], [`${areaOf(id)}:write`]]).toContainEqual(gives)
  },
)

test.each(giving)('%s refuses a token with only the scope of its area', async (id, operation) => {
  const before = await power()

  const answer = await send(
    await tokenWith([`${areaOf(id)}:write`]),
    operation,
    CALLS[id]?.() ?? {},
  )

  expect(answer.status).toBe(403)
  expect(await answer.text()).toMatch(/scope/)
  expect(await power()).toEqual(before)
})

test.each(giving.filter(([, { gives }]) => gives !== 'as asked'))(
  '%s requires each of the scopes it gives',
  async (id, operation) => {
    const own = [`${areaOf(id)}:write`]
    const all = [...own, ...neededScopes(operation)]
    for (const scope of neededScopes(operation)) {
      const others = all.filter((each) => each !== scope)
      const answer = await send(await tokenWith(others), operation, CALLS[id]?.() ?? {})
      expect(answer.status).toBe(403)
      expect(await answer.text()).toContain(scope)
    }

    const answer = await send(await tokenWith(all), operation, CALLS[id]?.() ?? {})

    expect(await answer.text()).not.toContain('missing the scope')
    expect(answer.status).toBe(200)
  },
)

test.each(harmless)('%s gives nothing, as it declares', async (id, operation) => {
  const before = await power()

  await send(await tokenWith([`${areaOf(id)}:write`]), operation, {
    params: { id: newId(), namespace: 'sales', code: 'orders', key: 'theme', version: '1' },
    input: sample(operation.input),
  })

  expect(await power()).toEqual(before)
})

/** All POST operations that only read. Before adding one: what can its answer be used for? */
const READING_POSTS = [
  'access.explain',
  'access.reviewConnection',
  'apps.aggregate',
  'apps.exportItems',
  'apps.importStatus',
  'apps.previewImport',
  'apps.readTable',
  'contracts.aggregate',
  'decisions.evaluate',
  'disk.downloadLinks',
  'disk.searchFiles',
  'docflow.listLists',
  'drafts.plan',
  'drafts.test',
  'marketing.listSegmentSubscribers',
  'marketing.listSegments',
  'marketing.listSubscribers',
  'processes.test',
  'providers.test',
  'registration.list',
  'solutions.plan',
  'tasks.facets',
]

const reads = Object.entries<Area>(areas).flatMap(([area, operations]) =>
  Object.entries(operations)
    .filter(([, { writes, access }]) => !writes && access !== 'public')
    .map(([name, operation]): [string, Operation] => [`${area}.${name}`, operation]),
)
const readingPosts = reads.filter(([, { methods }]) => !methods.includes('GET'))

/** Names of values that may work without a token. */
const CAPABILITY = /^(link|url|secret|token|password|signature)$/i
/** Reading operations that return such a name, and why they may. */
const GIVEN_TO_READERS: Record<string, string> = {
  'bpm.listIncidents': 'a token of the diagram',
  'bpm.timeline': 'a token of the diagram',
  'disk.downloadLinks': 'reads what the caller may read',
  'disk.getLink': 'reads what the caller may read',
  'processes.instance': 'a token of the diagram',
  'providers.list': 'the address of a directory, for administrators only',
  'tasks.get': 'always empty',
  'webhooks.get': 'the receiver, for administrators only',
  'webhooks.list': 'the receiver, for administrators only',
}

test('a POST that only reads is in the table above', () => {
  expect(readingPosts.map(([id]) => id).sort()).toEqual(READING_POSTS)
})

test('what readers are given to use without a token is in the table above', () => {
  const giving = reads.filter(([, { output }]) => namesIn(output).some((n) => CAPABILITY.test(n)))

  expect(giving.map(([id]) => id).sort()).toEqual(Object.keys(GIVEN_TO_READERS))
})

function namesIn(output: z.ZodType): string[] {
  const names: string[] = []
  JSON.stringify(z.toJSONSchema(output, { unrepresentable: 'any', io: 'input' }), (key, value) => {
    if (key === 'properties') names.push(...Object.keys(value))
    return value
  })
  return names
}

test.each(readingPosts)('by %s a token that only reads stores nothing', async (id, operation) => {
  const bodies = async () => (await client.query('select id from kontor.file_bodies')).rows
  const before = [await power(), await bodies()]

  const answer = await send(await tokenWith([`${areaOf(id)}:read`]), operation, {
    params: { id: newId(), namespace: 'sales', code: 'orders' },
    input: sample(operation.input),
  })
  for (const [link] of (await answer.text()).matchAll(/http[^"]*\/bodies\/[^"]*/g)) {
    await fetch(link, { method: 'PUT', body: 'content' })
  }

  expect([await power(), await bodies()]).toEqual(before)
})

test('links to upload to need the scope that an upload needs', async () => {
  const ask = async (scopes: string[]) =>
    send(await tokenWith(scopes), areas.disk.uploadLinks, { input: { hashesList: [newId()] } })

  expect((await ask(['disk:read'])).status).toBe(403)
  expect((await ask(['disk:write'])).status).toBe(200)
})

test('a token cannot create one that expires later', async () => {
  const end = new Date(time + 3_600_000)
  const { secret } = await make.token({ user: admin.id, expiresAt: end.toISOString() })
  const create = (expiresAt: Date | null) =>
    as({ token: secret }).access.createToken({
      input: { name: 'x', expiresAt: expiresAt?.toISOString() ?? null },
    })

  await expect(create(null)).rejects.toMatchObject({ status: 403 })
  await expect(create(new Date(end.getTime() + 1000))).rejects.toMatchObject({ status: 403 })
  expect((await create(end)).token.expiresAt).toBe(end.toISOString())
})

test('the documented scopes of an operation are those it gives', async () => {
  const answer = await request('/manage/v1/openapi.json')
  const { paths } = (await answer.json()) as {
    paths: Record<string, Record<string, { description: string }>>
  }

  expect(paths['/manage/v1/users']?.post?.description).toContain('*:write')
  expect(paths['/manage/v1/webhooks']?.post?.description).toContain('events:read')
})
