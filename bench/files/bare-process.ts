import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Nothing but HTTP and the disk: a body becomes a file that is safe there, a file becomes a body. */
const folder = process.argv[2] ?? ''

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') {
    await pipeline(createReadStream(join(folder, request.url?.slice(1) ?? '')), response)
    return
  }
  const name = randomUUID()
  const file = await open(join(folder, name), 'w')
  for await (const chunk of request) await file.write(chunk)
  await file.sync()
  await file.close()
  response.end(name)
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => response.destroy(error as Error))
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit())
