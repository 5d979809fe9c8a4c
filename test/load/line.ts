import { Agent, type IncomingMessage, request } from 'node:http'
import type { Area } from '../../src/api/operation.ts'
import { areas } from '../../src/client/areas.ts'
import { type Parts, type Sent, toSent } from '../../src/client/client.ts'
import type { StreamEvent } from '../../web/kinds.ts'
import type { Times } from './times.ts'

/** An operation of the typed client by its name, and what it is given. */
export type Question = { area: string; operation: string; request: Parts }
export type Event = StreamEvent & { position: number }

/** As a proxy would: connections are shared and kept. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/** The requests of one person. Plain `node:http`: the load must cost little beside the server. */
export class Line {
  readonly #address: URL
  readonly #token: string
  readonly #times: Times

  constructor(address: string, token: string, times: Times) {
    this.#address = new URL(address)
    this.#token = token
    this.#times = times
  }

  /** The answer as text; undefined after an error, which is counted. */
  async ask({ area, operation, request: parts }: Question): Promise<string | undefined> {
    const declared = (areas as Record<string, Area>)[area]?.[operation]
    if (!declared) throw new Error(`there is no operation ${area}.${operation}`)
    return this.send(`${area}.${operation}`, toSent(declared, parts))
  }

  async send(kind: string, sent: Sent): Promise<string | undefined> {
    const since = performance.now()
    try {
      const { status, text } = await this.#exchange(sent)
      if (status === 200) this.#times.add(kind, performance.now() - since)
      else this.#times.fail(`${kind} was answered ${status}: ${text.slice(0, 300)}`)
      return status === 200 ? text : undefined
    } catch (error) {
      this.#times.fail(`${kind}: ${(error as Error).message}`)
      return undefined
    }
  }

  /** The stream of events, until the returned function is called. */
  listen(position: number, onEvent: (event: Event) => void): () => void {
    let isOver = false
    const { hostname, port } = this.#address
    const path = `/events?named=false&lastEventId=${position}`
    const headers = { authorization: `Bearer ${this.#token}` }
    const sent = request({ hostname, port, path, headers, agent: false }, (response) => {
      if (response.statusCode !== 200) this.#times.fail(`a stream: ${response.statusCode}`)
      let rest = ''
      response.setEncoding('utf8').on('data', (text: string) => {
        const pieces = (rest + text).split('\n\n')
        rest = pieces.pop() ?? ''
        for (const piece of pieces) {
          const data = /^data: (.*)$/m.exec(piece)?.[1]
          if (data !== undefined) onEvent(JSON.parse(data))
        }
      })
      response.on('close', () => !isOver && this.#times.fail('a stream was closed'))
      response.on('error', () => undefined)
    })
    sent.on('error', (error) => !isOver && this.#times.fail(`a stream: ${error.message}`))
    sent.end()
    return () => {
      isOver = true
      sent.destroy()
    }
  }

  #exchange({ method, path, headers, body }: Sent): Promise<{ status: number; text: string }> {
    const { hostname, port } = this.#address
    const content = body === undefined ? undefined : Buffer.from(body as string)
    const all = {
      authorization: `Bearer ${this.#token}`,
      ...(content && { 'content-length': content.length }),
      ...headers,
    }
    return new Promise((resolve, reject) => {
      const sent = request({ hostname, port, path, method, headers: all, agent }, (response) => {
        read(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject)
      })
      sent.on('error', reject)
      sent.end(content)
    })
  }
}

async function read(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of response) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}
