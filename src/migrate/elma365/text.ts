import { toStorable } from '../../lib/storable.ts'

const LONGEST_NAME = 500
const LONGEST_CODE = 50
const CODE = /^[A-Za-z_][A-Za-z0-9_]*$/

/** What people read, without characters that nobody sees. */
export const toText = (text: string): string => toStorable(text.replace(UNSEEN, '')).trim()

/** Control characters except for tabs and the ends of lines, and what XML does not allow. */
const UNSEEN = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu

/** A name on one line; the fallback where it is empty. */
export const toName = (text: string, fallback: string): string =>
  toText(text).replaceAll(/\s+/g, ' ').slice(0, LONGEST_NAME).toWellFormed().trim() || fallback

export const isCode = (text: string): boolean => CODE.test(text) && text.length <= LONGEST_CODE

const UUID = /^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i

/** A code that people can read: not the id of something. */
export const isSpoken = (text: string): boolean => isCode(text) && !UUID.test(text)

const LETTERS: Record<string, string> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y' },
  ...{ к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f' },
  ...{
    х: 'kh',
    ц: 'ts',
    ч: 'ch',
    ш: 'sh',
    щ: 'shch',
    ъ: '',
    ы: 'y',
    ь: '',
    э: 'e',
    ю: 'yu',
    я: 'ya',
  },
}

/** A code of ours; one that is good already stays. */
export function toCode(text: string): string {
  if (isCode(text)) return text
  const latin = Array.from(
    text.slice(0, LONGEST_NAME).toLowerCase(),
    (letter) => LETTERS[letter] ?? letter,
  ).join('')
  const code = latin
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9_]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .replace(/^(?=\d)/, 'n')
  return code.slice(0, LONGEST_CODE) || 'unnamed'
}

/** The first of `code`, `code_2`, `code_3` … that is free. */
export function toFree(code: string, isTaken: (code: string) => boolean): string {
  if (!isTaken(code)) return code
  const root = code.slice(0, LONGEST_CODE - 5)
  for (let no = 2; ; no++) if (!isTaken(`${root}_${no}`)) return `${root}_${no}`
}

const SECRET =
  /token|passw|passphrase|pwd|secret|bearer|jwt|auth(?!or(?!i[sz]))|(api|access|private)[_\s-]?key|credential|парол|токен|секрет|ключ/i

/** Whether something is called like what nobody else should read. */
export const isSecret = (...names: string[]): boolean => names.some((name) => SECRET.test(name))

/** `Bearer abc`, `password=abc`, `"token": "abc"`, `https://user:abc@host`. */
const SECRET_IN_TEXT = [
  /^\s*(basic|bearer)\s+\S/i,
  /\/\/[^\s/:@]*:[^\s/@]+@/,
  new RegExp(`(${SECRET.source})\\w{0,50}["']?\\s{0,20}[:=]\\s{0,20}\\S`, 'i'),
]

/** Whether a value has something in it that is called so: a key, or what its text says. */
export function hasSecret(value: unknown): boolean {
  if (typeof value === 'string') return SECRET_IN_TEXT.some((each) => each.test(value))
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([key, own]) =>
      isSecret(key) ||
      (typeof own === 'string' && NAMES.test(key) && isSecret(own)) ||
      hasSecret(own),
  )
}

const SECRET_IN_PROGRAM = [
  /["'`]\s*(basic|bearer)\s+[\w.~+/-]{6,}/i,
  /\/\/[^\s/:@"'`$]+:[^\s/@"'`$]+@/,
  new RegExp(
    `(${SECRET.source})\\w{0,50}["']?\\s{0,20}[:=]\\s{0,20}["'\`][^"'\`\\s$]{4,}["'\`]`,
    'i',
  ),
]

/** Whether a program has a secret written into it: names alone are none. */
export const hasSecretText = (program: string): boolean =>
  SECRET_IN_PROGRAM.some((each) => each.test(program))

/** `{ "name": "Authorization", "value": … }` */
const NAMES = /^(name|key|code|header|field)$/i

const TAKEN_CODES = ['cmax', 'cmin', 'ctid', 'tableoid', 'xmax', 'xmin']

/** The code of a field; the file of a document is a field like others here. */
export function fieldCode(code: string): string {
  if (code === '__file') return 'file'
  const own = toCode(code)
  return TAKEN_CODES.includes(own) ? `${own}_` : own
}

/** `order.__file` → `order.file`. */
export const toPath = (path: string): string =>
  path
    .split('.')
    .map((code) => fieldCode(code))
    .join('.')

/** A text with `{$field}` in it; a function around a field is dropped. */
export function toTemplate(text: string): { template: string; hasFunctions: boolean } {
  const bare = toText(text).replaceAll(/\{\w+\(\s*\{\$([\w.]+)\}[^{}]*\)\}/g, '{$$$1}')
  const template = bare.replaceAll(
    /\{\$([^{}]+)\}/g,
    (_, path: string) => `{$${toPath(path.trim())}}`,
  )
  return { template, hasFunctions: bare !== toText(text) || /\{\w+\(/.test(bare) }
}

/** The fields that a template begins its paths with. */
export const namesIn = (template: string): string[] =>
  Array.from(template.matchAll(/\{\$([^{}.]+)/g), ([, code = '']) => code)
