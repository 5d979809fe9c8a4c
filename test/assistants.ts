import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll } from 'vitest'

export type Era = 'auto' | 'legacy'
type ClientOptions = { token?: string; era?: Era; answers?: boolean }

/** Official clients of the endpoint for assistants; closed at the end of the file. */
export function assistantsAt(address: string, own: string) {
  const clients: Client[] = []
  afterAll(() => Promise.all(clients.map((each) => each.close())))

  async function connect({ token = own, era = 'auto', answers }: ClientOptions = {}) {
    const client = new Client(
      { name: 'test', version: '1' },
      {
        versionNegotiation: { mode: era },
        capabilities: answers === undefined ? {} : { elicitation: { form: {} } },
      },
    )
    if (answers !== undefined) {
      client.setRequestHandler('elicitation/create', () => ({
        action: 'accept',
        content: { confirm: answers },
      }))
    }
    const headers = { authorization: `Bearer ${token}` }
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit: { headers } }),
    )
    clients.push(client)
    return client
  }

  return { connect, use, keep: (client: Client) => clients.push(client) }
}

async function use(client: Client, name: string, args: object) {
  const result = await client.callTool({ name, arguments: args as Record<string, unknown> })
  const [content] = result.content as { text: string }[]
  const text = content?.text ?? ''
  return {
    isError: result.isError === true,
    text,
    data: result.isError ? undefined : JSON.parse(text),
  }
}
