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

/** Whose password it is. */
type Owner = { login: string; name?: string; email?: string }

/** What a new password must be. Those that were set before stay good for signing in. */
export async function checkPassword(password: string, owner: Owner): Promise<void> {
  if (password.length < SHORTEST_PASSWORD) throw badPassword('short')
  if (isPlain(password)) throw badPassword('plain')
  const common = await commonPasswords()
  const isCommon = (text: string) => wordsOf(text).some((word) => common.has(word))
  if (isCommon(password)) throw badPassword('common')
  const rest = restOf(password, owner)
  if (rest === undefined) return
  if (rest.length < SHORTEST_REST || isPlain(rest) || isCommon(rest)) throw badPassword('own')
}

const isPlain = (text: string): boolean => new Set(text.toLowerCase()).size < FEWEST_CHARACTERS

/** Characters that nobody who knows the person can guess. */
const SHORTEST_REST = 8
/** Shorter words are in many others. */
const SHORTEST_WORD = 3
const YEAR = /(19|20)\d\d/g
/** Signs that join words. */
const AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

/**
 * What is left of a password without what everybody knows of its owner and without years; undefined if there is
 * nothing of that in it.
 */
function restOf(password: string, owner: Owner): string | undefined {
  const whole = password.toLowerCase()
  const rest = ownWords(owner)
    .reduce((text, word) => text.replaceAll(word, ''), whole)
    .replaceAll(YEAR, '')
    .replaceAll(AROUND, '')
  return rest === whole.replaceAll(AROUND, '') ? undefined : rest
}

/** Longest first: an address before the name in it. */
function ownWords({ login, name = '', email = '' }: Owner): string[] {
  const texts = [login, name, email, 'kontor'].map((text) => text.toLowerCase())
  const words = texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
  return [...new Set(words)]
    .filter((word) => word.length >= SHORTEST_WORD)
    .toSorted((a, b) => b.length - a.length)
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
