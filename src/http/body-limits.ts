import type { Operation } from '../api/operation.ts'
import { invalid, tooLarge } from '../lib/errors.ts'

/** Bytes of a body: for anonymous callers, and for signed-in ones. */
export const SMALL_BODY = 64 * 1024
export const USUAL_BODY = 1024 ** 2

/** The limit an operation declares; anonymous callers never get more than the setting. */
export function bodyLimitOf({ access, bodyLimit }: Operation, setting: number): number {
  if (bodyLimit === 'large') return setting
  if (bodyLimit === undefined)
    return Math.min(setting, access === 'public' ? SMALL_BODY : USUAL_BODY)
  return access === 'public' ? Math.min(setting, bodyLimit) : Math.max(setting, bodyLimit)
}

/** Deeper than any legitimate request; protects recursive code. */
const DEEPEST = 200
/** A key and its value take this many bytes in any legitimate request. */
const BYTES_OF_MEMBER = 32
/** The default limit for the largest bodies: the longest list an operation takes, and what surrounds it. */
const MOST_MEMBERS = 110_000
const USUAL_SETTING = 8 * 1024 ** 2
const LONG_TEXT = 1024 ** 2

/** Fields of a form: protocols use a dozen. */
const MOST_FIELDS = 100

const QUOTE = 34
const BACKSLASH = 92

export type Limits = { members: number; longest: number }

/** Derived from the bytes an operation accepts; the members of large bodies also from the setting. */
export function limitsOf(bytes: number, setting = USUAL_SETTING): Limits {
  const most = Math.floor(MOST_MEMBERS * Math.max(1, setting / USUAL_SETTING))
  return {
    members: Math.min(most, Math.ceil(bytes / BYTES_OF_MEMBER)),
    longest: Math.max(LONG_TEXT, Math.floor(bytes / 2)),
  }
}

/** Scans a text once before it is parsed, so that no objects are created for a body that is refused. */
export function checkLimits(text: string, what: string, { members, longest }: Limits): void {
  let depth = 0
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === QUOTE) {
      const end = endOfText(text, at)
      if (end - at - 1 > longest) throw longText(what, longest)
      at = end
    } else if (char === 91 || char === 123) {
      if (++depth > DEEPEST) throw invalid(`${what} is nested deeper than ${DEEPEST} levels`)
      count++
    } else if (char === 93 || char === 125) depth--
    else if (char === 44) count++
    if (count > members) throw manyMembers(what, members)
  }
}

function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === BACKSLASH) at++
    else if (char === QUOTE) return at
  }
  return text.length
}

const manyMembers = (what: string, most: number) =>
  tooLarge(`${what} has more than ${most} keys and members of lists together: send it in parts`)

const longText = (what: string, longest: number) =>
  tooLarge(`${what} has a text of more than ${longest} characters`)

/** The fields of a form; the last one wins if a field is repeated. */
export function parseFields(text: string): [string, string][] {
  let count = 0
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    if (++count >= MOST_FIELDS) throw tooLarge(`the form has more than ${MOST_FIELDS} fields`)
  }
  return [...new URLSearchParams(text)]
}
