import { invalid } from '../../lib/errors.ts'

const LONGEST = 255

/** Slashes would form a path, control characters could forge log lines, and bidi marks hide the extension. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const WRONG = /[/\\\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

/** The name of a file or directory as it is stored. */
export function cleanName(given: string): string {
  const name = given.trim().normalize('NFC')
  if (name === '') throw invalid('a file or directory needs a name that is not empty')
  if (name.length > LONGEST) {
    throw invalid(`the name has ${name.length} characters, at most ${LONGEST} are allowed`)
  }
  if (name === '.' || name === '..' || WRONG.test(name) || !name.isWellFormed()) {
    throw invalid(
      `the name ${JSON.stringify(name)} is not possible: no slashes, no control characters, no "." or ".."`,
    )
  }
  return name
}

/** `report.pdf` as `report (2).pdf`; undefined when that would be too long. */
export function numbered(name: string, number: number): string | undefined {
  const dot = name.lastIndexOf('.')
  const end = dot > 0 ? dot : name.length
  const text = `${name.slice(0, end)} (${number})${name.slice(end)}`
  return text.length <= LONGEST ? text : undefined
}

const PARAMETER = /(?:^|[;\s])filename(\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/gi

/** The name in a Content-Disposition header; `filename*` takes precedence over `filename`. */
export function nameInDisposition(text: string | undefined): string | undefined {
  const found = new Map<string, string>()
  for (const [, star = '', quoted, plain = ''] of (text ?? '').matchAll(PARAMETER)) {
    found.set(star, quoted === undefined ? plain : quoted.replace(/\\(.)/g, '$1'))
  }
  return decoded(found.get('*')) ?? found.get('')
}

/** `UTF-8''a%20b`; undefined when it is not that. */
function decoded(value: string | undefined): string | undefined {
  const encoded = /^utf-8'[^']*'(.*)$/i.exec(value ?? '')?.[1]
  if (encoded === undefined) return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

/** The Content-Disposition header. Clients parse exactly this form. */
export const dispositionOf = (name: string): string =>
  `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )};`
