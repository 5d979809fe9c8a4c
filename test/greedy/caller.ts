import { randomUUID } from 'node:crypto'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { SHARED_FILES } from '../../src/lib/ids.ts'
import { type Company, OFFICE } from '../load/company.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 512 })

type Sending = {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** What happens with the answer; absent = it is read. */
  take?: (response: IncomingMessage, sent: ClientRequest) => Promise<unknown>
}

/** Somebody who takes what they can get, and looks only at the status. */
export class Greedy {
  readonly company: Company
  /** How often each status was the answer. */
  readonly statuses = new Map<number, number>()
  readonly #address: URL
  readonly #token: string
  readonly #signal: AbortSignal

  constructor(
    address: string,
    { token, company, signal }: { token: string; company: Company; signal: AbortSignal },
  ) {
    this.#address = new URL(address)
    this.#token = token
    this.company = company
    this.#signal = signal
  }

  get isOver(): boolean {
    return this.#signal.aborted
  }

  /** Resolves when nobody is greedy any more. */
  get end(): Promise<void> {
    return new Promise((resolve) => {
      if (this.isOver) resolve()
      this.#signal.addEventListener('abort', () => resolve())
    })
  }

  post(path: string, body: object): Promise<void> {
    return this.send(path, { method: 'POST', body: JSON.stringify(body) })
  }

  list(input: object): Promise<void> {
    return this.post(`/pub/v1/app/${OFFICE.namespace}/${OFFICE.code}/list`, input)
  }

  /** An answer that never comes because we left is none. */
  send(path: string, { method = 'GET', headers = {}, body, take = drop }: Sending): Promise<void> {
    const { hostname, port } = this.#address
    const all = { authorization: `Bearer ${this.#token}`, ...headers }
    return new Promise((resolve) => {
      const options = { hostname, port, path, method, headers: all, agent }
      const sent = request({ ...options, signal: this.#signal }, (response) => {
        const status = response.statusCode ?? 0
        this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
        response.on('error', () => undefined)
        void take(response, sent)
      })
      sent.on('error', () => undefined)
      sent.once('close', () => resolve())
      sent.end(body)
    })
  }

  /** Sends a request and leaves before it is answered. */
  sendAndLeave(path: string, body: object): Promise<void> {
    const { hostname, port } = this.#address
    const headers = { authorization: `Bearer ${this.#token}` }
    const options = { hostname, port, path, method: 'POST', headers, agent: false as const }
    return new Promise((resolve) => {
      const sent = request(options)
      sent.on('error', () => undefined)
      sent.once('close', () => resolve())
      sent.end(JSON.stringify(body), () => setTimeout(() => sent.destroy(), 50))
    })
  }

  async upload(content: string, path = `directory/${SHARED_FILES}/upload`): Promise<string> {
    const hash = randomUUID()
    await this.send(`/pub/v1/disk/${path}?hash=${hash}`, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${hash}` },
      body: `--${hash}\r\ncontent-disposition: form-data; name="file"; filename="${hash}.csv"\r\n\r\n${content}\r\n--${hash}--\r\n`,
    })
    return hash
  }
}

async function drop(response: IncomingMessage): Promise<void> {
  response.resume()
  await closed(response)
}

/** Reads nothing of the answer, for as long as it may. */
export const leaveUnread =
  (end: Promise<void>) =>
  async (response: IncomingMessage, sent: ClientRequest): Promise<void> => {
    if (response.statusCode !== 200) return drop(response)
    await Promise.race([end, closed(response)])
    sent.destroy()
  }

const closed = (response: IncomingMessage) =>
  new Promise<void>((resolve) => response.once('close', () => resolve()))
