import { expect, test } from 'vitest'
import { CALLBACK, startOAuth } from '../../../../test/oauth.ts'
import { ADMINISTRATORS, newId } from '../../../lib/ids.ts'

const server = await startOAuth()
const { as, admin, make, request, post, person, allow, token, session, register } = server

type ProgramOptions = { scopes?: string[]; redirects?: string[] }

/** A program on a server, that acts as somebody. */
async function makeProgram({
  scopes = ['access:read', 'tasks:write'],
  redirects = [],
}: ProgramOptions = {}) {
  const user = await make.user()
  const { client, secret } = await as(admin).access.createClient({
    input: {
      name: 'Night run',
      redirects,
      isConfidential: true,
      actsAs: { user: user.id, scopes },
    },
  })
  const fields = {
    grant_type: 'client_credentials',
    client_id: client.id,
    client_secret: secret ?? '',
  }
  return { user, client, fields }
}
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

test('a program with a secret acts by itself as the account it was given', async () => {
  const { user, client, fields } = await makeProgram()

  const { status, body } = await token(fields)

  expect({ status, ...body }).toMatchObject({
    status: 200,
    scope: 'access:read tasks:write',
    expires_in: 3600,
  })
  expect(body).not.toHaveProperty('refresh_token')
  const mine = (await (await session(body.access_token)).json()) as { user: { id: string } }
  expect(mine.user.id).toBe(user.id)
  const asProgram = as({ token: body.access_token ?? '' })
  expect(
    (await asProgram.tasks.create({ input: { name: 'x', performer: user.id } })).id,
  ).toBeTruthy()
  await expect(asProgram.users.listPeople()).rejects.toMatchObject({ status: 403 })
  const { client_id, client_secret } = fields
  const inHeader = await post(
    '/oauth/token',
    { grant_type: 'client_credentials', scope: 'tasks:read' },
    basic(client_id, client_secret),
  )
  expect(await inHeader.json()).toMatchObject({ scope: 'tasks:read' })
  const { connections } = await as(user).access.listConnections({ input: {} })
  expect(connections).toMatchObject([{ client: client.id, name: 'Night run', host: '' }])
})

test('a program of an administrator cannot look as somebody else', async () => {
  const { user, fields } = await makeProgram({ scopes: ['access:read', 'access:write'] })
  await as(admin).scheme.addGroupItems({ params: { id: ADMINISTRATORS }, input: [user.id] })
  const { body } = await token(fields)
  const other = await make.user()

  const asked = as({ token: body.access_token ?? '' }).access.startPreview({
    input: { user: other.id },
  })

  await expect(asked).rejects.toMatchObject({
    status: 403,
    message: 'a connected program cannot look as somebody else: do it yourself',
  })
  const { preview } = await as(user).access.startPreview({ input: { user: other.id } })
  expect(preview.user.id).toBe(other.id)
})

test('who has no secret, another one, or asks for more gets nothing', async () => {
  const { fields, client } = await makeProgram()
  const open = (await register()).body.client_id
  const only = await as(admin).access.createClient({
    input: { name: 'Asks', redirects: [CALLBACK], isConfidential: true },
  })
  const cases: [object, Record<string, string>, number, string][] = [
    [{ ...fields, client_secret: undefined }, {}, 401, 'invalid_client'],
    [{ ...fields, client_secret: `${fields.client_secret}x` }, {}, 401, 'invalid_client'],
    [{ ...fields, client_id: newId() }, {}, 400, 'unauthorized_client'],
    [{ ...fields, client_id: open }, {}, 400, 'unauthorized_client'],
    [{ ...fields, client_id: only.client.id }, {}, 401, 'invalid_client'],
    [
      { ...fields, client_id: only.client.id, client_secret: only.secret },
      {},
      400,
      'unauthorized_client',
    ],
    [{ ...fields, scope: 'tasks:write apps:read' }, {}, 400, 'invalid_scope'],
    [{ ...fields, scope: '*:read' }, {}, 400, 'invalid_scope'],
    [fields, basic(client.id, fields.client_secret), 400, 'invalid_request'],
    [{ grant_type: 'client_credentials' }, basic(client.id, 'x'), 401, 'invalid_client'],
  ]

  for (const [given, headers, status, error] of cases) {
    const answer = await post('/oauth/token', given as Record<string, string>, headers)
    expect([given, answer.status, await answer.json()]).toMatchObject([given, status, { error }])
    expect(answer.headers.has('www-authenticate')).toBe(status === 401)
  }
})

test('a program with a secret shows it for codes, refreshes and revocations', async () => {
  const ann = await person()
  const { client, secret } = await as(admin).access.createClient({
    input: { name: 'Desk', redirects: [CALLBACK], isConfidential: true },
  })
  const client_secret = secret ?? ''
  const code = await allow(ann, { client_id: client.id })

  expect((await token(code)).body.error).toBe('invalid_client')
  const first = await token({ ...code, client_secret })
  const { refresh_token, access_token } = first.body
  const refresh = { grant_type: 'refresh_token', refresh_token, client_id: client.id }
  expect((await token(refresh)).body.error).toBe('invalid_client')
  expect((await token({ ...refresh, client_secret: 'x' })).status).toBe(401)
  expect((await token({ ...refresh, client_secret })).status).toBe(200)
  expect((await post('/oauth/revoke', { token: access_token })).status).toBe(401)
  expect((await session(access_token)).status).toBe(200)
  expect((await post('/oauth/revoke', { token: access_token, client_secret })).status).toBe(200)
  expect((await session(access_token)).status).toBe(401)
})

test('what acts by itself ends with its secret, its account, its program, and by hand', async () => {
  const got = async (fields: Record<string, string>) => (await token(fields)).body.access_token
  const works = async (access: string | undefined) => (await session(access)).status === 200

  const renewed = await makeProgram()
  const before = await got(renewed.fields)
  const { secret } = await as(admin).access.renewClientSecret({ params: { id: renewed.client.id } })
  expect(await works(before)).toBe(false)
  expect((await token(renewed.fields)).status).toBe(401)
  const again = { ...renewed.fields, client_secret: secret }
  expect(await works(await got(again))).toBe(true)

  const blocked = await makeProgram()
  const theirs = await got(blocked.fields)
  await as(admin).users.block({ params: { id: blocked.user.id } })
  expect([await works(theirs), (await token(blocked.fields)).status]).toEqual([false, 401])

  const deleted = await makeProgram()
  const lost = await got(deleted.fields)
  await as(admin).access.deleteClient({ params: { id: deleted.client.id } })
  expect([await works(lost), (await token(deleted.fields)).status]).toEqual([false, 400])

  const ended = await makeProgram()
  const last = await got(ended.fields)
  const { connections } = await as(ended.user).access.listConnections({ input: {} })
  await as(ended.user).access.endConnection({ params: { id: connections[0]?.id ?? '' } })
  expect([await works(last), (await token(ended.fields)).body.error_description]).toEqual([
    false,
    expect.stringContaining('another secret'),
  ])
  const { clients } = await as(admin).access.listClients()
  expect(clients.find(({ id }) => id === ended.client.id)).toMatchObject({ hasSecret: false })
})

test('a program may give back one token and ask for the next', async () => {
  const { fields } = await makeProgram()
  const { access_token } = (await token(fields)).body
  const { client_id, client_secret } = fields

  await post('/oauth/revoke', { token: access_token, client_id, client_secret })

  expect((await session(access_token)).status).toBe(401)
  expect((await token(fields)).status).toBe(200)
})

test('nobody registers a program that may do more than they may themselves', async () => {
  const { id: user } = await make.user()
  const narrow = await make.token({ user: admin.id, scopes: ['access:write'] })
  const input = { name: 'x', isConfidential: true, actsAs: { user, scopes: ['tasks:write'] } }
  const { client } = await makeProgram()

  const made = as({ token: narrow.secret }).access.createClient({ input })
  const renewed = as({ token: narrow.secret }).access.renewClientSecret({
    params: { id: client.id },
  })

  await expect(made).rejects.toMatchObject({ status: 403 })
  await expect(renewed).rejects.toMatchObject({ status: 403 })
  for (const wrong of [
    { name: 'x' },
    { ...input, isConfidential: false },
    { ...input, actsAs: { user: newId(), scopes: ['tasks:write'] } },
    { ...input, actsAs: { user, scopes: ['*'] } },
  ]) {
    await expect(as(admin).access.createClient({ input: wrong })).rejects.toMatchObject({
      status: 400,
    })
  }
})

test('no program is registered with a narrow token, one that ends, or one that assistants may not use', async () => {
  const { id: user } = await make.user()
  const { client } = await makeProgram()
  const inputs = [
    { name: 'x', redirects: [CALLBACK] },
    { name: 'x', isConfidential: true, actsAs: { user, scopes: ['access:read'] } },
  ]
  const tokens: [Partial<Parameters<typeof make.token>[0]>, string][] = [
    [{ scopes: ['access:write'] }, '*:write'],
    [{ expiresAt: new Date(Date.now() + 3600_000).toISOString() }, 'can only create what expires'],
    [{ assistants: 'off' }, 'assistants may do more'],
    [{ assistants: 'read' }, 'assistants may do more'],
  ]

  for (const [how, words] of tokens) {
    const { secret } = await make.token({ user: admin.id, ...how })
    const { access } = as({ token: secret })
    const refused = { status: 403, message: expect.stringContaining(words) }
    for (const input of inputs) {
      await expect(access.createClient({ input })).rejects.toMatchObject(refused)
    }
    const renewed = access.renewClientSecret({ params: { id: client.id } })
    await expect(renewed).rejects.toMatchObject(refused)
  }
})

test('a server closed to unknown programs takes only those of administrators', async () => {
  const closed = await startOAuth({ environment: { KONTOR_OAUTH_REGISTRATION: 'closed' } })
  const ann = await closed.person()
  const refused = await closed.register()
  const query = (client_id: string) =>
    new URLSearchParams({ response_type: 'code', client_id, redirect_uri: CALLBACK }).toString()
  const { client } = await closed
    .as(closed.admin)
    .access.createClient({ input: { name: 'Desk', redirects: [CALLBACK] } })
  const described = await closed.request('/.well-known/oauth-authorization-server')

  expect(refused).toMatchObject({ status: 403, body: { error: 'access_denied' } })
  expect(await described.json()).toMatchObject({ client_id_metadata_document_supported: false })
  const document = await closed.review(ann, query('https://desk.example/kontor.json'))
  expect(document.body).toMatchObject({ detail: expect.stringContaining('ask an administrator') })
  expect((await closed.review(ann, query(client.id))).status).toBe(200)
  expect((await request('/oauth/register', { method: 'POST', body: '{}' })).status).toBe(400)
})

test('programs that registered themselves before ask nobody new once that is closed', async () => {
  const { body } = await register()
  const closed = await startOAuth({
    connection: server.connection,
    environment: { KONTOR_OAUTH_REGISTRATION: 'documents' },
  })
  const query = new URLSearchParams({ client_id: body.client_id ?? '', redirect_uri: CALLBACK })

  const { status } = await closed.review(await closed.person(), query.toString())

  expect(status).toBe(400)
})
