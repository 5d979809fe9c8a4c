import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll } from 'vitest'

/** What is asked for instead of a tool, prompt or resource that only servers made for the suite have. */
export type Instead = Record<string, { name: string; arguments?: object } | { uri: string }>

/** The conformance suite sends no token and knows its own names: here it gets a token, and ours. */
export async function startStandIn(address: string, token: string, instead: Instead) {
  const { hostname: host, port } = new URL(address)
  const server = createServer(async (asked, answer) => {
    const { headers, body } = translate(asked.headers, await buffer(asked), instead)
    const options = { host, port, path: asked.url, method: asked.method }
    const passed = request({ ...options, headers: withToken(headers, token) }, (got) => {
      answer.writeHead(got.statusCode ?? 500, got.rawHeaders)
      got.on('error', () => answer.destroy()).pipe(answer)
    })
    passed.on('error', () => answer.destroy()).end(body)
    answer.on('close', () => passed.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const withToken = (headers: IncomingHttpHeaders, token: string) => ({
  authorization: `Bearer ${token}`,
  ...headers,
})

type ForwardedRequest = { headers: IncomingHttpHeaders; body: Buffer }

function translate(headers: IncomingHttpHeaders, body: Buffer, instead: Instead): ForwardedRequest {
  const message = readJson(body)
  const { name, uri } = message?.params ?? {}
  const wanted = name ?? uri
  const ours = wanted === undefined ? undefined : instead[wanted]
  if (!ours) return { headers, body }
  const params = { ...message?.params, ...ours }
  const changed = Buffer.from(JSON.stringify({ ...message, params }))
  const named = 'uri' in ours ? ours.uri : ours.name
  return {
    headers: {
      ...headers,
      'content-length': String(changed.length),
      ...(headers['mcp-name'] === wanted && { 'mcp-name': named }),
    },
    body: changed,
  }
}

type Message = { params?: { name?: string; uri?: string } }

/** The suite also sends what is no JSON. */
function readJson(body: Buffer): Message | undefined {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
