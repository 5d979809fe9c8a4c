import { hash, verify } from '@node-rs/argon2'
import { invalid } from '../../lib/errors.ts'
import { SHORTEST_PASSWORD } from './operations.ts'

/** argon2id with the memory and rounds OWASP recommends. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/** The same work for a login that does not exist, so that time tells nothing. */
const nobody = hashPassword(crypto.randomUUID())

export async function isPassword(
  stored: string | null | undefined,
  given: string,
): Promise<boolean> {
  const isRight = await verify(stored ?? (await nobody), given)
  return isRight && typeof stored === 'string'
}

/** What a new password must be. Those that were set before stay good for signing in. */
export async function checkPassword(password: string, login: string): Promise<void> {
  if (password.length < SHORTEST_PASSWORD) {
    throw invalid(`field "password": expected at least ${SHORTEST_PASSWORD} characters`)
  }
  if (new Set(password.toLowerCase()).size < FEWEST_CHARACTERS) {
    throw invalid(`field "password": expected at least ${FEWEST_CHARACTERS} different characters`)
  }
  const words = wordsOf(password)
  if (words.some((word) => word === login.toLowerCase() || word === 'kontor')) {
    throw invalid('field "password": expected something else than the login or the product')
  }
  const common = await commonPasswords()
  if (words.some((word) => common.has(word))) {
    throw invalid('field "password": this is one of the passwords that are guessed first')
  }
}

/** `aaaaaaaaaa` is long, and guessed all the same. */
const FEWEST_CHARACTERS = 5

/** A few digits or signs behind a word are guessed as well: `Football2026!`. */
function wordsOf(password: string): string[] {
  const whole = password.toLowerCase()
  const [tail = ''] = /[\d\W_]*$/.exec(whole) ?? []
  return tail.length > 5 ? [whole] : [whole, whole.slice(0, whole.length - tail.length)]
}

let common: Promise<ReadonlySet<string>> | undefined

const commonPasswords = (): Promise<ReadonlySet<string>> => {
  common ??= readCommon()
  return common
}

/** The fifty thousand most used ones; read when the first password is set. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const list = await import('@zxcvbn-ts/language-common/src/passwords.json', {
    with: { type: 'json' },
  })
  return new Set(list.default as string[])
}
