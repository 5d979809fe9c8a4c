import type { Operation } from '../api/operation.ts'
import { invalid, tooLarge } from '../lib/errors.ts'

/** Bytes of a body: of strangers, and of whoever is signed in. */
export const SMALL_BODY = 64 * 1024
export const USUAL_BODY = 1024 ** 2

/** What an operation declares; strangers are never given more than the setting, others are. */
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
/** Of the largest bodies, by default: the longest list that an operation takes, and what stands around it. */
const MOST_MEMBERS = 110_000
const USUAL_SETTING = 8 * 1024 ** 2
const LONG_TEXT = 1024 ** 2

/** Fields of a form: protocols have a dozen. */
const MOST_FIELDS = 100

const QUOTE = 34
const BACKSLASH = 92

export type Limits = { members: number; longest: number }

/** They follow from the bytes that an operation accepts; members of large bodies also from the setting. */
export function limitsOf(bytes: number, setting = USUAL_SETTING): Limits {
  const most = Math.floor(MOST_MEMBERS * Math.max(1, setting / USUAL_SETTING))
  return {
    members: Math.min(most, Math.ceil(bytes / BYTES_OF_MEMBER)),
    longest: Math.max(LONG_TEXT, Math.floor(bytes / 2)),
  }
}

/** Looks through a text once before it is parsed, so that objects are made only of what is worth it. */
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

/** The fields of a form; of one that is given twice the last. */
export function parseFields(text: string): [string, string][] {
  let count = 0
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    if (++count >= MOST_FIELDS) throw tooLarge(`the form has more than ${MOST_FIELDS} fields`)
  }
  return [...new URLSearchParams(text)]
}
