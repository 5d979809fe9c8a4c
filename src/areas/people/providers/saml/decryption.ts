import { constants, createDecipheriv, type KeyObject, privateDecrypt } from 'node:crypto'
import type { Element } from '@xmldom/xmldom'
import { ENCRYPTION, ENCRYPTION_11, SIGNATURE } from './names.ts'
import { childOf, isNamed, listElements, textOf } from './xml.ts'

type Cipher = { name: 'aes-128' | 'aes-256'; mode: 'gcm' | 'cbc'; size: number }

const CIPHERS: Record<string, Cipher> = {
  [`${ENCRYPTION}aes128-cbc`]: { name: 'aes-128', mode: 'cbc', size: 16 },
  [`${ENCRYPTION}aes256-cbc`]: { name: 'aes-256', mode: 'cbc', size: 32 },
  [`${ENCRYPTION_11}aes128-gcm`]: { name: 'aes-128', mode: 'gcm', size: 16 },
  [`${ENCRYPTION_11}aes256-gcm`]: { name: 'aes-256', mode: 'gcm', size: 32 },
}
/** RSA-OAEP only: PKCS#1 v1.5 allows decryption by sending many modified answers. */
const OAEP = [`${ENCRYPTION}rsa-oaep-mgf1p`, `${ENCRYPTION_11}rsa-oaep`]
const HASHES: Record<string, string> = {
  '': 'sha1',
  [`${SIGNATURE}sha1`]: 'sha1',
  [`${ENCRYPTION}sha256`]: 'sha256',
  [`${ENCRYPTION}sha512`]: 'sha512',
}
const MASKS: Record<string, string> = {
  '': 'sha1',
  [`${ENCRYPTION_11}mgf1sha1`]: 'sha1',
  [`${ENCRYPTION_11}mgf1sha256`]: 'sha256',
  [`${ENCRYPTION_11}mgf1sha512`]: 'sha512',
}

const UNREADABLE =
  'the encrypted assertion cannot be read: it is for another certificate than that of this server, or not AES with RSA-OAEP'

/**
 * The content of an EncryptedAssertion. It proves nothing: the assertion is signed inside. All errors have the
 * same text, so that nobody learns by trying.
 */
export function decrypt(encrypted: Element, key: KeyObject): string {
  try {
    const all = listElements(encrypted)
    const data = only(all, 'EncryptedData')
    const cipher = CIPHERS[methodOf(data)]
    if (!cipher) throw new Error(UNREADABLE)
    const secret = unwrap(only(all, 'EncryptedKey'), key)
    if (secret.length !== cipher.size) throw new Error(UNREADABLE)
    return new TextDecoder('utf-8', { fatal: true }).decode(open(cipher, secret, bytesOf(data)))
  } catch {
    throw new Error(UNREADABLE)
  }
}

function only(all: readonly Element[], name: string): Element {
  const [element, another] = all.filter((each) => isNamed(each, [ENCRYPTION, name]))
  if (!element || another) throw new Error(UNREADABLE)
  return element
}

const methodOf = (element: Element): string =>
  childOf(element, [ENCRYPTION, 'EncryptionMethod'])?.getAttribute('Algorithm') ?? ''

function bytesOf(element: Element): Buffer {
  const data = childOf(element, [ENCRYPTION, 'CipherData'])
  const value = data && childOf(data, [ENCRYPTION, 'CipherValue'])
  return Buffer.from(textOf(value), 'base64')
}

function unwrap(encryptedKey: Element, key: KeyObject): Buffer {
  const method = childOf(encryptedKey, [ENCRYPTION, 'EncryptionMethod'])
  const part = (name: [string, string]) =>
    (method && childOf(method, name)?.getAttribute('Algorithm')) ?? ''
  const hash = HASHES[part([SIGNATURE, 'DigestMethod'])]
  const mask = MASKS[part([ENCRYPTION_11, 'MGF'])]
  // Node has one setting for both hashes, and `rsa-oaep-mgf1p` means SHA-1 for one of them.
  if (!hash || !OAEP.includes(methodOf(encryptedKey)) || mask !== hash) {
    throw new Error(UNREADABLE)
  }
  return privateDecrypt(
    { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: hash },
    bytesOf(encryptedKey),
  )
}

function open({ name, mode, size }: Cipher, secret: Buffer, value: Buffer): Buffer {
  const start = mode === 'gcm' ? 12 : 16
  const iv = value.subarray(0, start)
  if (mode === 'gcm') {
    const decipher = createDecipheriv(`${name}-gcm`, secret, iv, { authTagLength: 16 })
    decipher.setAuthTag(value.subarray(-16))
    return Buffer.concat([decipher.update(value.subarray(start, -16)), decipher.final()])
  }
  const decipher = createDecipheriv(`${name}-cbc`, secret.subarray(0, size), iv)
  // XML padding: only the last byte is defined, and gives the length.
  decipher.setAutoPadding(false)
  const padded = Buffer.concat([decipher.update(value.subarray(start)), decipher.final()])
  const padding = padded.at(-1) ?? 0
  if (padding < 1 || padding > 16) throw new Error(UNREADABLE)
  return padded.subarray(0, -padding)
}
