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

/** The same work for an unknown login, so that the time reveals nothing. */
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

/** Rules for new passwords. Existing ones stay valid. */
export async function checkPassword(given: string, owner: Owner): Promise<void> {
  // Full-width letters count as their usual form.
  const password = given.normalize('NFKC')
  if (password.length < SHORTEST_PASSWORD) throw badPassword('short')
  if (isPlain(password)) throw badPassword('plain')
  const common = await commonPasswords()
  const isCommon = (text: string) => spellingsOf(text).some((each) => isGuessed(each, common))
  if (isCommon(password)) throw badPassword('common')
  const rest = restOf(password, owner)
  if (rest === undefined) return
  if (rest.length < SHORTEST_REST || isPlain(rest) || isCommon(rest)) throw badPassword('own')
}

const isPlain = (text: string): boolean => new Set(text.toLowerCase()).size < FEWEST_CHARACTERS

/** Characters that must remain after removing what is known about the person. */
const SHORTEST_REST = 8
/** Shorter words occur in many others. */
const SHORTEST_WORD = 3
const YEAR = /(19|20)\d\d/g
/** Signs that join words. */
const AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

/**
 * The rest of a password without what is known about its owner and without years; undefined if it contains none of
 * that.
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

/** As it is, without accents, and as typed on a Russian keyboard: the list is in Latin letters. */
function spellingsOf(text: string): string[] {
  const whole = text.toLowerCase()
  const bare = whole.normalize('NFD').replaceAll(/\p{M}/gu, '')
  const typed = [...whole].map((letter) => LATIN_KEYS.get(letter) ?? letter).join('')
  return [...new Set([whole, bare, typed])]
}

const RUSSIAN = 'ёйцукенгшщзхъфывапролджэячсмитьбю'
const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const LATIN_KEYS = new Map([...RUSSIAN].map((letter, at) => [letter, LATIN[at] ?? letter]))

type Words = ReadonlySet<string>

/** Common words followed by a few digits or signs, `Football2026!`, and two words, `correcthorse`, are guessed too. */
function isGuessed(text: string, common: Words): boolean {
  if (common.has(text)) return true
  const [tail = ''] = /[^\p{L}]*$/u.exec(text) ?? []
  const word = text.slice(0, text.length - tail.length)
  if (tail.length > LONGEST_TAIL && !common.has(tail)) return false
  return common.has(word) || isTwoWords(word, common)
}

const LONGEST_TAIL = 5
/** Shorter ones are in the list by the thousand. */
const SHORTEST_HALF = 4

function isTwoWords(text: string, common: Words): boolean {
  const halves = Math.max(0, text.length - 2 * SHORTEST_HALF + 1)
  return Array.from({ length: halves }, (_, at) => at + SHORTEST_HALF).some(
    (at) => common.has(text.slice(0, at)) && common.has(text.slice(at)),
  )
}

let common: Promise<ReadonlySet<string>> | undefined

const commonPasswords = (): Promise<ReadonlySet<string>> => {
  common ??= readCommon()
  return common
}

/** The fifty thousand most used passwords; loaded when the first password is set. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const list = await import('@zxcvbn-ts/language-common/src/passwords.json', {
    with: { type: 'json' },
  })
  return new Set(list.default as string[])
}
