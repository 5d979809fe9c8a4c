import { hash, verify } from '@node-rs/argon2'
import { type AppError, describeDetails, invalid } from '../../lib/errors.ts'
import {
  FEWEST_CHARACTERS,
  PASSWORD_PROBLEMS,
  SHORTEST_PASSWORD,
} from '../../lib/password-rules.ts'

/** argon2id with the memory and rounds OWASP recommends. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/** Hours in which a password that somebody else chose is changed by its user. */
const INITIAL_HOURS = 72

export const initialUntil = ({ now }: { now: () => Date }): Date =>
  new Date(now().getTime() + INITIAL_HOURS * 3600 * 1000)

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
  if (password.length < SHORTEST_PASSWORD) throw badPassword('short')
  if (new Set(password.toLowerCase()).size < FEWEST_CHARACTERS) throw badPassword('plain')
  const words = wordsOf(password)
  if (words.some((word) => word === login.toLowerCase() || word === 'kontor')) {
    throw badPassword('own')
  }
  const common = await commonPasswords()
  if (words.some((word) => common.has(word))) throw badPassword('common')
}

export function badPassword(problem: keyof typeof PASSWORD_PROBLEMS): AppError {
  const details = [{ path: 'password', message: PASSWORD_PROBLEMS[problem] }]
  return invalid(describeDetails(details), details)
}

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
