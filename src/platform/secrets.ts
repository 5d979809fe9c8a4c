import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../lib/errors.ts'
import type { Config } from './config.ts'
import { makeFolder } from './files/disk.ts'

type Key = { id: string; bytes: Buffer }

const CIPHER = 'aes-256-gcm'
const SEALED = /^sealed:([0-9a-f]{8}):([\w-]+)$/
const [NONCE, TAG] = [12, 16]

/**
 * Encrypts secrets in the database with a key that is not stored there. The first key seals, all keys
 * open, so that keys can be rotated. Without a key nothing can be sealed or opened; everything else works.
 */
export class Secrets {
  readonly #keys: readonly Key[]

  constructor(...keys: string[]) {
    this.#keys = keys.map(toKey)
  }

  get keyId(): string {
    return this.#first.id
  }

  get #first(): Key {
    const [first] = this.#keys
    if (first) return first
    throw new AppError(
      'unavailable',
      `there is no key that seals secrets: set KONTOR_SECRET, or put ${KEY_FILE} into KONTOR_DATA`,
    )
  }

  get hasKey(): boolean {
    return this.#keys.length > 0
  }

  knows(id: string): boolean {
    return this.#keys.some((key) => key.id === id)
  }

  seal(plain: string): string {
    const { id, bytes } = this.#first
    const nonce = randomBytes(NONCE)
    const cipher = createCipheriv(CIPHER, bytes, nonce)
    const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    const sealed = Buffer.concat([nonce, cipher.getAuthTag(), text])
    return `sealed:${id}:${sealed.toString('base64url')}`
  }

  /** Plain text, as migrations write what they make, is returned unchanged. */
  open(stored: string): string {
    const [, id, text = ''] = SEALED.exec(stored) ?? []
    if (id === undefined) return stored
    const key = this.#keys.find((each) => each.id === id)
    if (!key) throw wrongKey(id)
    const bytes = Buffer.from(text, 'base64url')
    const decipher = createDecipheriv(CIPHER, key.bytes, bytes.subarray(0, NONCE))
    decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
    return decipher.update(bytes.subarray(NONCE + TAG), undefined, 'utf8') + decipher.final('utf8')
  }

  canOpen(stored: string): boolean {
    try {
      this.open(stored)
      return true
    } catch {
      return false
    }
  }

  /** A signature with which this server can later recognise a text without storing it. */
  sign(text: string): string {
    return signWith(this.#first, text).toString('base64url')
  }

  /** With any of the keys, so that they can be rotated. */
  isSigned(text: string, signature: string): boolean {
    const given = Buffer.from(signature, 'base64url')
    return this.#keys.some((key) => {
      const expected = signWith(key, text)
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
  }

  /** The same secret, sealed with the first key. */
  reseal(stored: string): string {
    return SEALED.exec(stored)?.[1] === this.keyId ? stored : this.seal(this.open(stored))
  }
}

/** A key derived for signing alone, so that it is never used for sealing. */
const signWith = ({ bytes }: Key, text: string): Buffer =>
  createHmac('sha256', createHmac('sha256', bytes).update('signatures').digest())
    .update(text)
    .digest()

export const KEY_FILE = 'secret.key'

const pathOf = (config: Config): string => join(config.KONTOR_DATA, KEY_FILE)

/** The keys of KONTOR_SECRET or of the key file; without either there are none. */
export async function readSecrets(config: Config): Promise<Secrets> {
  if (config.KONTOR_SECRET) return new Secrets(...config.KONTOR_SECRET)
  const text = await readFile(pathOf(config), 'utf8').catch(unless('ENOENT'))
  const keys = text?.split('\n').filter((line) => line.trim() !== '') ?? []
  if (text !== undefined && keys.length === 0) {
    throw new AppError('invalid', `${pathOf(config)} is empty`)
  }
  return new Secrets(...keys)
}

/** The same, but creates a missing key. Only for a database without sealed secrets. */
export async function makeSecrets(config: Config): Promise<Secrets> {
  if (!config.KONTOR_SECRET) {
    await makeFolder(config.KONTOR_DATA)
    const made = `${randomBytes(32).toString('base64url')}\n`
    // If two nodes start at once, one creates the file and both read it.
    const options = { flag: 'wx', mode: 0o600, flush: true }
    await writeFile(pathOf(config), made, options).catch(unless('EEXIST'))
  }
  return readSecrets(config)
}

const unless =
  (code: string) =>
  (error: NodeJS.ErrnoException): undefined => {
    if (error.code !== code) throw error
  }

/** How to provide the key, and what to do without it. */
export const howToGetKey = (id: string): [getIt: string, orElse: string] => [
  `set KONTOR_SECRET to its value in the old installation or on the other nodes, or copy their ${KEY_FILE} into KONTOR_DATA`,
  `if this key is lost, "kontor secrets forget ${id}" gives up what it seals`,
]

export const wrongKey = (id: string): AppError =>
  new AppError(
    'unavailable',
    `secrets in the database are sealed with the key ${id}, which is not here: ${howToGetKey(id).join('; ')}`,
  )

function toKey(text: string): Key {
  const bytes = createHash('sha256').update(text.trim()).digest()
  const id = createHash('sha256').update('id of ').update(bytes).digest('hex').slice(0, 8)
  return { id, bytes }
}
