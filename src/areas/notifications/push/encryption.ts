import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a browser, in base64url. */
export type BrowserKeys = { publicKey: string; auth: string }

/** One record holds everything that push services take. */
const RECORD = 4096
const [SALT, KEY, NONCE] = [16, 16, 12]
const LAST = Buffer.from([2])

/** So that only this browser can read it: RFC 8291, in the one record of RFC 8188. */
export function encrypt(text: string, { publicKey, auth }: BrowserKeys): Buffer {
  const browser = Buffer.from(publicKey, 'base64url')
  const sender = createECDH('prime256v1')
  const own = sender.generateKeys()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser, own])
  const shared = derive(sender.computeSecret(browser), Buffer.from(auth, 'base64url'), info, 32)
  const salt = randomBytes(SALT)
  const contentKey = derive(shared, salt, 'Content-Encoding: aes128gcm\0', KEY)
  const nonce = derive(shared, salt, 'Content-Encoding: nonce\0', NONCE)
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce)
  const record = [cipher.update(text, 'utf8'), cipher.update(LAST), cipher.final()]
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(RECORD)
  sizes.writeUInt8(own.byteLength, 4)
  return Buffer.concat([salt, sizes, own, ...record, cipher.getAuthTag()])
}

const derive = (secret: Buffer, salt: Buffer, info: string | Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))
