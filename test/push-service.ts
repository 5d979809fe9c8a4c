import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import tls from 'node:tls'
import { afterAll } from 'vitest'
import { CERTIFICATE, KEY } from './certificate.ts'

/** What a browser was told, and who signed that. */
type Pushed = {
  text: string
  claims: { aud: string; exp: number; sub?: string }
  sender: string
  headers: IncomingHttpHeaders
}

/** A push service with browsers behind it, which read what they get as RFC 8291 says. */
export async function startPushService() {
  tls.setDefaultCACertificates([...tls.getCACertificates(), CERTIFICATE])
  const browsers = new Map<string, Browser>()
  const server = createServer({ key: KEY, cert: CERTIFICATE }, async (request, response) => {
    const body = await buffer(request)
    const browser = browsers.get(request.url ?? '')
    if (browser?.isSilent) {
      browser.statuses.push(0)
      return
    }
    const status = browser?.answers.shift() ?? 201
    if (status === 201) browser?.take(body, request.headers)
    browser?.statuses.push(status)
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => server.close().closeAllConnections())
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    open: (): Browser => {
      const path = `/push/${randomBytes(8).toString('hex')}`
      const browser = new Browser(`${origin}${path}`)
      browsers.set(path, browser)
      return browser
    },
  }
}

class Browser {
  readonly #keys = createECDH('prime256v1')
  readonly #auth = randomBytes(16)
  readonly endpoint: string
  readonly pushed: Pushed[] = []
  /** The next ones, before 201. */
  readonly answers: number[] = []
  /** Whether its service never answers. */
  isSilent = false
  /** Those that were given; 0 = none. */
  readonly statuses: number[] = []

  constructor(endpoint: string) {
    this.endpoint = endpoint
    this.#keys.generateKeys()
  }

  get subscription() {
    const p256dh = this.#keys.getPublicKey().toString('base64url')
    return { endpoint: this.endpoint, keys: { p256dh, auth: this.#auth.toString('base64url') } }
  }

  get told(): { id: string; title: string; link: string }[] {
    return this.pushed.map(({ text }) => JSON.parse(text))
  }

  take(body: Buffer, headers: IncomingHttpHeaders): void {
    this.pushed.push({ text: this.#decrypt(body), ...readProof(headers.authorization), headers })
  }

  #decrypt(body: Buffer): string {
    const [salt, length] = [body.subarray(0, 16), body.readUInt8(20)]
    const sender = body.subarray(21, 21 + length)
    const own = this.#keys.getPublicKey()
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
    const derive = (secret: Buffer, from: Buffer, about: string | Buffer, size: number) =>
      Buffer.from(hkdfSync('sha256', secret, from, about, size))
    const shared = derive(this.#keys.computeSecret(sender), this.#auth, info, 32)
    const key = derive(shared, salt, 'Content-Encoding: aes128gcm\0', 16)
    const nonce = derive(shared, salt, 'Content-Encoding: nonce\0', 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(body.subarray(-16))
    const record = Buffer.concat([
      decipher.update(body.subarray(21 + length, -16)),
      decipher.final(),
    ])
    if (record.at(-1) !== 2) throw new Error('the record is not the last one')
    return record.subarray(0, -1).toString()
  }
}

/** Throws if the signature does not fit the key. */
function readProof(header = ''): Pick<Pushed, 'claims' | 'sender'> {
  const [, head = '', claims = '', signature = '', sender = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? []
  const point = Buffer.from(sender, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
    half.toString('base64url'),
  )
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const signed = Buffer.from(`${head}.${claims}`)
  const proof = Buffer.from(signature, 'base64url')
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, proof)) {
    throw new Error('the signature does not fit')
  }
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()), sender }
}
