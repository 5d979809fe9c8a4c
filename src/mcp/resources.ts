import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import { ClientError } from '../client/client.ts'
import { compact, fitText } from './size.ts'
import type { Connect } from './tool.ts'

const JSON_TYPE = 'application/json'

/** What tools name by id, as addresses: for hosts that let a person attach something to a question. */
export function addResources(server: McpServer, connect: Connect): void {
  server.registerResource(
    'item',
    new ResourceTemplate('kontor://item/{workspace}/{app}/{id}', { list: undefined }),
    { title: 'Item', description: 'An item of an app with its values', mimeType: JSON_TYPE },
    (uri, { workspace, app, id }) =>
      answer(uri, async () => {
        const params = { namespace: String(workspace), code: String(app), id: String(id) }
        return compact((await connect().apps.getItem({ params })).item)
      }),
  )
  server.registerResource(
    'file',
    new ResourceTemplate('kontor://file/{id}', { list: undefined }),
    {
      title: 'File',
      description: 'Name and size of a file, and a link to its content that works for a while',
      mimeType: JSON_TYPE,
    },
    (uri, { id }) =>
      answer(uri, async () => {
        const params = { id: String(id) }
        const { file } = await connect().disk.getFile({ params })
        const { Link } = await connect().disk.getLink({ params })
        return { ...compact(file), link: Link }
      }),
  )
}

/** What the caller may not see is like what does not exist. */
async function answer(uri: URL, read: () => Promise<object>) {
  try {
    const text = fitText(JSON.stringify(await read()))
    return { contents: [{ uri: uri.href, mimeType: JSON_TYPE, text }] }
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message)
  }
}
