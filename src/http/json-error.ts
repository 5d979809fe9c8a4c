/**
 * Explains where and why a text is not JSON. `JSON.parse` reports a position only for some errors, and
 * repeats parts of the text, which may contain secrets.
 */
export function explainJsonError(text: string): string {
  const { at, expected } = findError(text)
  const before = text.slice(0, at)
  const line = before.split('\n').length
  const column = at - before.lastIndexOf('\n')
  const found = at < text.length ? JSON.stringify(charAt(text, at)) : 'the end'
  return `line ${line}, column ${column}: expected ${expected}, found ${found}`
}

const charAt = (text: string, at: number) => String.fromCodePoint(text.codePointAt(at) ?? 0)

type Wrong = { at: number; expected: string }

const VALUE = 'a value'
const VALUE_OR_END = 'a value or "]"'
const KEY = 'a name in double quotes'
const KEY_OR_END = 'a name in double quotes or "}"'
const COLON = '":"'
const END = 'nothing more'

/** Parses like `JSON.parse`, but iteratively, so that deep nesting is safe. */
function findError(text: string): Wrong {
  const closers: string[] = []
  let expected = VALUE
  const next = () => (closers.length === 0 ? END : `"," or "${closers.at(-1)}"`)
  for (let at = skipSpace(text, 0); ; at = skipSpace(text, at)) {
    const char = text.charAt(at)
    const wrong = { at, expected }
    const isClosing = char !== '' && char === closers.at(-1)
    if (expected === END || char === '') return wrong
    if (isClosing && expected !== VALUE && expected !== KEY && expected !== COLON) {
      closers.pop()
      at++
      expected = next()
    } else if (expected === VALUE || expected === VALUE_OR_END) {
      if (char === '{' || char === '[') {
        closers.push(char === '{' ? '}' : ']')
        at++
        expected = char === '{' ? KEY_OR_END : VALUE_OR_END
      } else {
        const end = endOfScalar(text, at)
        if (typeof end !== 'number') return end
        at = end
        expected = next()
      }
    } else if (expected === KEY || expected === KEY_OR_END) {
      if (char !== '"') return wrong
      const end = endOfString(text, at)
      if (typeof end !== 'number') return end
      at = end
      expected = COLON
    } else if (expected === COLON) {
      if (char !== ':') return wrong
      at++
      expected = VALUE
    } else {
      if (char !== ',') return wrong
      at++
      expected = closers.at(-1) === '}' ? KEY : VALUE
    }
  }
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at++
  return at
}

const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

function endOfScalar(text: string, at: number): number | Wrong {
  if (text.charAt(at) === '"') return endOfString(text, at)
  SCALAR.lastIndex = at
  return SCALAR.test(text) ? SCALAR.lastIndex : { at, expected: VALUE }
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

function endOfString(text: string, start: number): number | Wrong {
  for (let at = start + 1; ; ) {
    const char = text.charAt(at)
    if (char === '"') return at + 1
    if (char === '') return { at, expected: 'the closing quote' }
    if (char < ' ') return { at, expected: 'control characters as escapes' }
    ESCAPE.lastIndex = at
    if (char !== '\\') at++
    else if (ESCAPE.test(text)) at = ESCAPE.lastIndex
    else return { at, expected: 'an escape such as \\n or \\u00e9' }
  }
}
