import fc from 'fast-check'

/** Characters that PostgreSQL refuses, alone and inside text. */
const UNSTORABLE = ['\u0000', '\ud800', '\udfff', '\udc00\ud83d']

const HARMLESS = ['', 'a', '\\u0000', '\\', '"', '😀', '\u202e', '\ufffd', '\u0001', 'ж', '\r\n']

/** Text of arbitrary code units. */
export const hostileText = fc
  .array(fc.constantFrom(...UNSTORABLE, ...HARMLESS), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join(''))

/** Text that cannot be stored. */
export const unstorableText = fc
  .tuple(hostileText, fc.constantFrom(...UNSTORABLE), hostileText)
  // Two surrogates may have formed a pair.
  .map((parts) => parts.join('|'))

/** Lists and objects with such text anywhere, also as keys. */
export const hostileJson = fc.jsonValue({ maxDepth: 4 }).chain((value) =>
  fc.oneof(
    fc.constant(value),
    hostileText,
    hostileText.map((text) => ({ [text]: [value, text] })),
  ),
)
