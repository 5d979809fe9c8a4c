import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Received = {
  id: string
  isSigned: boolean
  body: { type: string; position: number; object: string; data: Record<string, unknown> }
}

type Answer = (received: Received, response: ServerResponse) => void

/** A webhook receiver that checks signatures and stores what it gets. */
export async function startReceiver(secret: () => string) {
  const received: Received[] = []
  let answer: Answer = (_, response) => response.end()
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const id = String(request.headers['webhook-id'])
    const isSigned = isSignedBy(secret(), text, request.headers)
    const message = { id, isSigned, body: JSON.parse(text) }
    received.push(message)
    answer(message, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    numbers: () => received.map(({ body }) => body.data.number),
    answerWith: (next: Answer) => {
      answer = next
    },
  }
}

function isSignedBy(secret: string, text: string, headers: NodeJS.Dict<string | string[]>) {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}
