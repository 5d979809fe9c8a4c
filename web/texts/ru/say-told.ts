import { hints, nouns, whatBegins, whats } from './told/words.ts'
import { told } from './told.ts'

type Say = (message: string) => string
/** A kind of gap: what fits into it, and what is said there. */
type Gap = { fits: string; say: (text: string, whole: Say) => string }

const orItself = (words: Record<string, string>, text: string): string => words[text] ?? text

function what(text: string): string {
  const known = whats[text]
  if (known !== undefined) return known
  const begin = whatBegins.find(([english]) => text.startsWith(english))
  if (begin)
    return (
      begin[1] + text.slice(begin[0].length).replace(/ (character|member|entry|entrie|byte)s?$/, '')
    )
  return text.includes(' or ') ? text.split(' or ').map(what).join(' или ') : text
}

/** `field "title": name` and `forms.edit.sections`: keys by their words, names as they are. */
const path = (text: string): string =>
  text
    .split(/(?<="): |(?<!")\.(?![^"]*"$)/)
    .map((part) => part.replace(/^[\w-]+/, (key) => orItself(nouns, key)).replace(/"(.*)"/, '«$1»'))
    .join(' › ')

const GAPS: Record<string, Gap> = {
  '': { fits: '(.*?)', say: (text) => text },
  say: { fits: '(.*?)', say: (text, whole) => whole(text) },
  noun: { fits: '([a-z-]+)', say: (text) => orItself(nouns, text) },
  type: { fits: '([A-Z_]+)', say: (text) => text },
  what: { fits: '(.*?)', say: what },
  path: { fits: '(.*?)', say: path },
  columns: {
    fits: '(.*?)',
    say: (text) =>
      text
        .split(', ')
        .map((each) => orItself(nouns, each))
        .join(', '),
  },
  items: { fits: '(\\d+) items?', say: (text) => text },
  values: { fits: '(\\d+|no) values?', say: (text) => (text === 'no' ? '0' : text) },
}

const GAP = /\{(\w+)(?::(\w+))?\}/g

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

const patterns = Object.entries(told).map(([english, russian]) => {
  const gaps = Array.from(english.matchAll(GAP), ([, name = '', kind = '']) => ({
    name,
    gap: GAPS[kind] as Gap,
  }))
  const texts = english.split(/\{\w+(?::\w+)?\}/)
  const source = texts.map((text, at) => escaped(text) + (gaps[at]?.gap.fits ?? '')).join('')
  return { pattern: new RegExp(`^${source}$`, 's'), gaps, russian }
})

const HINT = /^(.*?), (did you mean "[^"]*"\?|there is only "[^"]*"|expected one of ".*)$/s

/** What the server says of plans and checks; what is not known is told as it is. */
export function inRussian(message: string): string {
  const [, text = message, hint] = HINT.exec(message) ?? []
  if (hint !== undefined) return `${inRussian(text)}, ${hintInRussian(hint)}`
  for (const { pattern, gaps, russian } of patterns) {
    const found = pattern.exec(message)
    if (!found) continue
    const said = new Map(
      gaps.map(({ name, gap }, at) => [name, gap.say(found[at + 1] ?? '', inRussian)]),
    )
    return russian.replace(GAP, (gap, name: string) => said.get(name) ?? gap)
  }
  return message
}

function hintInRussian(hint: string): string {
  const found = hints.find(([english]) => english.test(hint))
  return found ? hint.replace(...found) : hint
}

/** What a difference is about: `field "title": name`. */
export const whatInRussian: Say = (text) => {
  const said = inRussian(`${text} changed`)
  return said === `${text} changed` ? path(text) : said
}
