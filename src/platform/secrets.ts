import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../lib/errors.ts'
import type { Config } from './config.ts'

type Key = { id: string; bytes: Buffer }

const CIPHER = 'aes-256-gcm'
const SEALED = /^sealed:([0-9a-f]{8}):([\w-]+)$/
const [NONCE, TAG] = [12, 16]

/**
 * Secrets as they lie in the database: sealed with a key that is not there. The first key seals,
 * each of them opens, so that a new one can take the place of an old one.
 */
export class Secrets {
  readonly #keys: readonly [Key, ...Key[]]

  constructor(first: string, ...others: string[]) {
    this.#keys = [toKey(first), ...others.map(toKey)]
  }

  get keyId(): string {
    return this.#keys[0].id
  }

  knows(id: string): boolean {
    return this.#keys.some((key) => key.id === id)
  }

  seal(plain: string): string {
    const [{ id, bytes }] = this.#keys
    const nonce = randomBytes(NONCE)
    const cipher = createCipheriv(CIPHER, bytes, nonce)
    const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    const sealed = Buffer.concat([nonce, cipher.getAuthTag(), text])
    return `sealed:${id}:${sealed.toString('base64url')}`
  }

  /** What was never sealed, as releases before this one kept it, is answered as it is. */
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

  /** The same secret under the first key. */
  reseal(stored: string): string {
    return SEALED.exec(stored)?.[1] === this.keyId ? stored : this.seal(this.open(stored))
  }
}

/** The keys of KONTOR_SECRET, or those in a file of the data folder, which is made when missing. */
export async function openSecrets(config: Config): Promise<Secrets> {
  const [first, ...others] = config.KONTOR_SECRET ?? (await readKeyFile(config.KONTOR_DATA))
  if (first === undefined) throw new AppError('invalid', `${KEY_FILE} in KONTOR_DATA is empty`)
  return new Secrets(first, ...others)
}

export const KEY_FILE = 'secret.key'

async function readKeyFile(folder: string): Promise<string[]> {
  const path = join(folder, KEY_FILE)
  await mkdir(folder, { recursive: true })
  const made = `${randomBytes(32).toString('base64url')}\n`
  // Of two that start at once one makes the file, and both read it.
  await writeFile(path, made, { flag: 'wx', mode: 0o600, flush: true }).catch(unlessThere)
  return (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '')
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

export const wrongKey = (id: string): AppError =>
  new AppError(
    'unavailable',
    `secrets in the database are sealed with the key ${id}, which is not here: set KONTOR_SECRET to that of the other nodes, or copy their file ${KEY_FILE} into KONTOR_DATA`,
  )

function toKey(text: string): Key {
  const bytes = createHash('sha256').update(text.trim()).digest()
  const id = createHash('sha256').update('id of ').update(bytes).digest('hex').slice(0, 8)
  return { id, bytes }
}
