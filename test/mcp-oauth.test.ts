import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { newId } from '../src/lib/ids.ts'
import { startApp } from './app.ts'
import { CALLBACK, startOAuth } from './oauth.ts'
import { solution } from './solution.ts'

const server = await startOAuth({ environment: { KONTOR_RATE_LIMIT: '120' } })
const { address, as, admin, request, person, decide, allow, token } = server
const other = await startApp({ connection: server.connection })
await as(admin).solutions.apply({
  input: {
    files: solution('sales', { 'workspaces/sales/apps/orders.yaml': 'name: Orders\n' }),
  },
})

/** A host that keeps what it gets in memory. */
class Host implements OAuthClientProvider {
  redirectUrl = CALLBACK
  clientMetadata = { client_name: 'Host', redirect_uris: [CALLBACK] }
  asked = new URL(CALLBACK)
  #kept: Record<string, unknown> = {}
  state = () => 'state'
  clientInformation = () => this.#kept.client as never
  saveClientInformation = (client: unknown) => {
    this.#kept.client = client
  }
  tokens = () => this.#kept.tokens as never
  saveTokens = (tokens: unknown) => {
    this.#kept.tokens = tokens
  }
  redirectToAuthorization = (url: URL) => {
    this.asked = url
  }
  saveCodeVerifier = (verifier: string) => {
    this.#kept.verifier = verifier
  }
  codeVerifier = () => String(this.#kept.verifier)
}

test('the official client gets consent, acts, and is refused on another node once it is revoked', async () => {
  const ann = await person()
  const host = new Host()
  const open = (at: string) =>
    new StreamableHTTPClientTransport(new URL(`${at}/mcp`), { authProvider: host })
  const first = open(address)
  const client = new Client({ name: 'host', version: '1' })
  await expect(client.connect(first)).rejects.toThrow()
  const { redirect = '' } = await decide(ann, host.asked.search.slice(1))
  await first.finishAuth(new URL(redirect).searchParams)

  const acting = new Client({ name: 'host', version: '1' })
  await acting.connect(open(address))
  const listed = await acting.callTool({ name: 'kontor_list', arguments: { source: 'tasks' } })
  expect(listed.isError).toBeFalsy()
  const { prompts } = await acting.listPrompts()
  expect(prompts.map(({ name }) => name)).toEqual(['my_day', 'about_item'])
  const { entries } = await as(admin).audit.list({ input: { type: 'assistant.called' } })
  expect(entries[0]?.data).toMatchObject({ user: ann.id, tool: 'kontor_list', failure: null })

  const wrong = { name: 'kontor_get', arguments: { kind: 'task', id: newId() } }
  expect((await acting.callTool(wrong)).isError).toBe(true)
  await server.app.identity.flush()
  const told = await as(ann).access.listConnections({ input: {} })
  // What a tool calls in turn is not counted besides.
  expect(told.connections).toMatchObject([
    { calls: 2, failures: 1, lastFailure: expect.stringMatching(/^kontor_get: .*not found/) },
  ])

  const { access_token } = host.tokens() as { access_token: string }
  const call = (at: string) =>
    fetch(`${at}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}` },
      body: '{}',
    })
  expect((await call(other.address)).status).not.toBe(401)
  const { connections } = await as(ann).access.listConnections({ input: {} })
  await as(ann).access.endConnection({ params: { id: connections[0]?.id ?? '' } })
  // Told by the database, a moment after the answer.
  const refused = async () => {
    const { status, headers } = await call(other.address)
    return [status, headers.get('www-authenticate')]
  }
  await expect
    .poll(refused)
    .toEqual([401, expect.stringContaining('error="invalid_token", resource_metadata=')])
  await acting.close()
})

test('a program that lacks a scope is told which, before anything happens', async () => {
  const ann = await person()
  const scope = '*:read tasks:write'
  const { body } = await token(await allow(ann, { scope, resource: `${address}/mcp` }))
  const params = { name: 'kontor_create_items', arguments: { app: 'sales/orders', items: [{}] } }

  const answer = await request('/mcp', {
    method: 'POST',
    headers: { authorization: `Bearer ${body.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })

  expect(answer.status).toBe(403)
  expect(answer.headers.get('www-authenticate')).toMatch(
    /error="insufficient_scope", resource_metadata=".*", scope="\*:read tasks:write apps:write"/,
  )
})

test('a program that may only look sees what reads, and is told in words what it may not', async () => {
  const ann = await person()
  const { body } = await token(await allow(ann, { scope: '*:read', resource: `${address}/mcp` }))
  const client = new Client({ name: 'host', version: '1' })
  const headers = { authorization: `Bearer ${body.access_token}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit: { headers } }),
  )

  const { tools } = await client.listTools()
  const args = { app: 'sales/orders', items: [{}] }
  const refused = await client.callTool({ name: 'kontor_create_items', arguments: args })

  expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([])
  expect(tools.map(({ name }) => name)).toContain('kontor_search')
  expect(refused).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('"apps:write", and only reading was allowed') }],
  })
  await client.close()
})

test('an item is read by its address, and what is not there is an error', async () => {
  const params = { namespace: 'sales', code: 'orders' }
  const { item } = await as(admin).apps.createItem({ params, input: { context: { __name: 'A' } } })
  const client = new Client({ name: 'host', version: '1' })
  const headers = { authorization: `Bearer ${admin.token}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit: { headers } }),
  )

  const { contents } = await client.readResource({ uri: `kontor://item/sales/orders/${item.__id}` })

  expect(contents[0]).toMatchObject({ text: expect.stringContaining('"__name":"A"') })
  const missing = client.readResource({ uri: `kontor://item/sales/orders/${newId()}` })
  await expect(missing).rejects.toThrow('not found')
  await client.close()
})

test('pages of a name that only points here are refused, and unknown tokens are limited', async () => {
  const call = (headers: Record<string, string>) =>
    request('/mcp', { method: 'POST', headers, body: '{}' })
  const { port } = new URL(address)
  const { Agent, request: send } = await import('node:http')
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = {
      host: `evil.example:${port}`,
      origin: `http://evil.example:${port}`,
      authorization: `Bearer ${admin.token}`,
    }
    send(`${address}/mcp`, { method: 'POST', headers, agent: new Agent() }, (answer) =>
      resolve(answer.resume().statusCode),
    )
      .on('error', reject)
      .end('{}')
  })
  expect(status).toBe(403)

  const statuses = new Set<number>()
  for (let tries = 0; tries < 130; tries++) {
    statuses.add((await call({ authorization: `Bearer ${newId()}` })).status)
  }
  expect([...statuses]).toEqual([401, 429])
})
